"""The players of a club and its house-rule cards."""
