from honest import begin, player, say, wait

begin()
say(player.command("-1 b"))
wait()
