from honest import come, player, say, wait

come()
say(player.EARLY)
wait()
