import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Pace } from '../../src/stolik/web/static/js/pace.js';

/** A pace with a clock of its own, and what it has shown. */
function paced() {
  const shown = [];
  let [now, timers, away] = [0, [], false];
  const world = {
    wait: (what, milliseconds) => {
      const timer = { what, at: now + milliseconds };
      timers.push(timer);
      return timer;
    },
    clear: (timer) => {
      timers = timers.filter((one) => one !== timer);
    },
    isAway: () => away,
  };
  const pass = (milliseconds) => {
    const until = now + milliseconds;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.what();
    }
    now = until;
  };
  return { pace: new Pace((scene) => shown.push(scene), world), shown, pass, leave: () => {
    away = true;
  } };
}

test('what comes together is shown one after another', () => {
  const { pace, shown, pass } = paced();
  for (const scene of ['a', 'b', 'c']) pace.add(scene, 100);
  assert.deepEqual(shown, ['a']);
  assert.equal(pace.behind, 300);
  pass(99);
  assert.deepEqual(shown, ['a']);
  pass(101);
  assert.deepEqual(shown, ['a', 'b', 'c']);
  assert.equal(pace.isBehind, false);
});

test('whoever does not want to wait is shown everything at once, in its order', () => {
  const { pace, shown } = paced();
  for (const scene of ['a', 'b', 'c']) pace.add(scene, 100);
  pace.skip();
  assert.deepEqual(shown, ['a', 'b', 'c']);
  pace.add('d', 100);
  assert.equal(shown.at(-1), 'd');
});

test('nothing waits at a table where nothing is to be looked at', () => {
  const { pace, shown } = paced();
  for (const scene of ['a', 'b']) pace.add(scene, 0);
  assert.deepEqual(shown, ['a', 'b']);
});

test('whoever comes back from elsewhere is not shown all that they missed one by one', () => {
  const { pace, shown, leave } = paced();
  pace.add('a', 100);
  leave();
  pace.add('b', 100);
  assert.deepEqual(shown, ['a', 'b']);
});

test('a page that is left forgets what it would have shown', () => {
  const { pace, shown, pass } = paced();
  pace.add('a', 100);
  pace.add('b', 100);
  pace.reset();
  pass(1000);
  assert.deepEqual(shown, ['a']);
});
