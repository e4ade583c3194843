// Steps through the games of a report. The positions follow from the first one and the moves.
"use strict";
const { games } = JSON.parse(document.getElementById("data").textContent);
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

// The position after some moves, as something to look at: the game's own page/report.js says how, where it has one.
const plain = (game, count) => {
  const lines = game.moves.slice(0, count).map((move, number) => `${number + 1}. ${game.movers[number]} ${move}`);
  return make("pre", [game.position, ...lines].join("\n"));
};
const position = globalThis.drawPosition ?? plain;

function openGame(game, row) {
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
    board.replaceChildren(position(game, count, { make, draw }));
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
  cell.append(make("button", game.number, { onclick: () => openGame(game, row) }));
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
