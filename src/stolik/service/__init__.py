"""Sockets, timers, processes and doors: all input and output of live games is here, outside the pure rooms."""
