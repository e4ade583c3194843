# A researcher who wants games as data.
python - <<'PYTHON'
import stolik

position = stolik.game("othello").start()
players = [stolik.player("othello", name, seed=1) for name in ("steady", "easy")]
last = stolik.game("othello").play_out(players)
print(last.winners, last.scores)
assert stolik.solve(stolik.game("krazki").read("c |cbbcb|bcc|")).exact
PYTHON
echo f5d6c3d3c4 > game.txt
python -c 'import stolik; assert len(stolik.load("game.txt").positions()) == 6'
stolik replay game.txt --move 3 | grep 'Move 3 of 5'
stolik export game.txt --format json -o game.json
stolik solve krazki '|cbbcb|bcc|' c --json | python -c 'import json, sys; assert json.load(sys.stdin)["exact"]'
