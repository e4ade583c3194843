// Steps through the games of a report. The positions follow from the first one and the moves.
"use strict";
const { players, games } = JSON.parse(document.getElementById("data").textContent);
const list = document.getElementById("games");
const search = document.getElementById("search");
const pane = document.getElementById("game");
const page = document.getElementById("player");
const byNumber = new Map(games.map((game) => [game.number, game]));
// A table of more rows takes a browser seconds; a search finds the others.
const MOST_ROWS = 500;

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

const seatOf = (game, name) => Object.keys(game.seats).find((seat) => game.seats[seat] === name);
const won = (game, name) => game.winner === name;
const failed = (game, name) => game.ending !== "rules" && game.by !== null && game.seats[game.by] === name;
const linkTo = (text, hash) => make("a", text, { href: hash });

function openGame(game) {
  pane.hidden = false;
  const heading = make("h2", `Game ${game.number}: `);
  for (const [at, [seat, name]] of Object.entries(game.seats).entries()) {
    const player = players.find((one) => one.name === name);
    heading.append(at ? ", " : "", `${seat}: `, linkTo(name, `#player-${player.number}`));
  }
  pane.replaceChildren(heading, make("p", game.reason, { className: game.ending === "rules" ? "" : "lost" }));
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
  for (const [seat, words] of Object.entries(game.exits)) if (words) pane.append(make("p", `${seat}, ${game.seats[seat]}: ${words}`));
  for (const [seat, text] of Object.entries(game.stderr)) {
    if (text) pane.append(make("h3", `What ${game.seats[seat]} wrote on stderr`), make("pre", text, { className: "long" }));
  }
  const file = `games/${String(game.number).padStart(5, "0")}.txt`;
  if (game.lines === null) pane.append(make("p", `The lines of this game are in ${file} in the tournament's folder.`));
  else if (game.lines) {
    pane.append(make("h3", "Every line"), make("p", "Seconds since the start, the seat, > from the program and < to it."), make("pre", game.lines, { className: "long" }));
  }
  show();
  pane.scrollIntoView({ block: "start" });
}

function openPlayer(player) {
  const mine = games.filter((game) => seatOf(game, player.name));
  const [low, high] = player.interval.map(Math.round);
  const place = `${player.place}${player.shared ? " (shared)" : ""}`;
  const faults = Object.entries(player.faults).map(([ending, count]) => `${count} ${ending}`).join(", ");
  page.hidden = false;
  page.replaceChildren(
    make("h2", `z${player.number} ${player.name}`),
    make("p", `Place ${place}. Points: ${player.points}; games: ${player.games}, won: ${player.won}. Rating ${Math.round(player.rating)}, 95 % interval ${low} to ${high}.`),
    make("p", `${player.longest_time ? `A move took ${(player.mean_time * 1000).toFixed(2)} ms on average, ${(player.longest_time * 1000).toFixed(2)} ms at most.` : "It made no move."} ${faults ? `Games lost by faults: ${faults}.` : "No game was lost by a fault."}`),
  );
  const rows = mine.map((game) => {
    const others = Object.values(game.seats).filter((name) => name !== player.name).join(", ");
    const drawn = game.ending === "rules" && Object.keys(game.seats).length === 2 ? "drawn" : "";
    const result = won(game, player.name) ? "won" : game.winner ? "lost" : drawn;
    return [game, [game.round, others, result, game.moves.length, game.reason], failed(game, player.name) ? "lost" : ""];
  });
  page.append(tableOf(["game", "round", "against", "result", "moves", "end"], rows));
  const details = make("details");
  details.append(make("summary", "How likely it is that this program is better than each other one"));
  const table = make("table");
  for (const other of players) {
    if (other === player) continue;
    const row = make("tr");
    row.append(make("td", other.name), make("td", sure(player.superiority[other.name]), { className: "figures" }));
    table.append(row);
  }
  details.append(table);
  page.append(details);
  page.scrollIntoView({ block: "start" });
}

const sure = (likely) => (likely > 0.99 ? "> 99 %" : likely < 0.01 ? "< 1 %" : `${Math.round(100 * likely)} %`);

function tableOf(heads, rows) {
  const table = make("table");
  const heading = make("tr");
  for (const text of heads) heading.append(make("th", text));
  table.append(make("thead"), make("tbody"));
  table.tHead.append(heading);
  for (const [game, cells, kind] of rows) {
    const row = make("tr");
    const cell = make("td");
    cell.append(linkTo(game.number, `#game-${game.number}`));
    row.append(cell);
    for (const text of cells) row.append(make("td", text));
    row.lastChild.className = `reason ${kind}`;
    table.tBodies[0].append(row);
  }
  return table;
}

const words = make("input", "", { type: "search", placeholder: "player, reason or number", ariaLabel: "search the games" });
const kinds = make("select", "", { ariaLabel: "how games ended" });
kinds.append(make("option", "all endings", { value: "" }));
for (const ending of new Set(games.map((game) => game.ending))) kinds.append(make("option", ending, { value: ending }));
const found = make("span", "", { role: "status" });
search.append(words, " ", kinds, " ", found);

function drawGames() {
  const wanted = words.value.trim().toLowerCase();
  const fits = (game) => (!kinds.value || game.ending === kinds.value)
    && (!wanted || String(game.number) === wanted || `${Object.values(game.seats).join(" ")} ${game.reason}`.toLowerCase().includes(wanted));
  const all = games.filter(fits);
  found.textContent = all.length > MOST_ROWS ? `${all.length} games; the first ${MOST_ROWS} are shown` : `${all.length} games`;
  list.replaceChildren(tableOf(["game", "round", "players", "winner", "moves", "ending", "why"], all.slice(0, MOST_ROWS).map((game) => [
    game, [game.round, Object.values(game.seats).join(" – "), game.winner ?? "", game.moves.length, game.ending, game.reason], game.ending === "rules" ? "" : "lost",
  ])));
}

function follow() {
  const [, kind, number] = location.hash.match(/^#(game|player)-(\d+)$/) ?? [];
  if (kind === "game" && byNumber.has(Number(number))) openGame(byNumber.get(Number(number)));
  const player = kind === "player" && players.find((one) => one.number === Number(number));
  if (player) openPlayer(player);
}

words.oninput = drawGames;
kinds.onchange = drawGames;
drawGames();
addEventListener("hashchange", follow);
follow();

// The course's signs in colours, beside being signs.
for (const cell of document.querySelectorAll("td.figures")) {
  if (!/^[-+=]\d/.test(cell.textContent)) continue;
  const signs = cell.textContent.split(/(?=[-+=])/).map((sign) => make("span", sign, { className: { "+": "won", "-": "lost" }[sign[0]] ?? "" }));
  cell.replaceChildren(...signs);
}
