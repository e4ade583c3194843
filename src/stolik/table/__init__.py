"""One game in progress, as a pure machine: an input and the time go in, events come out.

There are no sockets, no timers and no game here: a table knows only the contract. The accepted inputs are its record.
"""
