/** Othello, as values: for the game of two people at one screen, and for what the board says of a move. */
import { Refusal } from 'stolik/refusal.js';

export const seats = ['black', 'white'];

const DISC = { black: 'X', white: 'O' };
const EMPTY = '-';
const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/** @typedef {{board: string, turn: 'black'|'white'|null}} Position */

/** @returns {Position} */
export function start() {
  return { board: `${EMPTY.repeat(27)}OX${EMPTY.repeat(6)}XO${EMPTY.repeat(27)}`, turn: 'black' };
}

export const opponent = (seat) => (seat === 'black' ? 'white' : 'black');

/** The square's number for `f5`, from 0 for a1 by rows; -1 for anything else. */
export function squareOf(text) {
  const match = /^([a-h])([1-8])$/i.exec(text.trim());
  return match ? 'abcdefgh'.indexOf(match[1].toLowerCase()) + 8 * (Number(match[2]) - 1) : -1;
}

export const nameOf = (square) => 'abcdefgh'[square % 8] + (Math.floor(square / 8) + 1);

/** The squares whose discs a move would turn. */
export function turned(board, seat, square) {
  if (board[square] !== EMPTY) return [];
  const [own, other] = [DISC[seat], DISC[opponent(seat)]];
  return DIRECTIONS.flatMap(([dx, dy]) => {
    const line = [];
    let [x, y] = [square % 8 + dx, Math.floor(square / 8) + dy];
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
      const disc = board[x + 8 * y];
      if (disc === own) return line;
      if (disc !== other) return [];
      line.push(x + 8 * y);
    }
    return [];
  });
}

function targets(board, seat) {
  return [...board].flatMap((_, square) => (turned(board, seat, square).length ? [square] : []));
}

/** @param {Position} position */
export const moves = (position) => (position.turn ? targets(position.board, position.turn).map(nameOf) : []);

/**
 * @param {Position} position
 * @param {string} move such as `f5`
 * @returns {Position}
 */
export function play(position, move) {
  if (!position.turn) throw new Refusal('over');
  const square = squareOf(move);
  if (square < 0) throw new Refusal('noSquare', { move });
  if (position.board[square] !== EMPTY) throw new Refusal('taken', { move });
  const flips = turned(position.board, position.turn, square);
  if (!flips.length) throw new Refusal('turnsNone', { move });
  const cells = [...position.board];
  for (const place of [square, ...flips]) cells[place] = DISC[position.turn];
  return settle(cells.join(''), opponent(position.turn));
}

/** A pass is no move: the turn is that of whoever can move, the opponent first. */
function settle(board, next) {
  const turn = [next, opponent(next)].find((seat) => targets(board, seat).length) ?? null;
  return { board, turn };
}

export function discs(board) {
  const count = (disc) => [...board].filter((cell) => cell === disc).length;
  return { black: count('X'), white: count('O') };
}

/** The position that the server shows. */
export const fromView = ({ board, turn }) => ({ board, turn });

/** The position as the server shows one. */
export const view = (position) => ({ ...position, moves: moves(position), discs: discs(position.board) });

/** The empty squares go to the winner. */
export function outcome(position) {
  const scores = discs(position.board);
  const winners = seats.filter((seat) => scores[seat] >= scores[opponent(seat)]);
  if (!position.turn && winners.length === 1) scores[winners[0]] = 64 - scores[opponent(winners[0])];
  return { scores, winners };
}

export function read(text) {
  const [board, mover] = text.split(' ');
  return settle(board, mover === 'O' ? 'white' : 'black');
}
