"""The witness: a process that does nothing but answer. How late it answers shows how busy the machine is.

A bare Python gets this file as text, so it must not import anything of ours.
"""

import sys

while line := sys.stdin.readline():
    sys.stdout.write(line)
    sys.stdout.flush()
