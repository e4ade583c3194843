"""Commands that let programs play against each other."""
