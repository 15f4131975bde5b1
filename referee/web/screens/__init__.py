"""What screens and pictures show of a match, worked out before any HTML."""
