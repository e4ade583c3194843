"""Sockets, pipes, timers and doors: where the pure rooms meet the world."""
