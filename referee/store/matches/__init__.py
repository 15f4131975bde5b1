"""Matches and their logs: created, read, written."""
