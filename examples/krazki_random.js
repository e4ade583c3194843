// A complete Krążki client in JavaScript: it plays at random on standard input and output.
//
//     node krazki_random.js
//
// The server writes lines to our input and reads our answers from our output. Write nothing else there: notes for
// yourself go to console.error.
"use strict";

const readline = require("node:readline");

// Every legal move: one for each disc of our own colour, which goes with all that lies above it.
function moves(stacks, colour) {
  const found = [];
  stacks.forEach((stack, number) => {
    for (let height = 0; height < stack.length; height++) { // discs are written from the bottom up
      if (stack[height] === colour) found.push({ number, left: stack.slice(0, height) });
    }
  });
  return found;
}

// Any legal move. This is where your own idea goes.
function choose(stacks, colour) {
  const open = moves(stacks, colour);
  return open[Math.floor(Math.random() * open.length)];
}

let colour = "";
let stacks = [];

function heard(line) {
  const [code, ...words] = line.trim().split(" ");
  if (code === "200") { // the game begins: our colour (b or c) and the stacks, such as |cbbcb|bcc|
    colour = words[0];
    stacks = words[1].split("|").slice(1, -1); // nothing between two bars is an empty stack
  } else if (code === "220") { // the opponent's move; no second word: nothing is left of the stack
    stacks[Number(words[0])] = words[1] ?? "";
  } else { // 230 and above: the game is over
    process.exit(0);
  }
  const { number, left } = choose(stacks, colour);
  stacks[number] = left;
  process.stdout.write(`210 ${number} ${left}`.trimEnd() + "\n");
}

const server = readline.createInterface({ input: process.stdin });
server.on("line", heard);
server.on("close", () => process.exit(1)); // the server is gone and has not said how the game ended
