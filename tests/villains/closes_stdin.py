import os
import time

from honest import begin, player, say

begin()
os.close(0)
say(player.answer())
time.sleep(1000)
