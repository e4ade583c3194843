from honest import begin, player, say, wait

begin()
say(player.command("7" * 1_000_000))
wait()
