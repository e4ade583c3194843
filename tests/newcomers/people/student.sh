# A student with a Kierki server due tomorrow: what must it do, and does it?
stolik check kierki-serwer --list | grep iam-byte-by-byte
stolik check kierki-serwer --explain iam-byte-by-byte --language pl | grep -i tcp
stolik check kierki-serwer --only greeting -- kierki-serwer

# A server that does nothing fails, and the reason is told.
! stolik check kierki-serwer --only iam-byte-by-byte --html faults.html -- sleep 60 > faults.txt
grep -q iam-byte-by-byte faults.txt
grep -q iam-byte-by-byte faults.html

# Against our client, and our server against theirs: the example stands for their program.
stolik deal --seed 1 -n 1 -o match.txt
kierki-serwer -f match.txt -p 2345 -t 5 > report.txt &
server=$!
for seat in E S W; do kierki-klient -h localhost -p 2345 -$seat -a > $seat.txt & done
until grep -q BUSY report.txt || [ "$(grep -c IAM report.txt)" = 3 ]; do sleep 0.1; done
python3 examples/kierki_client.py localhost 2345 N
wait $server
grep -q TOTAL report.txt
