import assert from 'node:assert/strict';
import { test } from 'node:test';

import { course, decisive, faultsOf, grade, nextSlip } from '../../src/stolik/web/static/js/opinions.js';
import { nextFork, replayAddress, sourceIn } from '../../src/stolik/web/static/js/replay.js';
import * as graph from '../../src/stolik/games/graph/page/rules.js';
import * as krazki from '../../src/stolik/games/krazki/page/rules.js';
import * as othello from '../../src/stolik/games/othello/page/rules.js';

const steps = [3, 1, 1, 2, 1, 5, 0].map((choices) => ({ choices }));

test('a fork is a place with more than one move', () => {
  assert.equal(nextFork(steps, 0, 1), 3);
  assert.equal(nextFork(steps, 3, 1), 5);
  assert.equal(nextFork(steps, 5, 1), null);
  assert.equal(nextFork(steps, 6, -1), 5);
  assert.equal(nextFork(steps, 0, -1), null);
});

test('an address tells what is replayed, and back', () => {
  assert.deepEqual(sourceIn('?record=x1&ply=3'), { record: 'x1' });
  assert.deepEqual(sourceIn('?contest=c1&number=4&ply=3'), { contest: 'c1', number: '4' });
  assert.equal(sourceIn('?ply=3'), null);
  assert.equal(replayAddress({ record: 'x1' }, 3), '/replay/x1#3');
  assert.equal(replayAddress({ contest: 'c1', number: '4' }, 3), '/contests/c1?number=4#3');
});

for (const [name, rules] of Object.entries({ othello, krazki, graph })) {
  test(`${name} goes on from what is shown as from the position itself`, () => {
    let position = rules.start(() => 0.37);
    for (let ply = 0; ply < 6 && rules.moves(position).length; ply += 1) {
      const again = rules.fromView(rules.view(position));
      assert.deepEqual(rules.moves(again), rules.moves(position));
      const [move] = rules.moves(position);
      assert.deepEqual(rules.view(rules.play(again, move)), rules.view(rules.play(position, move)));
      position = rules.play(position, move);
    }
  });
}

const judged = Object.fromEntries(await Promise.all(Object.entries({ othello: ['black', 'white'], krazki: ['b', 'c'], graph: ['first', 'second'], kierki: ['N', 'E', 'S', 'W'] })
  .map(async ([name, seats]) => [name, { slip: 1, winsAtZero: false, ...(await import(`../../src/stolik/games/${name}/page/game.js`)).default, seats }])));

const opinion = (ply, seat, value, best_value, more = {}) =>
  ({ ply, seat, move: 'x', best: ['y'], value, best_value, cost: best_value - value, exact: true, ...more });

test('a move that gives the game away is a blunder, one that costs much a slip', () => {
  assert.equal(grade(judged.othello, opinion(1, 'black', 4, 4)), null);
  assert.equal(grade(judged.othello, opinion(1, 'black', 1, 5)), null);
  assert.equal(grade(judged.othello, opinion(1, 'black', 1, 6)), 'slip');
  assert.equal(grade(judged.othello, opinion(1, 'black', -1, 1)), 'blunder');
  assert.equal(grade(judged.othello, opinion(1, 'black', -1, 1, { exact: false })), null, 'an estimate wavers');
  assert.equal(grade(judged.graph, opinion(1, 'first', -1, 1)), 'blunder');
  assert.equal(grade(judged.krazki, opinion(1, 'b', -0.25, 0)), 'blunder', 'at 0 whoever has just moved wins');
  assert.equal(grade(judged.kierki, opinion(1, 'N', -3, 1)), 'slip', 'nobody gives away a game of four by one card');
  assert.equal(grade(judged.othello, undefined), null);
});

const game = [opinion(1, 'black', 0, 0), opinion(2, 'white', -6, 0), opinion(3, 'black', 6, 6), opinion(4, 'white', -12, -6)];

test('the course of a game is told as the first seat sees it', () => {
  assert.deepEqual(course(judged.othello, game), [0, 6, 6, 12]);
  assert.deepEqual(course(judged.kierki, [opinion(1, 'N', -3, -1)]), [2]);
});

test('slips are counted and can be jumped between', () => {
  assert.deepEqual(faultsOf(judged.othello, game, 'white'), { n: 2, cost: 12 });
  assert.deepEqual(faultsOf(judged.othello, game, 'black'), { n: 0, cost: 0 });
  assert.equal(nextSlip(judged.othello, game, 0, 1), 2);
  assert.equal(nextSlip(judged.othello, game, 2, 1), 4);
  assert.equal(nextSlip(judged.othello, game, 2, -1), null);
});

test('the moves that decided a game are those that gave it away, then those that cost most', () => {
  const moves = [opinion(1, 'black', 2, 9), opinion(2, 'white', -5, 6), opinion(3, 'black', 0, 5), opinion(4, 'white', 1, 21), opinion(5, 'black', 3, 3), opinion(6, 'white', -1, 1)];
  assert.deepEqual(decisive(judged.othello, moves).map(({ ply }) => ply), [2, 4, 6]);
  assert.deepEqual(decisive(judged.othello, []), []);
});
