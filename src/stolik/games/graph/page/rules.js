/** The graph game, as values: a token walks along an edge, the edge vanishes, and whoever cannot move loses. */
import { Refusal } from 'stolik/refusal.js';
import { shuffled } from 'stolik/shuffled.js';

export const seats = ['first', 'second'];

const VERTICES = 32;
const EDGES = 72;
const DEGREE = 7;

/** @typedef {{vertices: number, token: number, edges: number[][], mover: 'first'|'second'}} Position */

export const opponent = (seat) => (seat === 'first' ? 'second' : 'first');

/**
 * A random connected graph of the contest's size.
 * @param {() => number} random from 0 to 1
 * @returns {Position}
 */
export function start(random = Math.random) {
  let edges = null;
  // A draw can run into a corner where no vertex has room left; the next one hardly ever does.
  while (!edges) edges = drawEdges(random);
  return { vertices: VERTICES, token: Math.floor(random() * VERTICES), edges, mover: 'first' };
}

function drawEdges(random) {
  const room = Array(VERTICES).fill(DEGREE);
  const edges = [];
  const join = (u, v) => {
    edges.push([Math.min(u, v), Math.max(u, v)]);
    room[u] -= 1;
    room[v] -= 1;
  };
  const order = shuffled([...room.keys()], random);
  order.slice(1).forEach((vertex, place) => {
    const open = order.slice(0, place + 1).filter((other) => room[other] > 0);
    join(vertex, open[Math.floor(random() * open.length)]);
  });
  const taken = new Set(edges.map(String));
  const pairs = order.flatMap((u) => order.filter((v) => u < v).map((v) => [u, v]));
  for (const [u, v] of shuffled(pairs, random)) {
    if (edges.length === EDGES) break;
    if (!taken.has(`${u},${v}`) && room[u] > 0 && room[v] > 0) join(u, v);
  }
  return edges.length === EDGES ? edges.sort(([a, b], [c, d]) => a - c || b - d) : null;
}

/** @param {Position} position */
export const moves = ({ edges, token }) =>
  edges.filter((edge) => edge.includes(token)).map(([u, v]) => String(u === token ? v : u));

/** @param {Position} position */
export const turn = (position) => (moves(position).length ? position.mover : null);

/**
 * @param {Position} position
 * @param {string} move a vertex's number
 * @returns {Position}
 */
export function play(position, move) {
  const text = move.trim();
  if (!/^\d{1,9}$/.test(text)) throw new Refusal('noVertex', { move });
  const to = Number(text);
  const place = position.edges.findIndex((edge) => edge.includes(position.token) && edge.includes(to)
    && to !== position.token);
  if (place < 0) throw new Refusal('noEdge', { from: position.token, to });
  const edges = position.edges.filter((_, other) => other !== place);
  return { ...position, token: to, edges, mover: opponent(position.mover) };
}

/** The position that the server shows, where somebody can move. */
export const fromView = ({ vertices, token, edges, turn: mover }) => ({ vertices, token, edges, mover });

/** The position as the server shows one. */
export function view(position) {
  const { vertices, token, edges } = position;
  return { vertices, token, edges, turn: turn(position), moves: moves(position) };
}

export function outcome(position) {
  const winners = turn(position) ? [] : [opponent(position.mover)];
  return { scores: Object.fromEntries(seats.map((seat) => [seat, Number(winners.includes(seat))])), winners };
}

export function read(text) {
  const [vertices, token, , ...ends] = text.split(' ').map(Number);
  const edges = ends.flatMap((end, place) => (place % 2 ? [] : [[end, ends[place + 1]]]));
  return { vertices, token, edges, mover: 'first' };
}
