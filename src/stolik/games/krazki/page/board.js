/**
 * The stacks of discs. Pointing at a disc shows what taking it would take away. With a mouse a click takes; with a finger, which
 * hides what it points at, the first tap shows and a button takes.
 */
import { Board, isPress } from 'stolik/board.js';
import { button, focused, h, svg } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { written } from './rules.js';

const t = wordsOf('krazki');

const WIDTH = 64;
/** How thick a disc is drawn: as the room allows. */
const [THINNEST, THICKEST] = [7, 26];
/** Half the height of a disc's round top, as it is seen from a little above. */
const ROUND = 6;
const FOOT = 18;
const side = (thick) => `M4 ${ROUND}v${thick}a28 ${ROUND} 0 0 0 56 0v-${thick}z`;
const COLOUR = { b: 'white', c: 'black' };

const shade = (id, ...colours) => svg('linearGradient', { id },
  ...colours.map((colour, at) => svg('stop', { offset: String(at / (colours.length - 1)), 'stop-color': colour })));

const paints = () => svg('svg', { class: 'paints', 'aria-hidden': 'true' }, svg('defs', {},
  shade('side-white', '#cbbfa4', '#fdf9ee', '#f1e9d6', '#a99b7c'), shade('side-black', '#1c1813', '#57504a', '#332d27', '#0e0c09')));

