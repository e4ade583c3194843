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

// For each game: the position after some moves, as text.
const boards = {
  krazki(game, count) {
    const stacks = game.position.split("|").slice(1, -1);
    for (const move of game.moves.slice(0, count)) {
      const [stack, left = ""] = move.split(" ");
      stacks[stack] = left;
    }
    return stacks.map((discs, number) => `${number}  ${discs.replace(/b/g, "○").replace(/c/g, "●")}`).join("\n")
      + "\n\n○ b, white    ● c, black";
  },
  graph(game, count) {
    const [, token, , ...ends] = game.position.split(" ");
    const edges = [];
    for (let i = 0; i < ends.length; i += 2) edges.push([ends[i], ends[i + 1]]);
    let at = token;
    const walk = [at];
    for (const vertex of game.moves.slice(0, count)) {
      edges.splice(edges.findIndex(([u, v]) => (u === at && v === vertex) || (v === at && u === vertex)), 1);
      at = vertex;
      walk.push(at);
    }
    const open = edges.filter((edge) => edge.includes(at)).map(([u, v]) => (u === at ? v : u));
    return `walk   ${walk.join(" → ")}\ntoken  ${at}\nopen   ${open.join(" ") || "none"}\nedges  ${edges.length}`;
  },
  kierki(game, count) {
    const lines = [];
    for (let i = 0; i < count; i += 4) {
      const cards = game.moves.slice(i, Math.min(i + 4, count)).map((card, j) => `${game.movers[i + j]}:${card}`);
      lines.push(`deal ${Math.floor(i / 52) + 1}, trick ${Math.floor((i % 52) / 4) + 1}   ${cards.join("  ")}`);
    }
    return lines.slice(-13).join("\n") || game.position;
  },
};
const board = boards[gameName] || ((game, count) => game.moves.slice(0, count).join(" "));

function open(game) {
  pane.hidden = false;
  pane.replaceChildren();
  const seats = Object.entries(game.seats).map(([seat, name]) => `${seat}: ${name}`).join(", ");
  pane.append(make("h3", `Game ${game.number}: ${seats}`), make("p", `${game.ending}: ${game.reason}`));
  const slider = make("input", "", { type: "range", min: 0, max: game.moves.length, value: 0, ariaLabel: "move" });
  const caption = make("p", "", { className: "moved" });
  caption.setAttribute("aria-live", "polite");
  const picture = make("pre");
  const show = () => {
    const count = Number(slider.value);
    picture.textContent = board(game, count);
    const last = count - 1;
    caption.textContent = count
      ? `Move ${count} of ${game.moves.length}: ${game.movers[last]} plays ${game.moves[last]} in ${(game.times[last] * 1000).toFixed(2)} ms`
      : `The start; ${game.moves.length} moves follow. Arrow keys step.`;
  };
  const step = (by) => () => { slider.value = Number(slider.value) + by; show(); };
  const steps = make("div", "", { className: "steps" });
  steps.append(make("button", "◀ back", { onclick: step(-1) }), slider, make("button", "next ▶", { onclick: step(1) }));
  slider.oninput = show;
  pane.append(steps, caption, picture);
  for (const [seat, words] of Object.entries(game.exits)) pane.append(make("p", `${seat}: ${words}`));
  for (const [seat, text] of Object.entries(game.stderr)) {
    if (text) pane.append(make("p", `stderr of ${seat}:`), make("pre", text));
  }
  show();
  slider.focus();
}

const table = make("table");
for (const game of games) {
  const row = make("tr");
  const cell = make("td");
  cell.append(make("button", `game ${game.number}`, { onclick: () => open(game) }));
  row.append(cell);
  const names = Object.values(game.seats).join(" – ");
  for (const text of [`round ${game.round}`, names, game.winner ?? "nobody", `${game.moves.length} moves`, `${game.ending}: ${game.reason}`]) {
    row.append(make("td", text));
  }
  table.append(row);
}
list.append(table);
