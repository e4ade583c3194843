from honest import begin, player, say, wait

begin()
say(player.command("").encode() + b" \xff\xfe\xc3\x28")
wait()
