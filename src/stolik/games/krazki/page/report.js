/** The stacks after some moves, as text. For the report of a tournament, which is one file: this script is written into it. */
globalThis.drawPosition = (game, count, { make }) => {
  const stacks = game.position.split("|").slice(1, -1);
  for (const move of game.moves.slice(0, count)) {
    const [stack, left = ""] = move.split(" ");
    stacks[stack] = left;
  }
  const lines = stacks.map((discs, number) => `${number}  ${discs.replace(/b/g, "○").replace(/c/g, "●")}`);
  return make("pre", `${lines.join("\n")}\n\n○ b, white    ● c, black`);
};
