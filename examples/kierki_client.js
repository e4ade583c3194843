// A complete Kierki client in JavaScript.
//
//     node kierki_client.js HOST PORT SEAT        SEAT is one of N, E, S, W
//
// It takes its seat, answers every question with its lowest legal card, and ends when the server does.
"use strict";

const net = require("node:net");

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const CARD = "(?:10|[2-9JQKA])[CDHS]";

// A card needs a value and a suit, so every message has exactly one reading: TRICK12C is trick 1 with 2C on the
// table, and TRICK12 is trick 12 with nothing on it. The regular expression finds it.
const DEAL = new RegExp(`^DEAL[1-7][NESW]((?:${CARD}){13})$`);
const TRICK = new RegExp(`^TRICK(1[0-3]|[1-9])((?:${CARD}){0,3})$`);
const TAKEN = new RegExp(`^TAKEN(?:1[0-3]|[1-9])((?:${CARD}){4})[NESW]$`);

const cardsOf = (text) => text.match(new RegExp(CARD, "g")) ?? [];
const rank = (card) => RANKS.indexOf(card.slice(0, -1));

// The lowest legal card. This is where your own idea goes.
function choose(hand, table) {
  const following = table.length ? hand.filter((card) => card.at(-1) === table[0].at(-1)) : [];
  const legal = following.length ? following : hand;
  return legal.reduce((low, card) => (rank(card) < rank(low) ? card : low));
}

const [host, port, seat] = process.argv.slice(2);
let hand = [];
let finished = false;
let rest = "";

let server;
try {
  connect(50);
} catch (error) { // not a port
  console.error(error.message);
  process.exit(1);
}

// A server that refuses may only just be starting: it is tried again for five seconds.
function connect(tries) {
  server = net.connect(Number(port), host, () => server.write(`IAM${seat}\r\n`));
  server.setNoDelay(); // small messages should not wait for more
  server.setEncoding("latin1");
  server.on("data", (data) => { // TCP delivers bytes, not messages: this may be half a line, or three
    const lines = (rest + data).split("\r\n");
    rest = lines.pop();
    lines.forEach(heard);
  });
  let again = false;
  server.on("error", (error) => {
    again = error.code === "ECONNREFUSED" && tries > 0;
    if (!again) console.error(error.message || error.code);
  });
  server.on("close", () => again ? setTimeout(connect, 100, tries - 1) : process.exit(finished ? 0 : 1));
}

function heard(line) {
  console.log(line);
  if (/^(DEAL|TOTAL)/.test(line)) finished = line.startsWith("TOTAL");
  const [deal, taken, trick] = [DEAL, TAKEN, TRICK].map((form) => form.exec(line));
  if (deal) hand = cardsOf(deal[1]);
  if (taken) hand = hand.filter((card) => !cardsOf(taken[1]).includes(card));
  if (trick) server.write(`TRICK${trick[1]}${choose(hand, cardsOf(trick[2]))}\r\n`);
}
