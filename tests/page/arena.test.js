import assert from 'node:assert/strict';
import { test } from 'node:test';

import { heard, nowhere, said, seatOf } from '../../src/stolik/web/static/js/arena.js';

const table = { id: 't1', game: 'othello', stage: 'playing', seats: { black: { name: 'Ada', kind: 'person', here: true }, white: { name: 'Ada', kind: 'bot', here: true } } };
const welcome = { type: 'welcome', name: 'Ada', players: [{ name: 'Ada', status: 'ready' }], tables: [table], mine: ['t1'], clock: 1005 };
const hear = (...messages) => messages.reduce((arena, message) => heard(arena, message, 1000), nowhere);

test('a welcome tells which tables concern me and how far the clocks are apart', () => {
  const arena = hear(welcome);
  assert.deepEqual(Object.keys(arena.tables), ['t1']);
  assert.equal(arena.ahead, 5);
  assert.equal(arena.welcomed, true);
});

test('how many tables are left is known when the server has told, and forgotten with the connection', () => {
  assert.equal(hear(welcome).tablesLeft, null);
  assert.equal(hear({ ...welcome, tables_left: 2 }).tablesLeft, 2);
  assert.equal(hear(welcome, { type: 'tables_left', left: 1 }).tablesLeft, 1);
  assert.equal(hear(welcome, { type: 'tables_left', left: 1 }, welcome).tablesLeft, null);
});

test('the part of the list of players that we look at is replaced, and then changed', () => {
  const arena = hear(welcome, { type: 'players', here: [{ name: 'Ada', status: 'ready' }, { name: 'Bob', status: 'ready' }], gone: [], fresh: true });
  assert.deepEqual([arena.players, arena.playersTotal], [{ Ada: 'ready', Bob: 'ready' }, 2]);
  const after = heard(arena, { type: 'players', here: [{ name: 'Bob', status: 'busy' }], gone: ['Ada', 'nobody'], total: 7 }, 0);
  assert.deepEqual([after.players, after.playersTotal], [{ Bob: 'busy' }, 7]);
  const other = heard(after, { type: 'players', here: [{ name: 'Eva', status: 'busy' }], gone: [], fresh: true }, 0);
  assert.deepEqual([other.players, other.playersTotal], [{ Eva: 'busy' }, 1]);
});

test('of the list of tables, those are known that we look at, sit at or watch', () => {
  const others = { black: { name: 'Eve', kind: 'person', here: true }, white: null };
  const of = (id) => ({ ...table, id, seats: others });
  const arena = hear(welcome, { type: 'shown', table: 't9', seat: null, view: {} }, { type: 'table', table: of('t9') },
    { type: 'tables', tables: [of('t2'), of('t3')], total: 40, fresh: true });
  assert.deepEqual([Object.keys(arena.tables).sort(), [...arena.listed], arena.tablesTotal], [['t1', 't2', 't3', 't9'], ['t2', 't3'], 40]);
  const after = heard(arena, { type: 'tables', tables: [{ ...of('t3'), stage: 'over' }, of('t4')], gone: ['t2'] }, 0);
  assert.deepEqual([Object.keys(after.tables).sort(), [...after.listed], after.tablesTotal], [['t1', 't4', 't9'], ['t4'], 1]);
  const away = said(after, { type: 'look' });
  assert.deepEqual([[...away.listed], away.tablesTotal, away.playersTotal], [[], null, null]);
});

test('an invitation stands until it is withdrawn, answered or its maker is gone', () => {
  const invited = hear(welcome, { type: 'invited', by: 'Bob', game: 'graph' });
  assert.deepEqual(invited.invited, [{ by: 'Bob', game: 'graph', terms: {} }]);
  assert.deepEqual(heard(invited, { type: 'withdrawn', other: 'Bob' }, 0).invited, []);
  assert.deepEqual(said(invited, { type: 'answer', to: 'Bob', accept: false }).invited, []);
});

test('one\'s own invitation is shown once, though the server repeats it', () => {
  const arena = heard(said(hear(welcome), { type: 'invite', to: 'Bob', game: 'graph' }), { type: 'inviting', to: 'Bob', game: 'graph' }, 0);
  assert.equal(arena.inviting.length, 1);
  assert.equal(said(arena, { type: 'cancel', to: 'Bob' }).inviting.length, 0);
});

test('a table that is over is taken off the list, but not forgotten by who looks at it', () => {
  const arena = hear(welcome, { type: 'shown', table: 't1', seat: 'black', view: {} }, { type: 'table', table: { ...table, stage: 'over' } });
  assert.equal('t1' in arena.tables, false);
  assert.equal(arena.seen.t1.table.stage, 'over');
});

