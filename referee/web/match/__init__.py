"""A match as a whole: made, looked at, described, deleted."""
