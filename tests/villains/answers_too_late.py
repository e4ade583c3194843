import sys
import time

from honest import begin

player = begin(moves=1)
time.sleep(0.6)
print(player.answer(), flush=True)
sys.stdin.read()
