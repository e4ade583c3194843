/** The Othello board: dots where one may play, marks on the last move and on what it turned, discs that turn over. */
import { ARROWS, Board, isPress } from 'stolik/board.js';
import { h, svg } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { nameOf, opponent, squareOf, turned } from './rules.js';

const t = wordsOf('othello');

const CELL = 100;
const FRAME = 36;
const SIZE = 8 * CELL + 2 * FRAME;
// Discs further from the new one turn a little later, so that the eye can follow.
const STAGGER = 45;

const COLOUR = { X: 'black', O: 'white' };

const shade = (id, ...stops) => svg('radialGradient', { id, cx: '38%', cy: '32%', r: '75%' },
  ...stops.map(([offset, colour]) => svg('stop', { offset, 'stop-color': colour })));

const paints = () => svg('defs', {},
  shade('disc-black', ['0', '#56504a'], ['0.45', '#26221e'], ['1', '#0f0d0b']),
  shade('disc-white', ['0', '#ffffff'], ['0.6', '#f6f1e4'], ['1', '#d3cab6']),
  svg('radialGradient', { id: 'felt', cx: '50%', cy: '45%', r: '75%' }, svg('stop', { offset: '0', 'stop-color': '#2f8a5f' }), svg('stop', { offset: '1', 'stop-color': '#216c4b' })),
  svg('linearGradient', { id: 'wood', x1: '0', y1: '0', x2: '1', y2: '1' },
    ...[['0', '#8a5a33'], ['0.3', '#6f4524'], ['0.55', '#7d5029'], ['1', '#583419']].map(([offset, colour]) => svg('stop', { offset, 'stop-color': colour }))));

class OthelloBoard extends Board {
  build() {
    this.cells = Array.from({ length: 64 }, (_, square) => this.cell(square));
    const rows = Array.from({ length: 8 }, (_, row) =>
      svg('g', { role: 'row' }, ...this.cells.slice(8 * row, 8 * row + 8).map((cell) => cell.group)));
    const picture = svg('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'grid', 'aria-label': t('board') },
      paints(),
      svg('rect', { class: 'frame', width: SIZE, height: SIZE, rx: 26 }),
      svg('rect', { class: 'bevel', x: FRAME - 7, y: FRAME - 7, width: 8 * CELL + 14, height: 8 * CELL + 14, rx: 8 }),
      svg('rect', { class: 'felt', x: FRAME, y: FRAME, width: 8 * CELL, height: 8 * CELL }),
      ...this.coordinates(), ...rows, ...this.stars());
    picture.addEventListener('keydown', (event) => this.key(event));
    this.replaceChildren(picture);
    this.rove(this.cells.map((cell) => cell.group), this.cells[27].group);
  }

