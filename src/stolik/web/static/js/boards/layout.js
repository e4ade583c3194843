/**
 * Where the vertices of a graph are drawn. Forces pull neighbours together, push all vertices apart, and push vertices off
 * edges that are not theirs, so that no edge hides another. Nothing is random: one graph is always drawn in one way.
 */

const ROUNDS = 500;
/** The drawing fits a square of this side. */
export const SIDE = 1000;
const CLEAR = 46;

/**
 * @param {number} vertices
 * @param {number[][]} edges
 * @returns {{x: number, y: number}[]}
 */
export function layout(vertices, edges) {
  const order = around(vertices, edges);
  const places = Array.from({ length: vertices }, () => ({ x: 0, y: 0 }));
  order.forEach((vertex, at) => {
    const angle = (2 * Math.PI * at) / vertices;
    // Not quite a circle: on a perfect one, opposite forces can balance where they should not.
    const radius = SIDE * (0.36 + 0.05 * ((at * 7) % 5) / 5);
    places[vertex] = { x: SIDE / 2 + radius * Math.cos(angle), y: SIDE / 2 + radius * Math.sin(angle) };
  });
  const ideal = SIDE / Math.sqrt(vertices + 1);
  for (let round = 0; round < ROUNDS; round += 1) relax(places, edges, ideal, 1 - round / ROUNDS);
  fit(places);
  for (let round = 0; round < 120; round += 1) {
    separate(places, edges);
    clamp(places);
  }
  return places;
}

/** An order round the circle in which neighbours are near each other: each vertex moves to its neighbours' mean angle. */
function around(vertices, edges) {
  let order = [...Array(vertices).keys()];
  const neighbours = order.map(() => []);
  for (const [u, v] of edges) {
    neighbours[u].push(v);
    neighbours[v].push(u);
  }
  for (let sweep = 0; sweep < 12; sweep += 1) {
    const angle = new Map(order.map((vertex, at) => [vertex, (2 * Math.PI * at) / vertices]));
    const mean = (vertex) => {
      const near = [vertex, ...neighbours[vertex]].map((one) => angle.get(one));
      return Math.atan2(near.reduce((sum, a) => sum + Math.sin(a), 0), near.reduce((sum, a) => sum + Math.cos(a), 0));
    };
    const means = order.map(mean);
    order = order.map((vertex, at) => [vertex, means[at]]).sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([vertex]) => vertex);
  }
  return order;
}

function relax(places, edges, ideal, heat) {
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
  for (const [u, v] of edges) push(u, v, (distance) => -(distance * distance) / (ideal * 1.9));
  const most = 4 + 60 * heat * heat;
  places.forEach((place, vertex) => {
    const { x, y } = forces[vertex];
    const length = Math.hypot(x, y) || 1;
    const step = Math.min(length, most) / length;
    place.x += x * step;
    place.y += y * step;
  });
}

/** Moves vertices off edges that pass too near, and off each other. */
function separate(places, edges) {
  places.forEach((place, vertex) => {
    for (const [u, v] of edges) {
      if (u === vertex || v === vertex) continue;
      const { dx, dy, distance } = offEdge(place, places[u], places[v]);
      if (distance < CLEAR) nudge(place, dx, dy, distance, (CLEAR - distance) * 0.35);
    }
    places.forEach((other, at) => {
      if (at === vertex) return;
      const [dx, dy] = [place.x - other.x, place.y - other.y];
      const distance = Math.hypot(dx, dy);
      if (distance < 2 * CLEAR) nudge(place, dx, dy, distance, (2 * CLEAR - distance) * 0.4);
    });
  });
}

function nudge(place, dx, dy, distance, by) {
  const length = distance || 1;
  place.x += ((dx || 0.5) / length) * by;
  place.y += ((dy || 0.5) / length) * by;
}

/** From the nearest point of an edge to a place. */
export function offEdge(place, from, to) {
  const [ex, ey] = [to.x - from.x, to.y - from.y];
  const along = ((place.x - from.x) * ex + (place.y - from.y) * ey) / (ex * ex + ey * ey || 1);
  const part = Math.max(0, Math.min(1, along));
  const [dx, dy] = [place.x - from.x - part * ex, place.y - from.y - part * ey];
  return { dx, dy, distance: Math.hypot(dx, dy) };
}

const EDGE_OF_PAPER = 40;

function fit(places) {
  for (const axis of ['x', 'y']) {
    const values = places.map((place) => place[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const scale = high > low ? (SIDE - 2 * EDGE_OF_PAPER) / (high - low) : 0;
    for (const place of places) place[axis] = scale ? EDGE_OF_PAPER + (place[axis] - low) * scale : SIDE / 2;
  }
}

function clamp(places) {
  for (const place of places) {
    for (const axis of ['x', 'y']) {
      place[axis] = Math.max(EDGE_OF_PAPER, Math.min(SIDE - EDGE_OF_PAPER, place[axis]));
    }
  }
}
