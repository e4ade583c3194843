"""A program that plays Nim on standard input and output, for `stolik tournament run`."""

import sys
from functools import reduce
from operator import xor

heaps: list[int] = []
for line in sys.stdin:
    code, *words = line.split()
    if code == "200":  # the position: who moves, then the heaps
        heaps = list(map(int, words[1:]))
    elif code == "220":  # the other's move
        heaps[int(words[0]) - 1] -= int(words[1])
    else:  # the game is over
        break
    sizes = [(heap, size, size ^ reduce(xor, heaps)) for heap, size in enumerate(heaps, 1) if size]
    heap, size, left = next((one for one in sizes if one[2] < one[1]), (*sizes[0][:2], sizes[0][1] - 1))
    heaps[heap - 1] = left
    print("210", heap, size - left, flush=True)
