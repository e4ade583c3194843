from honest import begin, player, say, wait

begin(moves=1)
say(player.ILLEGAL)
wait()
