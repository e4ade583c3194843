import time

from honest import begin, player, say, wait

begin(moves=1)
time.sleep(0.7)
say(player.answer())
wait()
