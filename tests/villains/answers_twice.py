import sys

from honest import begin

player = begin()
answer = player.answer()
print(f"{answer}\n{answer}", flush=True)
sys.stdin.read()
