import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speak } from '../../src/stolik/web/static/js/i18n.js';
import { TableLog } from '../../src/stolik/web/static/js/table_log.js';

/** A tab's memory that holds little. */
function tab(most = Infinity) {
  const held = new Map();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem(key, value) {
      if (value.length > most) throw new Error('full');
      held.set(key, value);
    },
  };
}

test('what happened at a table is there again after a reload, newest first, and no other table has it', () => {
  const memory = tab();
  const log = new TableLog('one', memory);
  log.add('Ada plays d3');
  log.add('Jan plays c5');
  assert.deepEqual(new TableLog('one', memory).lines, ['Jan plays c5', 'Ada plays d3']);
  assert.deepEqual(new TableLog('two', memory).lines, []);
});

test('lines in another language are not shown, and the position is still known', async () => {
  const memory = tab();
  const log = new TableLog('one', memory);
  log.add('Ada plays d3');
  log.reach({ turn: 'black' }, null);
  await speak('pl');
  assert.deepEqual(new TableLog('one', memory).lines, []);
  assert.equal(new TableLog('one', memory).reach({ turn: 'white' }, null), true);
  await speak('en');
});

test('a log notices that the game went on without it', () => {
  const memory = tab();
  const log = new TableLog('one', memory);
  assert.equal(log.reach({ turn: 'black' }, null), false);
  assert.equal(new TableLog('one', memory).reach({ turn: 'black' }, null), false);
  assert.equal(new TableLog('one', memory).reach({ turn: 'white' }, null), true);
});

test('another seat sees the same position in another way: whoever sits down or logs out has missed nothing', () => {
  const log = new TableLog('one', tab());
  log.reach({ turn: 'black', moves: ['d3'] }, 'black');
  assert.equal(log.reach({ turn: 'black', moves: [] }, null), false);
  assert.equal(log.reach({ turn: 'white', moves: [] }, null), true);
});

test('a log is bounded, and so is the number of tables', () => {
  const memory = tab();
  for (let table = 0; table < 9; table += 1) {
    const log = new TableLog(String(table), memory);
    for (let line = 0; line < 100; line += 1) log.add(String(line));
  }
  assert.equal(new TableLog('8', memory).lines.length, 80);
  assert.equal(new TableLog('8', memory).lines[0], '99');
  assert.equal(new TableLog('4', memory).lines.length, 0);
  assert.equal(new TableLog('5', memory).lines.length, 80);
});

test('without a memory, or with a full or damaged one, the log lasts as long as the page', () => {
  const damaged = tab();
  damaged.setItem('stolik.logs', '{');
  for (const memory of [null, tab(0), damaged]) {
    const log = new TableLog('one', memory);
    log.add('Ada plays d3');
    assert.deepEqual(log.lines, ['Ada plays d3']);
  }
});
