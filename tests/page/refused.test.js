import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speak, teach } from '../../src/stolik/web/static/js/i18n.js';
import { Refusal } from '../../src/stolik/web/static/js/refusal.js';
import { whyRefused } from '../../src/stolik/web/static/js/refused.js';

await speak('pl');
teach({ nim: { 'why.empty': 'kupka {heap} jest pusta' } });

const rules = {
  fromView: (view) => view,
  play: (_, move) => {
    if (move === '3') throw new Refusal('empty', { heap: 3 });
    if (move === 'broken') throw new TypeError('a fault of the rules');
  },
};
const known = { refused: { code: 'bad_move', why: 'heap 3 is empty' }, view: { turn: 'b' } };

test('the rules of the game say why, in the reader’s language', () => {
  assert.equal(whyRefused('nim', rules, known, '3'), 'kupka 3 jest pusta');
});

test('what the rules would allow is refused in general words', () => {
  assert.equal(whyRefused('nim', rules, known, '1'), 'reguły na to nie pozwalają');
});

test('without rules the server’s own words are repeated', () => {
  assert.equal(whyRefused('nim', undefined, known, '3'), 'heap 3 is empty');
});

test('what has nothing to do with the rules has words of the page', () => {
  assert.equal(whyRefused('nim', rules, { ...known, refused: { code: 'over', why: '' } }, '3'), 'partia się skończyła');
  assert.equal(whyRefused('nim', rules, { refused: null }, '3'), '');
});

test('a fault of the rules is not taken for a refusal', () => {
  assert.throws(() => whyRefused('nim', rules, known, 'broken'), TypeError);
});
