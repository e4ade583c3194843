/**
 * Where the vertices of a graph are drawn, so that no edge hides another. Forces spread the graph out; then single vertices are
 * tried elsewhere, and stay where fewer edges cross and where no edge runs over a vertex or along another edge.
 * Nothing is left to chance: one graph is always drawn in one way.
 */

/** The drawing fits a square of this side. */
export const SIDE = 1000;
const MARGIN = 50;
const ROUNDS = 300;
const TRIALS = 5000;
/** How far a vertex should keep from an edge that is not its own, and from other vertices. */
const CLEAR = 44;
const APART = 105;
/** Edges at one vertex that differ by less than this look like one. */
const NARROW = 0.16;

/** @typedef {{x: number, y: number}} Place */

/**
 * @param {number} vertices
 * @param {number[][]} edges
 * @returns {Place[]}
 */
export function layout(vertices, edges) {
  const neighbours = Array.from({ length: vertices }, () => []);
  for (const [u, v] of edges) {
    neighbours[u].push(v);
    neighbours[v].push(u);
  }
  const places = circle(vertices, neighbours);
  for (let round = 0; round < ROUNDS; round += 1) relax(places, edges, 1 - round / ROUNDS);
  fit(places);
  // Big graphs are drawn by the forces alone: trying places for thousands of edges would take too long.
  if (edges.length <= 200) improve(places, edges, neighbours);
  fit(places);
  return places;
}

/** Round a circle, neighbours near each other: each vertex moves to its neighbours' mean angle. */
function circle(vertices, neighbours) {
  let order = [...Array(vertices).keys()];
  for (let sweep = 0; sweep < 12; sweep += 1) {
    const angle = new Map(order.map((vertex, at) => [vertex, (2 * Math.PI * at) / vertices]));
    const mean = (vertex) => {
      const near = [vertex, ...neighbours[vertex]].map((one) => angle.get(one));
      return Math.atan2(sum(near.map(Math.sin)), sum(near.map(Math.cos)));
    };
    const means = new Map(order.map((vertex) => [vertex, mean(vertex)]));
    order = order.sort((a, b) => means.get(a) - means.get(b) || a - b);
  }
  const places = Array(vertices);
  order.forEach((vertex, at) => {
    const turn = (2 * Math.PI * at) / vertices;
    // Not quite a circle: on a perfect one, opposite forces balance where they should not.
    const radius = SIDE * (0.34 + 0.06 * ((at * 7) % 5) / 5);
    places[vertex] = { x: SIDE / 2 + radius * Math.cos(turn), y: SIDE / 2 + radius * Math.sin(turn) };
  });
  return places;
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

function relax(places, edges, heat) {
  const ideal = SIDE / Math.sqrt(places.length + 1);
  const forces = places.map(() => ({ x: 0, y: 0 }));
  const push = (u, v, strength) => {
    const [dx, dy] = [places[u].x - places[v].x, places[u].y - places[v].y];
    const distance = Math.hypot(dx, dy) || 1;
    const force = strength(distance) / distance;
    forces[u].x += dx * force;
    forces[u].y += dy * force;
    forces[v].x -= dx * force;
    forces[v].y -= dy * force;
  };
  for (let u = 0; u < places.length; u += 1) {
    for (let v = u + 1; v < places.length; v += 1) push(u, v, (distance) => (ideal * ideal) / distance);
  }
  for (const [u, v] of edges) push(u, v, (distance) => -(distance * distance) / (ideal * 2.2));
  const most = 4 + 60 * heat * heat;
  places.forEach((place, vertex) => {
    const { x, y } = forces[vertex];
    const length = Math.hypot(x, y) || 1;
    place.x += (x / length) * Math.min(length, most);
    place.y += (y / length) * Math.min(length, most);
  });
}

function fit(places) {
  for (const axis of ['x', 'y']) {
    const values = places.map((place) => place[axis]);
    const low = Math.min(...values);
    const scale = (SIDE - 2 * MARGIN) / (Math.max(...values) - low || 1);
    for (const place of places) place[axis] = MARGIN + (place[axis] - low) * scale;
  }
}

/** Tries one vertex after another at another place, further away at first, and keeps what looks better. */
function improve(places, edges, neighbours) {
  const random = generator(edges.length * 31 + places.length);
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const vertex = trial % places.length;
    const reach = 14 + 420 * (1 - trial / TRIALS) ** 2;
    const before = places[vertex];
    const cost = ugliness(places, edges, neighbours, vertex);
    places[vertex] = {
      x: within(before.x + (random() * 2 - 1) * reach),
      y: within(before.y + (random() * 2 - 1) * reach),
    };
    if (ugliness(places, edges, neighbours, vertex) >= cost) places[vertex] = before;
  }
}

const within = (value) => Math.max(MARGIN, Math.min(SIDE - MARGIN, value));

/** A small generator with a fixed start: chance that is always the same. */
function generator(start) {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is wrong with where a vertex is: crossings, vertices on edges, crowding, edges that run along each other. */
function ugliness(places, edges, neighbours, vertex) {
  const place = places[vertex];
  let cost = 0;
  places.forEach((other, at) => {
    const distance = Math.hypot(place.x - other.x, place.y - other.y);
    if (at !== vertex && distance < APART) cost += 40 * (1 - distance / APART) + 2;
  });
  for (const [u, v] of edges) {
    if (u === vertex || v === vertex) continue;
    cost += nearness(offEdge(place, places[u], places[v]).distance);
    for (const end of neighbours[vertex]) {
      if (end !== u && end !== v && cross(place, places[end], places[u], places[v])) cost += 1;
    }
  }
  const angles = neighbours[vertex].map((end) => {
    places.forEach((other, at) => {
      if (at !== vertex && at !== end) cost += nearness(offEdge(other, place, places[end]).distance);
    });
    cost += Math.hypot(place.x - places[end].x, place.y - places[end].y) / 260;
    return Math.atan2(places[end].y - place.y, places[end].x - place.x);
  }).sort((a, b) => a - b);
  return cost + sum(angles.map((angle, at) => {
    const gap = (angles[(at + 1) % angles.length] - angle + 2 * Math.PI) % (2 * Math.PI);
    return angles.length > 1 && gap < NARROW ? 3 * (1 - gap / NARROW) : 0;
  }));
}

const nearness = (distance) => (distance < CLEAR ? 24 * (1 - distance / CLEAR) + 1 : 0);

/** From the nearest point of an edge to a place. */
export function offEdge(place, from, to) {
  const [ex, ey] = [to.x - from.x, to.y - from.y];
  const along = ((place.x - from.x) * ex + (place.y - from.y) * ey) / (ex * ex + ey * ey || 1);
  const part = Math.max(0, Math.min(1, along));
  const [dx, dy] = [place.x - from.x - part * ex, place.y - from.y - part * ey];
  return { dx, dy, distance: Math.hypot(dx, dy) };
}

/** Whether two edges without a common end cross. */
function cross(a, b, c, d) {
  const side = (p, q, r) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0;
}
