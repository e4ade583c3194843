"""An honest program that needs a processor for a while for every move: a tenth of a second, if it is not told."""

import os
import time

from honest import come, hear, player, say

seconds = float(os.environ.get("VILLAIN_SECONDS", "0.1"))
come()
while True:
    while not player.asked:
        hear()
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
    say(player.answer())
