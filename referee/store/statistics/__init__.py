"""What lists and statistics keep of a match: sums, score lines, ratings."""
