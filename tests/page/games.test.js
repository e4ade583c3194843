import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BOT_NAMES, botAt } from '../../src/stolik/web/static/js/bot_names.js';
import { GAMES, isKnown, isLocal, learn, nameOf, namesAt, pictureAddress, playerTitle, seatName, seatsFrom, titleOf } from '../../src/stolik/web/static/js/games.js';
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

test('the page of a bot is called in the reader’s language, and that of anybody else by their name', async () => {
  learn([{ ...NIM, bots: ['random', 'easy'] }, PIG]);
  await speak('cs');
  assert.equal(playerTitle('easy'), 'snadný');
  assert.equal(playerTitle('Easy'), 'Easy');
  assert.equal(playerTitle('constructor'), 'constructor');
  await speak('en');
  learn([NIM, PIG]);
});

const bot = (name) => ({ kind: 'bot', name });
const table = (id, seats) => ({ id, game: 'pig', seats });

test('bots at one table have different names, the same each time, with how strong they are', () => {
  for (const id of ['Q7', 'a-long-id-0123456789', 'ž']) {
    const names = namesAt(table(id, { a: bot('best'), b: bot('best'), c: bot('random') }));
    assert.equal(new Set(Object.values(names).map((name) => name.split(' ')[0])).size, 3);
    assert.match(names.a, /^\p{Lu}\p{Ll}+ \(the best\)$/u);
    assert.match(names.c, /\(random\)$/);
    assert.deepEqual(namesAt(table(id, { a: bot('best'), b: bot('best'), c: bot('random') })), names);
  }
});

test('people and programs keep their own names, and a strength that has no word is called as the server calls it', () => {
  const names = namesAt(table('Q7', { a: { kind: 'person', name: 'Ada' }, b: { kind: 'program', name: 'best' }, c: bot('mcts') }));
  assert.deepEqual([names.a, names.b], ['Ada', 'best']);
  assert.match(names.c, /\(mcts\)$/);
});

test('a bot is not called as somebody else at its table', () => {
  for (const id of 'abcdefghijklmnopqrstuvwxyz') {
    const names = namesAt(table(id, { a: { kind: 'person', name: 'Ada' }, b: bot('best'), c: bot('best') }));
    assert.doesNotMatch(`${names.b} ${names.c}`, /Ada/);
  }
});

test('in Polish and in Czech how strong a bot is agrees with its name', async () => {
  const words = { pl: { f: 'silna', m: 'silny' }, cs: { f: 'silná', m: 'silný' } };
  for (const [language, { f, m }] of Object.entries(words)) {
    await speak(language);
    for (const [place, [name, gender]] of BOT_NAMES.entries()) {
      const id = [...'abcdefghijklmnopqrstuvwxyz'].find((one) => botAt(one, 0)[0] === name);
      assert.ok(id, `${name} is nobody's, place ${place}`);
      assert.equal(namesAt(table(id, { a: bot('strong') })).a, `${name} (${gender === 'f' ? f : m})`);
    }
  }
  await speak('en');
});

test('a program that says no name is not called by its address', () => {
  for (const name of ['127.0.0.1:53602', '[::1]:53602', '2001:db8::7:1234', '[fe80::1]:9']) assert.equal(nameOf({ kind: 'program', name }), '', name);
  for (const name of ['Robot', '10.0', 'a:1']) assert.equal(nameOf({ kind: 'program', name }), name);
  assert.equal(nameOf({ kind: 'person', name: '127.0.0.1:1' }), '127.0.0.1:1');
});
