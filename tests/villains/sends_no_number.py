from honest import begin, player, say, wait

begin()
say(player.command("seven"))
wait()
