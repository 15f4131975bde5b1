"""Referee keeps score at a real card table, on every phone at once."""
