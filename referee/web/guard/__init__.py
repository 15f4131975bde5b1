"""What is asked before any page: host, origin, rights, too many guesses."""
