/** The board after some moves, as text. For the report of a tournament, which is one file: this script is written into it. */
globalThis.drawPosition = (game, count, { make }) => {
  const squares = [...game.position.slice(0, 64)];
  const discs = { black: "X", white: "O" };
  game.moves.slice(0, count).forEach((move, number) => {
    const mine = discs[game.movers[number]];
    const [column, row] = [move.charCodeAt(0) - 97, Number(move[1]) - 1];
    squares[column + 8 * row] = mine;
    for (const [dx, dy] of [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]) {
      const line = [];
      for (let x = column + dx, y = row + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        const square = x + 8 * y;
        if (squares[square] === mine) line.forEach((turned) => { squares[turned] = mine; });
        if (squares[square] === mine || squares[square] === "-") break;
        line.push(square);
      }
    }
  });
  const signs = { X: "●", O: "○", "-": "·" };
  const rows = Array.from({ length: 8 }, (_, row) => `${row + 1} ${squares.slice(8 * row, 8 * row + 8).map((square) => signs[square]).join(" ")}`);
  const number = (disc) => squares.filter((square) => square === disc).length;
  return make("pre", `  a b c d e f g h\n${rows.join("\n")}\n\n● black ${number("X")}    ○ white ${number("O")}`);
};
