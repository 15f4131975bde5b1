"""What is looked up about the past: lists, players, standings."""