class KrazkiBoard extends Board {
  build() {
    this.stacks = h('div', { class: 'stacks' });
    this.plan = h('p', { class: 'plan' });
    this.take = button(t('take'), () => this.aim && this.offer(this.aim.move), { class: 'primary take' });
    this.steps = [['▲', 'higher', 1], ['▼', 'lower', -1]].map(([sign, words, way]) => button(String(sign), () => this.step(Number(way)), { class: 'step', 'aria-label': t(String(words)) }));
    this.bar = h('div', { class: 'plan-bar' }, this.plan, ...this.steps, this.take);
    this.replaceChildren(this.stacks, this.bar);
    // Not every browser says of a click what made it; all say it of the press before.
    this.stacks.addEventListener('pointerdown', ({ pointerType }) => {
      this.byTouch = pointerType === 'touch';
      this.bar.classList.toggle('by-touch', this.byTouch);
    });
    this.stacks.addEventListener('keydown', (event) => this.key(event));
    // Discs are as thick as the room allows: where it changes, they are drawn again.
    new ResizeObserver(() => this.thick && this.thickness() !== this.thick && this.draw(this.shown, this.shown)).observe(this.stacks);
    this.stacks.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && this.point(null));
  }

  draw({ view, playable, last, advised }, before) {
    if (!this.stacks) this.build();
    this.tallest ??= Math.max(...(before ?? this.shown).view.stacks.map((stack) => stack.length));
    this.tallest = Math.max(this.tallest, ...view.stacks.map((stack) => stack.length));
    this.thick = this.thickness();
    const had = this.stacks.contains(focused()) ? this.place(focused()) : null;
    const from = last ? Number(last.move.split(' ')[0]) : -1;
    this.discs = [];
    this.stacks.replaceChildren(paints(), ...view.stacks.map((stack, number) => this.stack(stack, number, playable, number === from, new Set(advised))));
    this.fall(last, before, view);
    const first = (had && this.nearDisc(had)) ?? this.discs[0];
    // Where nothing can be taken now, the focus waits on the stacks until something can.
    this.rove(this.discs.map((disc) => disc.group), first?.group, Boolean(had) && Boolean(first));
    if (had && !first) this.stacks.focus();
    this.stacks.tabIndex = -1;
    this.point(null);
  }

  /** The stack and the level of a disc that has the focus; where the stacks themselves have it, the first. */
  place(group) {
    const disc = this.discs?.find((one) => one.group === group);
    if (disc) this.was = { number: disc.number, level: disc.level };
    return this.was ?? { number: 0, level: 0 };
  }

  nearDisc({ number, level }) {
    const far = (disc) => Math.abs(disc.number - number) * 100 + Math.abs(disc.level - level);
    return [...this.discs].sort((a, b) => far(a) - far(b))[0];
  }

  thickness() {
    const { clientHeight, clientWidth } = this.stacks;
    if (!clientHeight) return 18;
    const scale = Math.min(76, clientWidth / 10 - 4) / WIDTH;
    const room = (clientHeight - 44) / scale - FOOT - 2 * ROUND;
    return Math.round(Math.min(THICKEST, Math.max(THINNEST, room / this.tallest)) * 2) / 2;
  }

  /** What was just taken rises from its stack and is gone. */
  fall(last, before, view) {
    if (!last?.before || !this.shown.animate || before?.view === view || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const number = Number(last.move.split(' ')[0]);
    const [was, left] = [last.before.stacks[number], view.stacks[number]];
    const picture = this.stacks.querySelectorAll('.stack > svg')[number];
    [...was].slice(left.length).forEach((disc, above) => {
      const group = this.disc(disc, left.length + above);
      group.classList.add('taken');
      group.addEventListener('animationend', () => group.remove());
      picture?.append(svg('g', { 'aria-hidden': 'true' }, group));
    });
  }

  disc(colour, level) {
    return svg('g', { class: `piece ${COLOUR[colour]}`, transform: `translate(0 ${this.high() - FOOT - (level + 1) * this.thick})` },
      svg('path', { class: 'body', d: side(this.thick) }), svg('ellipse', { class: 'top', cx: WIDTH / 2, cy: ROUND, rx: 28, ry: ROUND }),
      svg('ellipse', { class: 'hole', cx: WIDTH / 2, cy: ROUND, rx: 9, ry: 2 }));
  }

  high() {
    return this.tallest * this.thick + FOOT + 2 * ROUND;
  }

  stack(stack, number, playable, isLast, advised) {
    const height = this.high();
    const legal = new Set(playable ? this.shown.view.moves : []);
    const groups = [...stack].map((disc, level) => {
      const move = written(number, stack.slice(0, level));
      const may = legal.has(move);
      const group = this.disc(disc, level);
      group.classList.toggle('legal', may);
      group.classList.toggle('advised', advised.has(move));
      if (may) {
        group.setAttribute('role', 'button');
        group.setAttribute('aria-label', t('disc', { stack: number, n: stack.length - level, level: level + 1 }));
        this.arm(group, { number, level, move, taken: stack.slice(level) });
      } else {
        // Whoever presses it is told why it cannot be taken.
        group.addEventListener('click', () => this.offer(move));
      }
      return group;
    });
    const words = stack ? t('stack', { stack: number, n: stack.length, discs: [...stack].join(' ') })
      : t('emptyStack', { stack: number });
    return h('div', { class: `stack${isLast ? ' last' : ''}`, role: 'group', 'aria-label': words },
      svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: 'xMidYMax meet' },
        svg('ellipse', { class: 'foot', cx: WIDTH / 2, cy: height - FOOT + ROUND + 3, rx: WIDTH / 2, ry: ROUND + 3 }), ...groups),
      h('span', { class: 'number', 'aria-hidden': 'true' }, String(number)));
  }

  arm(group, aim) {
    this.discs.push({ group, ...aim });
    group.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && this.point(aim));
    group.addEventListener('focus', () => {
      this.rove(this.discs.map((disc) => disc.group), group);
      this.point(aim);
    });
    group.addEventListener('click', () => (this.byTouch ? this.point(aim) : this.offer(aim.move)));
  }

  /** Shows what a move would take away; null for none. */
  point(aim) {
    this.aim = aim;
    this.stacks.querySelectorAll('.stack').forEach((stack, number) => {
      for (const [level, piece] of stack.querySelectorAll('.piece').entries()) {
        piece.classList.toggle('going', aim !== null && aim.number === number && level >= aim.level);
      }
    });
    const over = this.shown.over || this.shown.view.turn === null;
    for (const one of [this.take, ...this.steps]) one.hidden = over;
    const taken = aim?.taken ?? '';
    const count = (disc) => [...taken].filter((one) => one === disc).length;
    this.take.disabled = !aim;
    this.steps.forEach((one, at) => {
      one.disabled = !aim || !this.next(at ? 'ArrowDown' : 'ArrowUp', aim.number, aim.level, this.discs.findIndex((disc) => disc.move === aim.move));
    });
    this.plan.textContent = aim
      ? t('plan', { stack: aim.number, n: taken.length, white: count('b'), black: count('c'), move: aim.move })
      : this.shown.seat && !over ? t(this.shown.playable ? 'point' : 'watch') : '';
    this.bar.classList.toggle('aimed', Boolean(aim));
  }

  /** A finger that hit the disc above or below the one it meant. */
  step(way) {
    const at = this.discs.findIndex((disc) => disc.move === this.aim?.move);
    const next = at < 0 ? null : this.next(way > 0 ? 'ArrowUp' : 'ArrowDown', this.aim.number, this.aim.level, at);
    if (next) this.point(next);
  }

  key(event) {
    const at = this.discs.findIndex((disc) => disc.group === document.activeElement);
    if (at < 0) return;
    const { number, level, move } = this.discs[at];
    if (isPress(event)) {
      event.preventDefault();
      this.byTouch = false;
      this.offer(move);
      return;
    }
    const next = this.next(event.key, number, level, at);
    if (!next) return;
    event.preventDefault();
    this.rove(this.discs.map((disc) => disc.group), next.group, true);
  }

  next(key, number, level, at) {
    switch (key) {
      case 'ArrowUp': return this.discs[at + 1]?.number === number ? this.discs[at + 1] : null;
      case 'ArrowDown': return this.discs[at - 1]?.number === number ? this.discs[at - 1] : null;
      case 'ArrowRight': return this.nearest(this.discs.filter((disc) => disc.number > number), level, 1);
      case 'ArrowLeft': return this.nearest(this.discs.filter((disc) => disc.number < number), level, -1);
      default: return null;
    }
  }

  nearest(discs, level, way) {
    const numbers = discs.map((disc) => disc.number);
    const number = way > 0 ? Math.min(...numbers) : Math.max(...numbers);
    return discs.filter((disc) => disc.number === number)
      .sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level))[0] ?? null;
  }
}

customElements.define('krazki-board', KrazkiBoard);

export const make = () => document.createElement('krazki-board');

export const stays = () => 450;

export function describe({ move, before }) {
  const [stack, left = ''] = move.split(' ');
  if (!before) return t('told.plain', { move });
  return left.length ? t('told', { stack, n: left.length }) : t('told.all', { stack });
}

/** A move in words, for hints and opinions. */
export function spoken(move) {
  const [stack, left = ''] = move.split(' ');
  return left.length ? t('spoken', { stack, n: left.length }) : t('spoken.all', { stack });
}

/** How many discs of the seat's colour are left. */
export const standing = (view, seat) => String(view.stacks.join('').split(seat).length - 1);

export const typed = (text) => text.trim().toLowerCase().replace(/\s+/g, ' ');
