"""One game in progress, as a pure machine: an input and the time go in, events come out."""
