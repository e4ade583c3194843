import assert from 'node:assert/strict';
import { test } from 'node:test';

import { taken } from '../../src/stolik/games/kierki/page/summary.js';

const tricks = [
  { number: 1, taker: 'N', cards: ['2H', 'QH', '3C', '4H'] },
  { number: 7, taker: 'E', cards: ['KH', 'JS', '5S', '6S'] },
  { number: 13, taker: 'N', cards: ['2C', '5C', 'QC', '8C'] },
];

test('a summary says who took what costs points in each type of deal', () => {
  assert.equal(taken(1, tricks).N.tricks, 2);
  assert.deepEqual(taken(1, tricks).N.cards, []);
  assert.deepEqual(taken(2, tricks).N.cards, ['2H', 'QH', '4H']);
  assert.deepEqual(taken(3, tricks).N.cards, ['QH', 'QC']);
  assert.deepEqual(taken(4, tricks).E.cards, ['KH', 'JS']);
  assert.deepEqual(taken(5, tricks).E.cards, ['KH']);
  assert.deepEqual(taken(6, tricks).N.numbers, [13]);
  assert.deepEqual(taken(6, tricks).E.numbers, [7]);
  assert.deepEqual(taken(7, tricks).E, { tricks: 1, numbers: [7], cards: ['KH', 'JS'] });
  assert.deepEqual(taken(7, tricks).S, { tricks: 0, numbers: [], cards: [] });
});
