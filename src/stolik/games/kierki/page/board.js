/** The Kierki table: the trick in the middle, a hand of cards at the bottom, what the deal costs, and the score sheet. */
import { Board } from 'stolik/board.js';
import { childrenOf, focused, h, keep } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { byHand, card, nameOf } from './cards.js';
import { history, sheet } from './sheet.js';

const t = wordsOf('kierki');

const SEATS = ['N', 'E', 'S', 'W'];
// Clockwise as seen from above: whoever plays after the one at the bottom sits on the left.
const PLACES = ['bottom', 'left', 'top', 'right'];

class KierkiBoard extends Board {
  build() {
    this.kind = h('p', { class: 'deal-kind' });
    this.felt = h('div', { class: 'felt' });
    this.hand = h('div', { class: 'hand', role: 'group', 'aria-label': t('hand') });
    this.hand.addEventListener('keydown', (event) => this.key(event));
    this.papers = h('div', { class: 'papers' });
    this.replaceChildren(this.kind, this.felt, this.hand, this.papers);
  }

  draw({ view, seat, playable, names, last }) {
    if (!this.felt) this.build();
    this.kind.replaceChildren(
      h('strong', {}, t('deal', { deal: view.deal, deals: view.deals, kind: view.kind })),
      ` ${t(`kind.${view.kind}`)} `,
      h('span', { class: 'trick-number' }, t('trick', { number: Math.min(view.number, 13) })));
    this.drawFelt(view, SEATS.indexOf(seat ?? 'S'), names, last);
    this.drawHand(view, playable);
    const open = [...this.papers.querySelectorAll('details')].map((one) => one.open);
    this.papers.replaceChildren(sheet(view, names), history(view, names));
    [...this.papers.querySelectorAll('details')].forEach((one, at) => {
      one.open = open[at] ?? false;
    });
  }

  drawFelt(view, bottom, names, last) {
    // A trick that was just taken stays to be looked at until the next card is led.
    const rest = view.trick.length === 0 && view.last && last ? view.last : null;
    const lying = rest
      ? rest.cards.map((one, at) => ({ seat: SEATS[(SEATS.indexOf(rest.leader) + at) % 4], card: one }))
      : view.trick;
    const places = PLACES.map((place, at) => {
      const seat = SEATS[(bottom + at) % 4];
      const played = lying.find((one) => one.seat === seat)?.card;
      return h('div', {
        class: `place ${place}${view.turn === seat ? ' turn' : ''}${rest?.taker === seat ? ' taker' : ''}${rest ? ' rest' : ''}`,
        role: 'group',
        'aria-label': this.placeName(seat, names, played),
      },
      h('span', { class: 'who' }, h('b', {}, seat), ` ${names[seat] ?? ''}`, rest?.taker === seat ? ` · ${t('takes')}` : ''),
      played ? card(played) : h('span', { class: 'no-card' }));
    });
    this.felt.replaceChildren(...places);
  }

  placeName(seat, names, played) {
    const who = `${t(`seat.${seat}`)} ${names[seat] ?? ''}`.trim();
    return played ? `${who}: ${nameOf(played)}` : who;
  }

  drawHand(view, playable) {
    const cards = [...view.hand].sort(byHand);
    const legal = new Set(playable ? view.moves : []);
    const had = this.hand.contains(focused());
    const was = childrenOf(this.hand).indexOf(focused());
    this.hand.hidden = view.seat === null || view.seat === undefined;
    keep(this.hand, cards, (one) => one, (one) => this.cardButton(one), (element, one) => {
      const may = legal.has(one);
      element.classList.toggle('legal', may);
      element.setAttribute('aria-disabled', String(!may));
    });
    const children = childrenOf(this.hand);
    const stay = children.find((child) => child.getAttribute('tabindex') === '0');
    const next = (had && children[Math.min(Math.max(was, 0), children.length - 1)])
      || stay || children.find((child) => legal.has(child.dataset.key)) || children[0];
    if (next) this.rove(children, next, had && focused() !== next);
  }

  cardButton(which) {
    return h('button', {
      type: 'button',
      class: 'hand-card',
      'aria-label': nameOf(which),
      onclick: () => this.offer(which),
      onfocus: (event) => this.rove(childrenOf(this.hand), event.currentTarget),
    }, card(which));
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const children = childrenOf(this.hand);
    const at = children.indexOf(focused());
    if (!step || at < 0) return;
    event.preventDefault();
    this.rove(children, children[(at + step + children.length) % children.length], true);
  }
}

customElements.define('kierki-board', KierkiBoard);

export const make = () => document.createElement('kierki-board');

export function describe({ move, before }, view) {
  const taken = before && view.last && before.trick.length === 3
    ? ` ${t('told.takes', { seat: t(`seat.${view.last.taker}`) })}` : '';
  return t('told', { card: nameOf(move) }) + taken;
}

/** The points of the whole match so far. */
export const standing = (view, seat) => String((view.totals[seat] ?? 0) + (view.turn ? view.points[seat] ?? 0 : 0));

export const typed = (text) => text.trim().toUpperCase().replace(/^T(?=[CDHS]$)/, '10');
