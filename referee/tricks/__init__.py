"""The kit for games of tricks: what may be played, who takes it, what the cards prove."""
