# A person who wants to play hearts, in a terminal and on the page.
stolik rules kierki --language pl | grep -i lewa
stolik games | grep 'kierki: Kierki'
echo quit | stolik play kierki --against easy > played.txt
grep -q 'Your cards' played.txt
stolik serve > serve.txt 2> serve.log &
until curl -sf localhost:8321/health | grep -q ok; do sleep 0.1; done
curl -sf localhost:8321/ > page.html
grep -q Stolik page.html
grep -q 8321 serve.txt
