# An administrator: start it, look at it, stop it, start it again, keep a copy.
echo 'port = 8400' > stolik.toml
stolik serve --config stolik.toml > serve.txt 2> serve.log &
service=$!
until curl -sf localhost:8400/health | grep -q ok; do sleep 0.1; done
curl -sf localhost:8400/metrics > metrics.txt
grep -q '^stolik_tables' metrics.txt
grep operator serve.txt
stolik tables --url http://127.0.0.1:8400 --json | grep '\['

# A second one on the same store is refused in words, and the first goes on.
! stolik serve --port 8401 --othello-port 0 --krazki-port 0 --graph-port 0 --table-ports 6500-6510 2> refused.txt
grep -q 'in use' refused.txt
curl -sf localhost:8400/health | grep -q ok

kill $service
wait $service
python -c 'import sqlite3, pathlib; sqlite3.connect(pathlib.Path.home() / ".local/share/stolik/stolik.db").backup(sqlite3.connect("copy.db"))'
stolik serve --config stolik.toml --db copy.db > again.txt 2> again.log &
until curl -sf localhost:8400/health | grep -q ok; do sleep 0.1; done