test('a move brings the new view, and remembers the old one', () => {
  const arena = hear(welcome, { type: 'shown', table: 't1', seat: 'black', view: { turn: 'black' } },
    { type: 'played', table: 't1', by: 'black', move: 'f5', view: { turn: 'white' } });
  assert.deepEqual(arena.seen.t1.last, { by: 'black', move: 'f5', before: { turn: 'black' } });
  assert.equal(arena.seen.t1.view.turn, 'white');
});

test('why a move was refused is forgotten with the next one', () => {
  const arena = hear(welcome, { type: 'refused', table: 't1', why: 'a1 is taken' });
  assert.equal(arena.seen.t1.refused.why, 'a1 is taken');
  assert.equal(said(arena, { type: 'play', table: 't1', move: 'f5' }).seen.t1.refused, null);
});

test('who is away is waited for until they sit again', () => {
  const away = hear(welcome, { type: 'left', table: 't1', seat: 'white', until: 1060 });
  assert.deepEqual(away.seen.t1.absent, { white: 1060 });
  assert.deepEqual(heard(away, { type: 'sat', table: 't1', seat: 'white', name: 'Bob' }, 0).seen.t1.absent, {});
});

test('a message of an unknown type, and of a name that objects have, changes nothing', () => {
  const arena = hear(welcome);
  for (const type of ['gossip', 'constructor', '__proto__']) assert.equal(heard(arena, { type }, 0), arena);
});

test('a bot of the same name does not make a seat one\'s own', () => {
  assert.equal(seatOf(table, 'Ada'), 'black');
  assert.equal(seatOf(table, 'Bob'), null);
  assert.equal(seatOf(undefined, 'Ada'), null);
});

test('while the server saves, the time when that began is kept, and a new connection begins anew', () => {
  const saving = heard(hear(welcome, { type: 'saving', on: true }), { type: 'saving', on: true }, 1010);
  assert.equal(saving.saving, 1000);
  assert.equal(heard(saving, { type: 'saving', on: false }, 1020).saving, null);
  assert.equal(heard(saving, welcome, 1020).saving, null);
});

test('an offer of a draw stands until it is declined, somebody leaves, or the game ends', () => {
  const offered = hear(welcome, { type: 'shown', table: 't1', seat: 'black', view: {} }, { type: 'draw_offered', table: 't1', seat: 'white' });
  assert.equal(offered.seen.t1.draw, 'white');
  for (const message of [{ type: 'draw_declined', seat: 'black' }, { type: 'left', seat: 'white' }, { type: 'ended', ending: 'rules' }]) {
    assert.equal(heard(offered, { table: 't1', ...message }, 0).seen.t1.draw, null);
  }
});

test('who is played for by a bot is not waited for, and who resigned has no seat', () => {
  const away = hear(welcome, { type: 'left', table: 't1', seat: 'N', until: 9 }, { type: 'taken_over', table: 't1', seat: 'N', resigned: false });
  assert.deepEqual(away.seen.t1.absent, {});
  const seats = { N: { kind: 'person', name: 'Ada', here: false, stand_in: 'away' }, E: { kind: 'person', name: 'Bob', here: false, stand_in: 'resigned' } };
  assert.equal(seatOf({ seats }, 'Ada'), 'N');
  assert.equal(seatOf({ seats }, 'Bob'), null);
});

test('the clocks of all players are known from the question', () => {
  const arena = hear(welcome, { type: 'asked', table: 't1', seat: 'black', again: false, deadline: 9, clocks: { black: 5, white: 7 } });
  assert.deepEqual(arena.seen.t1.clocks, { black: 5, white: 7 });
});

test('whoever resigns while the others play on has no seat any more, though the table is told to them no more', () => {
  const arena = hear(welcome, { type: 'shown', table: 't1', seat: 'black', view: {} }, { type: 'taken_over', table: 't1', seat: 'black', resigned: true });
  assert.equal(arena.tables.t1.seats.black.stand_in, 'resigned');
  assert.equal(seatOf(arena.tables.t1, 'Ada'), null);
  assert.equal(arena.seen.t1.table.seats.black.name, 'Ada');
});

test('while a player is away nobody is asked and the clocks stand still, and so they do at the end', () => {
  const asked = { type: 'asked', table: 't1', seat: 'black', deadline: 1065, clocks: { black: 120, white: 90 } };
  const away = hear(welcome, asked, { type: 'left', table: 't1', seat: 'white', until: 1075 });
  assert.equal(away.seen.t1.asked, null);
  assert.deepEqual(away.seen.t1.clocks, { black: 60, white: 90 });
  const later = heard(away, { type: 'left', table: 't1', seat: 'black', until: 1085 }, 1030);
  assert.deepEqual(later.seen.t1.clocks, { black: 60, white: 90 });
  const late = heard(hear(welcome, asked), { type: 'ended', table: 't1', ending: 'overtime' }, 1061);
  assert.deepEqual(late.seen.t1.clocks, { black: 0, white: 90 });
});
