# A teacher with a folder of programs and a contest to run.
mkdir programs
cp examples/krazki_random.py programs/Ewa.py
cp examples/krazki_random.py programs/Jan.py
echo 'print("210 0")' > programs/Adam.py
stolik players-file programs -o players.jsonl
stolik tournament run players.jsonl --game krazki --rounds 2 --paired --seed 1 --out contest > standings.txt
grep -q Ewa standings.txt
stolik tournament report contest --format html -o contest.html
stolik tournament report contest --format csv -o contest.csv
grep -q Jan contest.html
grep -q Adam contest.csv

# Everything was played, so that going on plays nothing.
games=$(wc -l < contest/games.jsonl)
stolik tournament run --resume contest > /dev/null
test "$(wc -l < contest/games.jsonl)" = "$games"
