import assert from 'node:assert/strict';
import { test } from 'node:test';

import { heard, nowhere } from '../../src/stolik/web/static/js/arena.js';
import { isNewTurn, turnsOf } from '../../src/stolik/web/static/js/waiting.js';

const person = (name) => ({ name, kind: 'person', here: true });
const table = { id: 'T', game: 'noughts', stage: 'playing', seats: { x: person('Ada'), o: person('Jan') } };
const asked = (seat) => ({ type: 'asked', table: 'T', seat, again: false });
const after = (...messages) => messages.reduce((arena, message) => heard(arena, message, 0), { ...nowhere, name: 'Ada' });

test('it is my turn at a table where my seat is asked, and not where another is', () => {
  assert.deepEqual(turnsOf(after({ type: 'table', table }, asked('x'))), [{ id: 'T', game: 'noughts' }]);
  assert.deepEqual(turnsOf(after({ type: 'table', table }, asked('o'))), []);
  assert.deepEqual(turnsOf(after({ type: 'table', table }, asked('x'), { type: 'played', table: 'T', by: 'x', move: '1', view: {} })), []);
});

test('whoever only watches, has resigned or has finished has no turn', () => {
  const resigned = { ...table, seats: { ...table.seats, x: { ...person('Ada'), stand_in: 'resigned' } } };
  assert.deepEqual(turnsOf({ ...after({ type: 'table', table }, asked('x')), name: 'Eva' }), []);
  assert.deepEqual(turnsOf({ ...after({ type: 'table', table }, asked('x')), name: null }), []);
  assert.deepEqual(turnsOf(after({ type: 'table', table: resigned }, asked('x'))), []);
  assert.deepEqual(turnsOf(after({ type: 'table', table }, asked('x'), { type: 'ended', table: 'T', winners: [] })), []);
});

test('a turn is new once: a question that is repeated calls nobody again', () => {
  const before = after({ type: 'table', table });
  const then = heard(before, asked('x'), 0);
  assert.equal(isNewTurn(asked('x'), before, then), true);
  assert.equal(isNewTurn({ ...asked('x'), again: true }, then, then), false);
  assert.equal(isNewTurn(asked('o'), before, heard(before, asked('o'), 0)), false);
});
