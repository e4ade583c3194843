import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIDE, layout, offEdge } from '../../src/stolik/games/graph/page/layout.js';
import { read, start } from '../../src/stolik/games/graph/page/rules.js';
import { golden } from './golden.js';

const seeded = (seed) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

const graphs = [read(golden('graph').start), start(seeded(7)), start(seeded(8)), start(seeded(9))];

for (const [number, { vertices, edges }] of graphs.entries()) {
  test(`graph ${number}: no vertex lies on an edge, on another vertex or off the paper`, () => {
    const places = layout(vertices, edges);
    places.forEach((place, vertex) => {
      assert.ok(place.x >= 0 && place.x <= SIDE && place.y >= 0 && place.y <= SIDE);
      places.slice(vertex + 1).forEach((other) => {
        assert.ok(Math.hypot(place.x - other.x, place.y - other.y) > 62, 'discs do not touch');
      });
    });
    const hidden = edges.flatMap(([u, v]) => places.filter((place, vertex) => vertex !== u && vertex !== v
      && offEdge(place, places[u], places[v]).distance < 14));
    assert.equal(hidden.length, 0);
  });
}

test('one graph is always drawn in one way', () => {
  assert.deepEqual(layout(32, graphs[0].edges), layout(32, graphs[0].edges));
});

test('a graph of one vertex, of no edges and a large one are drawn too', () => {
  assert.equal(layout(1, []).length, 1);
  assert.ok(layout(5, []).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  const ring = Array.from({ length: 300 }, (_, at) => [at, (at + 1) % 300]);
  assert.equal(layout(300, ring).length, 300);
});
