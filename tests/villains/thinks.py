"""An honest program that needs a tenth of a second of a processor for every move."""

import time

from honest import come, hear, player, say

come()
while True:
    while not player.asked:
        hear()
    until = time.thread_time() + 0.1
    while time.thread_time() < until:
        pass
    say(player.answer())
