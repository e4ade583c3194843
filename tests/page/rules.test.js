import assert from 'node:assert/strict';
import { test } from 'node:test';

import { golden } from './golden.js';

const GAMES = ['othello', 'krazki', 'graph'];

for (const game of GAMES) {
  const rules = await import(`../../src/stolik/games/${game}/page/rules.js`);

  test(`${game} is played as the golden playthrough has it`, () => {
    const { start, plies, end } = golden(game);
    let position = rules.read(start);
    for (const { seat, move, choices, scores } of plies) {
      const shown = rules.view(position);
      assert.equal(shown.turn, seat);
      assert.equal(shown.moves.length, choices);
      assert.ok(shown.moves.includes(move));
      position = rules.play(position, move);
      const now = rules.outcome(position).scores;
      assert.equal(rules.seats.map((one) => `${one}:${now[one]}`).join(' '), scores);
    }
    assert.equal(rules.view(position).turn, null);
    assert.equal(`won by ${rules.outcome(position).winners.join(' ')}`, end);
  });

  test(`${game} refuses what is no move, and says why`, () => {
    const position = rules.start();
    for (const move of ['', 'nonsense', '999', '-1', '0 cbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcb', 'i9', '<b>']) {
      assert.throws(() => rules.play(position, move), (error) => Boolean(error.why));
    }
  });

  test(`${game} can be begun again and again, and always somebody can move`, () => {
    for (let times = 0; times < 20; times += 1) assert.ok(rules.view(rules.start()).moves.length > 0);
  });

  test(`a random game of ${game} comes to an end with a result`, () => {
    let position = rules.start();
    while (rules.view(position).turn) {
      const { moves } = rules.view(position);
      position = rules.play(position, moves[Math.floor(Math.random() * moves.length)]);
    }
    assert.ok(rules.outcome(position).winners.length >= 1);
  });
}

test('the graph drawn has the contest\'s size and no vertex of more than seven edges', async () => {
  const { start } = await import('../../src/stolik/games/graph/page/rules.js');
  const { vertices, edges } = start();
  const degrees = Array(vertices).fill(0);
  for (const end of edges.flat()) degrees[end] += 1;
  assert.equal(edges.length, 72);
  assert.equal(new Set(edges.map(String)).size, 72);
  assert.ok(degrees.every((degree) => degree >= 1 && degree <= 7));
});

test('a refusal names cards as people of every language write them', async () => {
  const { play } = await import('../../src/stolik/games/kierki/page/refusals.js');
  const seen = { hand: ['2C', '10C', 'AH'], trick: [{ seat: 'W', card: 'KC' }] };
  assert.throws(() => play(seen, 'AH'), ({ facts }) => facts.cards === '2♣, 10♣');
  assert.throws(() => play(seen, '3S'), ({ facts }) => facts.card === '3♠');
});

test('a card of Kierki is refused for the reasons that the server has, and no other', async () => {
  const { fromView, play } = await import('../../src/stolik/games/kierki/page/refusals.js');
  const whyNot = (card, trick) => {
    try {
      play(fromView({ hand: ['2C', '10C', 'AH'], trick, turn: 'N' }), card);
    } catch (error) {
      return error.why;
    }
    return null;
  };
  const clubs = [{ seat: 'W', card: 'KC' }];
  const spades = [{ seat: 'W', card: 'KS' }];
  assert.deepEqual(['', '11C', '10c', 'nonsense', '<b>'].map((card) => whyNot(card, [])), Array(5).fill('noCard'));
  assert.equal(whyNot('3C', []), 'notHeld');
  assert.equal(whyNot('AH', clubs), 'followSuit');
  for (const [card, trick] of [['AH', []], ['10C', clubs], ['AH', spades]]) assert.equal(whyNot(card, trick), null);
});
