import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BetterLine } from '../../src/stolik/web/static/js/better_line.js';

/** Answers the page's questions about a line, one list of answers for each seat. */
function serve(answers) {
  const asked = [];
  globalThis.fetch = /** @type {any} */ (async (path) => {
    asked.push(path);
    const seat = new URL(path, 'http://x').searchParams.get('seat') ?? '';
    const [first, ...others] = answers[seat];
    if (others.length) answers[seat] = others;
    return { ok: true, json: async () => first };
  });
  return asked;
}

const answer = (state, ...moves) => ({ state, ply: 2, steps: moves.map((move) => ({ seat: 'a', move, view: move })), why: null });

test('a line begins before the move and grows until it is done', async () => {
  const asked = serve({ '': [answer('running', 'x'), answer('done', 'x', 'y')] });
  const line = new BetterLine({ source: { record: 'r' }, steps: [{ view: 0 }, { view: 1 }, { view: 2 }] }, 2);
  assert.deepEqual(line.steps, [{ view: 1 }]);
  const lengths = [];
  await line.follow(() => lengths.push(line.steps.length));
  assert.deepEqual(lengths, [2, 3]);
  assert.equal(line.done, true);
  assert.equal(asked[0], '/api/records/r/better?ply=2');
});

test('what all eyes know is shown, and with all hands open every seat is asked', async () => {
  serve({ '': [answer('done', 'x', 'y')], N: [answer('running', 'x'), answer('done', 'x', 'y')] });
  const steps = [{ view: 0 }, { view: 1 }];
  const line = new BetterLine({ source: { contest: 'c', number: '3' }, steps, all: [['N', steps]] }, 1);
  const lengths = [];
  await line.follow(() => lengths.push([line.steps.length, line.all?.[0][1].length]));
  assert.deepEqual(lengths, [[2, 2], [3, 3]]);
});

test('a line that was closed is not told of any more', async () => {
  serve({ '': [answer('running', 'x')] });
  const line = new BetterLine({ source: { record: 'r' }, steps: [{ view: 0 }, { view: 1 }] }, 1);
  let told = 0;
  await line.follow(() => {
    told += 1;
    line.close();
  });
  assert.equal(told, 1);
});
