/** The last tricks, as text: nobody needs more to follow a deal. For the report of a tournament, which is one file: this script is written into it. */
globalThis.drawPosition = (game, count, { make }) => {
  const lines = [];
  for (let i = 0; i < count; i += 4) {
    const cards = game.moves.slice(i, Math.min(i + 4, count)).map((card, j) => `${game.movers[i + j]} ${card.padEnd(3)}`);
    const trick = String(Math.floor((i % 52) / 4) + 1).padStart(2);
    lines.push(`deal ${Math.floor(i / 52) + 1}  trick ${trick}   ${cards.join("  ")}`);
  }
  return make("pre", lines.slice(-13).join("\n") || game.position);
};
