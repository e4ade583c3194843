import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speak, teach } from '../../src/stolik/web/static/js/i18n.js';
import { causeWords, endingWords, headline, scoreWords } from '../../src/stolik/web/static/js/result.js';

await speak('en');
teach({ nim: { 'ending.rules.you': 'you had no move left', 'ending.rules.by': '{name} had no move left' } });

const names = { x: 'Ada', o: 'Jan' };
const ended = { ending: 'rules', reason: 'over', winners: ['x'], scores: { x: 1, o: 0 } };

test('whoever plays is told first how it ended for them', () => {
  assert.equal(headline('nim', ended, names, 'x'), 'You win!');
  assert.equal(headline('nim', ended, names, 'o'), 'You lost. Ada wins.');
  assert.equal(headline('nim', ended, names, null), 'Ada wins');
  assert.equal(headline('nim', { ...ended, winners: ['x', 'o'] }, names, 'o'), 'A draw');
});

test('and then why, in the game’s own words where it has some', () => {
  assert.equal(endingWords(ended, 'nim', names, 'o'), 'you had no move left');
  assert.equal(endingWords(ended, 'nim', names, 'x'), 'Jan had no move left');
  assert.equal(endingWords(ended, 'chess', names, 'x'), 'played to its end');
  assert.equal(endingWords({ ...ended, winners: ['x', 'o'] }, 'nim', names, 'x'), 'played to its end');
});

test('whoever ended the game otherwise is named', () => {
  assert.equal(endingWords({ ...ended, ending: 'resigned', by: 'o' }, 'nim', names, 'o'), 'you resigned');
  assert.equal(endingWords({ ...ended, ending: 'resigned', by: 'o' }, 'nim', names, 'x'), 'Jan resigned');
  assert.equal(endingWords({ ...ended, ending: 'foul' }, 'nim', names, 'x'), 'Jan broke the rules');
  assert.equal(endingWords({ ...ended, ending: 'crash' }, 'nim', names), 'crash');
});

test('what a program did wrong is told in the referee’s words, and at a table only a foul is', () => {
  const flush = { ...ended, ending: 'overtime', reason: 'Jan gave no answer in 5 s: flush the output after every line' };
  assert.equal(causeWords(flush, true), flush.reason);
  assert.equal(causeWords(flush, false), '');
  assert.equal(causeWords({ ...ended, ending: 'foul', reason: 'Jan moved out of turn' }, false), 'Jan moved out of turn');
  assert.equal(causeWords(ended, true), '');
});

test('the points are told of games that were played to their end, where they decided', () => {
  const counted = { ...ended, scores: { x: 33, o: 31 } };
  assert.equal(scoreWords('othello', counted, names), 'Ada 33 · Jan 31');
  assert.equal(scoreWords('othello', { ...counted, ending: 'overtime' }, names), '');
  assert.equal(scoreWords('nim', { ...ended, winners: ['x', 'o'], scores: { x: 0.5, o: 0.5 } }, names), 'Ada 0.5 · Jan 0.5');
});

test('points that say no more than who won are left out', () => {
  assert.equal(scoreWords('nim', ended, names), '');
});
