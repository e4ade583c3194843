// Steps through the games of a report. The positions follow from the first one and the moves.
"use strict";
const { game: gameName, games } = JSON.parse(document.getElementById("data").textContent);
const list = document.getElementById("games");
const pane = document.getElementById("game");

const make = (tag, text = "", attributes = {}) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.textContent = text;
  return element;
};

const draw = (tag, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

// For each game: the position after some moves, as something to look at.
const boards = {
  krazki(game, count) {
    const stacks = game.position.split("|").slice(1, -1);
    for (const move of game.moves.slice(0, count)) {
      const [stack, left = ""] = move.split(" ");
      stacks[stack] = left;
    }
    const lines = stacks.map((discs, number) => `${number}  ${discs.replace(/b/g, "○").replace(/c/g, "●")}`);
    return make("pre", `${lines.join("\n")}\n\n○ b, white    ● c, black`);
  },

  graph(game, count) {
    const [size, token, , ...ends] = game.position.split(" ");
    const edges = [];
    for (let i = 0; i < ends.length; i += 2) edges.push({ ends: [ends[i], ends[i + 1]], gone: false });
    let at = token;
    for (const vertex of game.moves.slice(0, count)) {
      edges.find((edge) => !edge.gone && edge.ends.includes(at) && edge.ends.includes(vertex)).gone = true;
      at = vertex;
    }
    const place = (vertex) => {
      const angle = (2 * Math.PI * vertex) / size;
      return [200 + 180 * Math.sin(angle), 200 - 180 * Math.cos(angle)];
    };
    const picture = draw("svg", { viewBox: "0 0 400 400", role: "img", "aria-label": `the token is at ${at}` });
    for (const { ends: [u, v], gone } of edges) {
      const [[x1, y1], [x2, y2]] = [place(u), place(v)];
      const open = [u, v].includes(at) ? "open" : "";
      picture.append(draw("line", { x1, y1, x2, y2, class: `edge ${gone ? "gone" : open}` }));
    }
    for (let vertex = 0; vertex < size; vertex += 1) {
      const [x, y] = place(vertex);
      picture.append(draw("circle", { cx: x, cy: y, r: 9, class: `vertex ${String(vertex) === at ? "token" : ""}` }));
      picture.append(draw("text", { x, y: y + 3 }, vertex));
    }
    return picture;
  },

  othello(game, count) {
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
  },

  kierki(game, count) {
    const lines = [];
    for (let i = 0; i < count; i += 4) {
      const cards = game.moves.slice(i, Math.min(i + 4, count)).map((card, j) => `${game.movers[i + j]} ${card.padEnd(3)}`);
      const trick = String(Math.floor((i % 52) / 4) + 1).padStart(2);
      lines.push(`deal ${Math.floor(i / 52) + 1}  trick ${trick}   ${cards.join("  ")}`);
    }
    return make("pre", lines.slice(-13).join("\n") || game.position);
  },
};

function open(game, row) {
  for (const other of list.querySelectorAll(".open")) other.classList.remove("open");
  row.classList.add("open");
  pane.hidden = false;
  const seats = Object.entries(game.seats).map(([seat, name]) => `${seat}: ${name}`).join(", ");
  pane.replaceChildren(make("h3", `Game ${game.number}: ${seats}`), make("p", how(game)));
  const slider = make("input", "", { type: "range", min: 0, max: game.moves.length, value: 0, ariaLabel: "move" });
  const caption = make("p");
  caption.setAttribute("aria-live", "polite");
  const board = make("div", "", { className: "board" });
  const show = () => {
    const count = Number(slider.value);
    board.replaceChildren(boards[gameName](game, count));
    const last = count - 1;
    caption.textContent = count
      ? `Move ${count} of ${game.moves.length}: ${game.movers[last]} plays ${game.moves[last]} in ${(game.times[last] * 1000).toFixed(2)} ms`
      : `The start; ${game.moves.length} moves follow. Arrow keys step.`;
  };
  const step = (by) => () => { slider.value = Number(slider.value) + by; show(); };
  const steps = make("div", "", { className: "steps" });
  steps.append(make("button", "◀", { onclick: step(-1), ariaLabel: "back" }), slider, make("button", "▶", { onclick: step(1), ariaLabel: "next" }));
  slider.oninput = show;
  pane.append(steps, caption, board);
  for (const [seat, words] of Object.entries(game.exits)) pane.append(make("p", `${seat}: ${words}`));
  for (const [seat, text] of Object.entries(game.stderr)) {
    if (text) pane.append(make("p", `stderr of ${seat}:`), make("pre", text));
  }
  show();
  slider.focus({ preventScroll: true });
  pane.scrollIntoView({ block: "nearest" });
}

const how = (game) => (game.ending === "rules" ? game.reason : `${game.ending}: ${game.reason}`);

const table = make("table");
const heading = make("tr");
for (const text of ["game", "round", "players", "winner", "moves", "end"]) heading.append(make("th", text));
table.append(make("thead"), make("tbody"));
table.tHead.append(heading);
for (const game of games) {
  const row = make("tr");
  const cell = make("td");
  cell.append(make("button", game.number, { onclick: () => open(game, row) }));
  row.append(cell);
  const names = Object.values(game.seats).join(" – ");
  for (const text of [game.round, names, game.winner ?? "", game.moves.length]) row.append(make("td", text));
  row.append(make("td", how(game), { className: game.ending === "rules" ? "" : "lost" }));
  table.tBodies[0].append(row);
}
list.append(table);

// The course's signs in colours, beside being signs.
for (const cell of document.querySelectorAll("td.figures")) {
  if (!/^[-+=]\d/.test(cell.textContent)) continue;
  const signs = cell.textContent.split(/(?=[-+=])/).map((sign) => make("span", sign, { className: { "+": "won", "-": "lost" }[sign[0]] ?? "" }));
  cell.replaceChildren(...signs);
}
