"""The engine: asks, replays, adds up.  Pure; the standard library alone."""
