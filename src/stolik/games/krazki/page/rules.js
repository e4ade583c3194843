/** Krążki, as values. A stack is written from the bottom up; a move is a stack's number and what is left of it. */
import { Refusal } from 'stolik/refusal.js';
import { shuffled } from 'stolik/shuffled.js';

export const seats = ['b', 'c'];

const STACKS = 10;
const TALLEST = 30;

/** @typedef {{stacks: string[], mover: 'b'|'c'}} Position */

export const opponent = (seat) => (seat === 'b' ? 'c' : 'b');

/**
 * Half of the stacks stand on a white disc and half on a black one.
 * @param {() => number} random from 0 to 1
 * @returns {Position}
 */
export function start(random = Math.random) {
  const bottoms = shuffled([...'bcbcbcbcbc'].slice(0, STACKS), random);
  const disc = () => (random() < 0.5 ? 'b' : 'c');
  const stacks = bottoms.map((bottom) =>
    bottom + Array.from({ length: Math.floor(random() * TALLEST) }, disc).join(''));
  return { stacks, mover: 'b' };
}

/** @param {Position} position */
export const turn = ({ stacks, mover }) => (stacks.some((stack) => stack.includes(mover)) ? mover : null);

export const written = (stack, left) => (left ? `${stack} ${left}` : String(stack));

/** @param {Position} position */
export const moves = ({ stacks, mover }) => stacks.flatMap((stack, number) =>
  [...stack].flatMap((disc, height) => (disc === mover ? [written(number, stack.slice(0, height))] : [])));

/**
 * @param {Position} position
 * @param {string} move such as `7 bbc`; `7` empties stack 7
 * @returns {Position}
 */
export function play({ stacks, mover }, move) {
  const match = /^(\d{1,3})(?: ([bc]*))?$/.exec(move.trim());
  if (!match) throw new Refusal('noStackMove', { move });
  const number = Number(match[1]);
  const left = match[2] ?? '';
  const stack = stacks[number];
  if (stack === undefined) throw new Refusal('noStack', { stack: number, last: stacks.length - 1 });
  if (left.length >= stack.length || !stack.startsWith(left)) throw new Refusal('notLeft', { left, stack: number });
  if (stack[left.length] !== mover) throw new Refusal('notYourDisc');
  return { stacks: stacks.map((one, place) => (place === number ? left : one)), mover: opponent(mover) };
}

/** The position that the server shows, where somebody can move. */
export const fromView = ({ stacks, turn: mover }) => ({ stacks, mover });

/** The position as the server shows one. */
export const view = (position) => ({ stacks: position.stacks, turn: turn(position), moves: moves(position) });

/** Whoever cannot move loses. */
export function outcome(position) {
  const winners = turn(position) ? [] : [opponent(position.mover)];
  return { scores: Object.fromEntries(seats.map((seat) => [seat, Number(winners.includes(seat))])), winners };
}

export function read(text) {
  const [mover, stacks] = text.split(' ');
  return { stacks: stacks.slice(1, -1).split('|'), mover };
}
