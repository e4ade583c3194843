/**
 * What the page knows of the arena, and how each message of the server changes it. Pure: no socket, no page, no clock.
 */

export const nowhere = {
  /** @type {string|null} my name, once the server has said it */
  name: null,
  welcomed: false,
  /** seconds by which the server's clock is ahead of ours */
  ahead: 0,
  /** @type {Object<string, 'ready'|'busy'>} the part of the list of players that we look at */
  players: {},
  /** @type {number|null} how many players there are in that list; null before the server has told */
  playersTotal: null,
  /** @type {Object<string, any>} live tables by id: those in the list that we look at, mine, and those that we watch */
  tables: {},
  /** @type {Set<string>} the part of the list of tables that we look at */
  listed: new Set(),
  /** @type {number|null} how many tables there are in that list; null before the server has told */
  tablesTotal: null,
  /** @type {number|null} how many more tables I may make, where few are left */
  tablesLeft: null,
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

/** The clocks when they stop: whoever was asked has what is left until the deadline. */
function stopped({ asked, clocks }, arena, now) {
  if (!clocks || !asked?.deadline) return clocks;
  return add(clocks, asked.seat, Math.max(0, asked.deadline - (arena.saving ?? now) - arena.ahead));
}

function withTable(arena, table) {
  const tables = table.stage === 'over' ? without(arena.tables, table.id) : add(arena.tables, table.id, table);
  const known = arena.seen[table.id];
  if (!known) return { ...arena, tables };
  return { ...arena, tables, seen: add(arena.seen, table.id, { ...known, table }) };
}

/** Whoever has resigned is not told of the table any more: what the list of its seats says then is known from this alone. */
function standIn(arena, { table: id, seat, resigned }) {
  const table = arena.tables[id] ?? arena.seen[id]?.table;
  if (!table?.seats[seat]) return arena;
  return withTable(arena, { ...table, seats: add(table.seats, seat, { ...table.seats[seat], stand_in: resigned ? 'resigned' : 'away' }) });
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
    players: {},
    playersTotal: null,
    // Those that concern me; the lists are told next.
    tables: Object.fromEntries(message.tables.map((table) => [table.id, table])),
    listed: new Set(),
    tablesTotal: null,
    tablesLeft: message.tables_left ?? null,
    // Invitations do not outlive a connection; the server repeats those that stand.
    invited: [],
    inviting: [],
    saving: null,
  }),
  tables_left: (arena, { left }) => ({ ...arena, tablesLeft: left }),
  saving: (arena, { on }, now) => ({ ...arena, saving: on ? arena.saving ?? now : null }),
  players: (arena, { here, gone, total, fresh = false }) => {
    const players = { ...(fresh ? {} : arena.players), ...Object.fromEntries(here.map(({ name, status }) => [name, status])) };
    for (const name of gone) delete players[name];
    return { ...arena, players, playersTotal: total ?? Object.keys(players).length };
  },
  invited: (arena, { by, game, terms = {} }) => ({ ...arena, invited: [...withdrawn(arena, by).invited, { by, game, terms }] }),
  inviting: (arena, { to, game, terms }) => invite(arena, to, game, terms),
  withdrawn: (arena, { other }) => withdrawn(arena, other),
  matched: (arena, { table }) => ({ ...withTable(arena, table), invited: [], inviting: [] }),
  table: (arena, { table }) => withTable(arena, table),
  tables: (arena, { tables: told, gone = [], total, fresh = false }) => {
    const listed = new Set(fresh ? [] : arena.listed);
    for (const { id, stage } of told) listed[stage === 'over' ? 'delete' : 'add'](id);
    for (const id of gone) listed.delete(id);
    const after = told.reduce(withTable, arena);
    const isKept = ([id, table]) => listed.has(id) || id in after.seen || seatOf(table, arena.name);
    return { ...after, tables: Object.fromEntries(Object.entries(after.tables).filter(isKept)), listed, tablesTotal: total ?? listed.size };
  },
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
  // The game waits: nobody is asked until it goes on.
  left: (arena, message, now) => at(arena, message, (known) => ({
    asked: null,
    clocks: stopped(known, arena, now),
    absent: add(known.absent, message.seat, message.until ?? null),
    draw: null,
  })),
  taken_over: (arena, message) => at(standIn(arena, message), message, (known) => ({ absent: without(known.absent, message.seat), draw: null })),
  draw_offered: (arena, message) => at(arena, message, () => ({ draw: message.seat })),
  draw_declined: (arena, message) => at(arena, message, () => ({ draw: null })),
  sat: (arena, message) => at(arena, message, (known) => ({ absent: without(known.absent, message.seat) })),
  ended: (arena, message, now) => at(arena, message, (known) => ({ ended: message, asked: null, clocks: stopped(known, arena, now), absent: {}, draw: null })),
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
    case 'look':
      return {
        ...arena,
        ...(message.players ? {} : { players: {}, playersTotal: null }),
        ...(message.tables ? {} : { listed: new Set(), tablesTotal: null }),
      };
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
