"""What goes for good: matches, names."""
