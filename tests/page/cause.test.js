import assert from 'node:assert/strict';
import { test } from 'node:test';

import { causeText, explainer } from '../../src/stolik/web/static/js/cause.js';
import { speak, teach } from '../../src/stolik/web/static/js/i18n.js';
import { Refusal } from '../../src/stolik/web/static/js/refusal.js';

const late = { kind: 'overtime.late', facts: { name: 'Ada', limit: 0.3, answered: 1.25, late: 0.95 } };
const left = { kind: 'gone.left', facts: { name: 'Ada' }, because: [{ kind: 'exit.code', facts: { code: 3 } }] };
const illegal = { kind: 'foul.move', facts: { name: 'Ada', move: '3' }, because: [{ kind: 'told', facts: { text: 'heap 3 is empty' } }] };

const rules = {
  fromView: (view) => view,
  play: (_, move) => {
    if (move === '3') throw new Refusal('empty', { heap: 3 });
  },
};

test('a cause is told in the reader’s language, with its numbers', async () => {
  await speak('en');
  assert.equal(causeText(late), 'Ada answered after 1.25 s, 0.95 s too late: it had 0.3 s');
  await speak('pl');
  assert.equal(causeText(late), 'Program Ada odpowiedział po 1,25 s, o 0,95 s za późno: miał 0,3 s');
  assert.equal(causeText(left), 'Program Ada zakończył się bez odpowiedzi (kod wyjścia 3)');
  await speak('cs');
  assert.equal(causeText(left), 'Program Ada skončil bez odpovědi (návratový kód 3)');
});

test('the rules of the game say in the reader’s language why a move is illegal', async () => {
  await speak('pl');
  teach({ nim: { 'why.empty': 'kupka {heap} jest pusta' } });
  const explain = explainer('nim', rules, { turn: 'b' });
  assert.equal(causeText(illegal, explain), 'Program Ada wykonał niedozwolony ruch: kupka 3 jest pusta');
});

test('where the rules say nothing, what the program was told is quoted', async () => {
  await speak('pl');
  const quoted = 'Program Ada wykonał niedozwolony ruch: „heap 3 is empty”';
  assert.equal(causeText(illegal), quoted);
  assert.equal(causeText(illegal, explainer('nim', null, { turn: 'b' })), quoted);
  assert.equal(causeText(illegal, explainer('nim', rules, { turn: null })), quoted);
});
