"""The web layer: one blueprint a noun, no rules of any game."""
