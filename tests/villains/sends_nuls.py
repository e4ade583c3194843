from honest import begin, player, say, wait

begin()
say(b"\0\0" + player.answer().encode() + b"\0")
wait()
