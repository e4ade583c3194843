from honest import begin, player, say, wait

begin()
answer = player.answer()
say(answer.encode() + player.END + answer.encode())
wait()
