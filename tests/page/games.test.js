import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GAMES, isKnown, isLocal, learn, pictureAddress, seatName, seatsFrom, titleOf } from '../../src/stolik/web/static/js/games.js';
import { speak, teach } from '../../src/stolik/web/static/js/i18n.js';

const NIM = { name: 'nim', title: 'Nim', seats: ['first', 'second'], bots: ['random'], page: [] };
const PIG = { name: 'pig', title: 'Pig', seats: ['a', 'b', 'c'], bots: ['random'], page: ['picture.svg', 'rules.js'] };

await speak('en');
learn([NIM, PIG]);

test('a game is known when the server tells of it', () => {
  assert.deepEqual(Object.keys(GAMES), ['nim', 'pig']);
  assert.ok(isKnown('nim'));
  for (const name of ['chess', 'constructor', '__proto__']) assert.ok(!isKnown(name));
});

test('a game without words is called as the server calls it', () => {
  teach({});
  assert.equal(titleOf('nim'), 'Nim');
  assert.equal(seatName('nim', 'first'), 'first');
  assert.equal(titleOf('chess'), 'chess');
});

test('a game with words is called by them', () => {
  teach({ nim: { title: 'Zápalky', 'seat.first': 'První' } });
  assert.equal(titleOf('nim'), 'Zápalky');
  assert.equal(seatName('nim', 'first'), 'První');
  assert.equal(seatName('nim', 'second'), 'second');
});

test('what a game can do on the page follows from its files', () => {
  assert.equal(isLocal('nim'), false);
  assert.equal(isLocal('pig'), true);
  assert.equal(isLocal('chess'), false);
  assert.equal(pictureAddress('nim'), null);
  assert.equal(pictureAddress('pig'), '/static/games/pig/picture.svg');
});

test('whoever looks sees their own seat first, and the others in order', () => {
  assert.deepEqual(seatsFrom('pig', 'b'), ['b', 'c', 'a']);
  assert.deepEqual(seatsFrom('pig', null), ['a', 'b', 'c']);
});
