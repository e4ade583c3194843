import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chosen } from '../../src/stolik/web/static/js/table_order.js';

const person = (name) => ({ kind: 'person', name, here: true });
const table = (id, seats, more = {}) => ({ id, game: 'othello', stage: seats.includes(null) ? 'gathering' : 'playing', seats: Object.fromEntries(seats.map((who, at) => [at, who])), ...more });

const all = [
  table('a', [person('Bob'), person('Cyd')], { watchers: 3 }),
  table('b', [person('Dan'), null]),
  table('c', [person('Eve'), person('Fay')], { game: 'graph', watchers: 7 }),
  table('d', [person('Ada'), person('Gil')]),
  table('e', [person('Hal'), null]),
];
const ids = (wishes, ratings) => chosen(all, 'Ada', wishes, ratings).map(({ id }) => id).join('');

test('my tables come first, then those with a seat to take, the newest first', () => {
  assert.equal(ids(), 'debca');
});

test('tables are chosen by game, by a free seat and by who sits there', () => {
  assert.equal(ids({ game: 'graph' }), 'c');
  assert.equal(ids({ open: true }), 'eb');
  assert.equal(ids({ search: ' cY ' }), 'a');
  assert.equal(ids({ search: 'nobody' }), '');
});

test('tables to watch are ordered by rating or by how many watch', () => {
  assert.equal(ids({ order: 'watched' }), 'debca');
  assert.equal(ids({ order: 'rating' }, { othello: { Cyd: 40 }, graph: { Fay: 30 } }), 'debac');
});