  cell(square) {
    const [x, y] = [FRAME + (square % 8) * CELL, FRAME + Math.floor(square / 8) * CELL];
    const disc = svg('g', { class: 'disc' },
      svg('circle', { class: 'rim', cx: 52, cy: 56, r: 41 }), svg('circle', { class: 'face', cx: 50, cy: 50, r: 41 }),
      svg('circle', { class: 'groove', cx: 50, cy: 50, r: 31 }));
    const group = svg('g', { class: 'cell', role: 'gridcell', transform: `translate(${x} ${y})`, 'data-square': nameOf(square) },
      svg('rect', { class: 'square', width: CELL, height: CELL }),
      disc,
      svg('circle', { class: 'dot', cx: 50, cy: 50, r: 12 }),
      svg('circle', { class: 'advice', cx: 50, cy: 50, r: 30 }),
      svg('circle', { class: 'mark', cx: 50, cy: 50, r: 9 }),
      svg('rect', { class: 'focus', x: 4, y: 4, width: CELL - 8, height: CELL - 8, rx: 8 }));
    group.addEventListener('click', () => this.offer(nameOf(square)));
    group.addEventListener('focus', () => {
      this.rove(this.cells.map((cell) => cell.group), group);
      this.point(square);
    });
    group.addEventListener('blur', () => this.point(-1));
    group.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && this.point(square));
    group.addEventListener('pointerleave', () => this.point(-1));
    return { group, disc };
  }

  coordinates() {
    return Array.from({ length: 8 }, (_, i) => {
      const along = FRAME + i * CELL + CELL / 2;
      return [
        svg('text', { class: 'coordinate', x: along, y: FRAME / 2, 'aria-hidden': 'true' }, 'abcdefgh'[i]),
        svg('text', { class: 'coordinate', x: FRAME / 2, y: along, 'aria-hidden': 'true' }, String(i + 1)),
      ];
    }).flat();
  }

  stars() {
    return [[2, 2], [6, 2], [2, 6], [6, 6]].map(([x, y]) =>
      svg('circle', { class: 'star', cx: FRAME + x * CELL, cy: FRAME + y * CELL, r: 7 }));
  }

  /** Shows what a move there would turn. */
  point(square) {
    const { view, playable } = this.shown;
    const legal = square >= 0 && playable && view.moves.includes(nameOf(square));
    const would = new Set(legal ? turned(view.board, view.turn, square) : []);
    for (const [at, { group }] of this.cells.entries()) group.classList.toggle('would', would.has(at));
  }

  draw({ view, last, playable, animate, advised }, before) {
    if (!this.cells) this.build();
    const legal = new Set(playable ? view.moves : []);
    const placed = last ? squareOf(last.move) : -1;
    const flipped = new Set(last?.before ? turned(last.before.board, last.by, placed) : []);
    const old = animate ? before?.view.board : null;
    this.cells.forEach(({ group, disc }, square) => {
      const name = nameOf(square);
      const colour = COLOUR[view.board[square]] ?? null;
      group.classList.toggle('legal', legal.has(name));
      group.classList.toggle('last', square === placed && colour !== null);
      group.classList.toggle('flipped', flipped.has(square));
      group.classList.toggle('advised', advised.includes(name));
      group.classList.remove('would');
      group.setAttribute('aria-label', this.label(name, colour, legal.has(name), square === placed));
      disc.setAttribute('class', `disc ${colour ?? 'none'}`);
      this.stir(disc, colour, old ? COLOUR[old[square]] ?? null : colour, square, placed);
    });
  }

  stir(disc, colour, was, square, placed) {
    if (!colour || was === colour) return;
    const distance = Math.max(Math.abs(square % 8 - placed % 8), Math.abs((square >> 3) - (placed >> 3)));
    disc.style.setProperty('--wait', `${was ? distance * STAGGER : 0}ms`);
    disc.classList.add(was ? 'turned' : 'placed');
  }

  label(name, colour, legal, last) {
    const what = colour ? t(`disc.${colour}`) : legal ? t('legal') : t('empty');
    return [name, what, last && colour ? t('last') : null].filter(Boolean).join(', ');
  }

  key(event) {
    const at = this.cells.findIndex((cell) => cell.group === document.activeElement);
    if (at < 0) return;
    if (isPress(event)) {
      event.preventDefault();
      this.offer(nameOf(at));
    }
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = [at % 8 + step[0], Math.floor(at / 8) + step[1]];
    if (x >= 0 && x < 8 && y >= 0 && y < 8) this.rove(this.cells.map((cell) => cell.group), this.cells[x + 8 * y].group, true);
  }
}

customElements.define('othello-board', OthelloBoard);

export const make = () => h('othello-board', { class: 'square-board' });

/** Discs turn one after another; the next move waits until they have. */
export const stays = () => 650;

/** What a move did, in words. */
export function describe({ by, move, before }) {
  const n = before ? turned(before.board, by, squareOf(move)).length : 0;
  return n ? t('told', { move, n }) : t('told.plain', { move });
}

/** What must not be missed after a move: that the other has none, and the same one plays again. */
export function noted({ by }, { turn }) {
  return turn === by ? t('noMove', { seat: t(`seat.${opponent(by)}`) }) : '';
}

/** What a seat has, in short. */
export const standing = (view, seat) => String(view.discs[seat]);

export const typed = (text) => text.trim().toLowerCase();
