"""An hour of `stolik serve` under changing load: memory, descriptors, tasks and times, sampled and drawn."""
