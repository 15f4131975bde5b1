"""Files that a club travels in: out and in."""
