import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

import { golden } from './golden.js';

const GAMES = new URL('../../src/stolik/games/', import.meta.url);
const scripts = readdirSync(GAMES).map((name) => [name, new URL(`${name}/page/report.js`, GAMES)]).filter(([, file]) => existsSync(file));

/** What a report's script makes of an element: enough to be read by a test. */
const make = (tag, text = '') => ({ tag, text });
const draw = (tag, attributes, text = '') => {
  const parts = [];
  return { tag, attributes, text, parts, append: (part) => parts.push(part) };
};

for (const [name, file] of scripts) {
  test(`${name} is drawn in a report after every move of a game`, () => {
    const page = vm.createContext({});
    vm.runInContext(readFileSync(file, 'utf8'), page);
    const { start, plies } = golden(name);
    const game = { position: start, moves: plies.map(({ move }) => move), movers: plies.map(({ seat }) => seat) };
    const seen = plies.map((_, count) => JSON.stringify(page.drawPosition(game, count + 1, { make, draw })));
    assert.equal(new Set(seen).size, plies.length, 'every move can be seen');
  });
}

test('every game of ours is drawn in reports', () => {
  assert.ok(scripts.length >= 4);
});
