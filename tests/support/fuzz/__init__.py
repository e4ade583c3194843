"""Random, mutated and structured messages for the web doors, and clients that send them."""
