/**
 * What the page knows of the arena, and how each message of the server changes it. Pure: no socket, no page, no clock.
 */

export const nowhere = {
  /** @type {string|null} my name, once the server has said it */
  name: null,
  welcomed: false,
  /** seconds by which the server's clock is ahead of ours */
  ahead: 0,
  /** @type {Object<string, 'ready'|'busy'>} */
  players: {},
  /** @type {Object<string, any>} live tables by id */
  tables: {},
  /** @type {{by: string, game: string}[]} */
  invited: [],
  /** @type {{to: string, game: string}[]} */
  inviting: [],
  /** @type {Object<string, any>} what is known of each table that we sit at or watch */
  seen: {},
  /** @type {number|null} since when the server saves and all its clocks stand still, by our own clock */
  saving: null,
};

/** What is known of a table before anything is told of it. */
const unseen = { seat: null, view: null, last: null, asked: null, absent: {}, ended: null, rematch: [], draw: null, clocks: null };

const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
const add = (object, key, value) => ({ ...object, [key]: value });

function at(arena, message, changes) {
  const known = arena.seen[message.table] ?? unseen;
  return { ...arena, seen: add(arena.seen, message.table, { ...known, ...changes(known) }) };
}

function withTable(arena, table) {
  const tables = table.stage === 'over' ? without(arena.tables, table.id) : add(arena.tables, table.id, table);
  const known = arena.seen[table.id];
  if (!known) return { ...arena, tables };
  return { ...arena, tables, seen: add(arena.seen, table.id, { ...known, table }) };
}

const withdrawn = (arena, other) => ({
  ...arena,
  invited: arena.invited.filter(({ by }) => by !== other),
  inviting: arena.inviting.filter(({ to }) => to !== other),
});

const invite = (arena, to, game, terms = {}) =>
  ({ ...arena, inviting: [...arena.inviting.filter((one) => one.to !== to), { to, game, terms }] });

const hearings = {
  welcome: (arena, message, now) => ({
    ...arena,
    welcomed: true,
    name: message.name ?? null,
    ahead: message.clock - now,
    players: Object.fromEntries(message.players.map(({ name, status }) => [name, status])),
    tables: Object.fromEntries(message.tables.map((table) => [table.id, table])),
    // Invitations do not outlive a connection; the server repeats those that stand.
    invited: [],
    inviting: [],
    saving: null,
  }),
  saving: (arena, { on }, now) => ({ ...arena, saving: on ? arena.saving ?? now : null }),
  arrived: (arena, { name, status }) => ({ ...arena, players: add(arena.players, name, status ?? 'ready') }),
  changed: (arena, { name, status }) => ({ ...arena, players: add(arena.players, name, status ?? 'ready') }),
  gone: (arena, { name }) => ({ ...withdrawn(arena, name), players: without(arena.players, name) }),
  /** Many changes at once: of each player only the last. */
  players: (arena, { here, gone }) => {
    const players = { ...arena.players, ...Object.fromEntries(here.map(({ name, status }) => [name, status])) };
    for (const name of gone) delete players[name];
    return { ...gone.reduce(withdrawn, arena), players };
  },
  invited: (arena, { by, game, terms = {} }) => ({ ...arena, invited: [...withdrawn(arena, by).invited, { by, game, terms }] }),
  inviting: (arena, { to, game, terms }) => invite(arena, to, game, terms),
  withdrawn: (arena, { other }) => withdrawn(arena, other),
  matched: (arena, { table }) => ({ ...withTable(arena, table), invited: [], inviting: [] }),
  table: (arena, { table }) => withTable(arena, table),
  tables: (arena, { tables }) => tables.reduce(withTable, arena),
  // What stands beside the position, as an offer of a draw, is told after it.
  shown: (arena, message) => at(arena, message, (known) => ({
    draw: null,
    absent: {},
    seat: message.seat ?? null,
    view: message.view,
    last: known.view ? known.last : null,
  })),
  played: (arena, message) => at(arena, message, (known) => ({
    view: message.view,
    last: { by: message.by, move: message.move, before: known.view },
    asked: null,
    refused: null,
  })),
  asked: (arena, message) => at(arena, message, () => ({
    asked: { seat: message.seat, deadline: message.deadline ?? null, again: message.again ?? false },
    clocks: message.clocks ?? null,
  })),
  refused: (arena, message) => at(arena, message, () => ({ refused: { why: message.why, code: message.code } })),
  left: (arena, message) => at(arena, message, (known) => ({
    absent: add(known.absent, message.seat, message.until ?? null),
    draw: null,
  })),
  taken_over: (arena, message) => at(arena, message, (known) => ({ absent: without(known.absent, message.seat), draw: null })),
  draw_offered: (arena, message) => at(arena, message, () => ({ draw: message.seat })),
  draw_declined: (arena, message) => at(arena, message, () => ({ draw: null })),
  sat: (arena, message) => at(arena, message, (known) => ({ absent: without(known.absent, message.seat) })),
  ended: (arena, message) => at(arena, message, () => ({ ended: message, asked: null, absent: {}, draw: null })),
  rematch: (arena, message) => at(arena, message, (known) => ({ rematch: [...new Set([...known.rematch, message.name])] })),
};

/**
 * The arena after a message; the same one when the message changes nothing.
 * @template {typeof nowhere} Arena
 * @param {Arena} arena
 * @param {{type: string, [fact: string]: any}} message
 * @param {number} now seconds since the epoch by our own clock
 * @returns {Arena}
 */
export function heard(arena, message, now) {
  const hearing = Object.hasOwn(hearings, message.type) ? hearings[message.type] : null;
  return hearing ? hearing(arena, message, now) : arena;
}

/** The arena after something that we said. */
export function said(arena, message) {
  switch (message.type) {
    case 'invite':
      return invite(arena, message.to, message.game, message.terms);
    case 'cancel':
      return { ...arena, inviting: arena.inviting.filter(({ to }) => to !== message.to) };
    case 'answer':
      return { ...arena, invited: arena.invited.filter(({ by }) => by !== message.to) };
    case 'play':
      return at(arena, message, () => ({ refused: null }));
    case 'rematch':
      return at(arena, message, () => ({ rematchAsked: true }));
    default:
      return arena;
  }
}

/** The seat at a table that is kept for somebody of that name, if one is. */
export function seatOf(table, name) {
  const found = Object.entries(table?.seats ?? {}).find(([, who]) => who && who.kind === 'person' && who.name === name && who.stand_in !== 'resigned');
  return found && name ? found[0] : null;
}
