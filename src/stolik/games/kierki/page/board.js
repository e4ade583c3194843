/** The Kierki table: the trick in the middle, a hand of cards at the bottom, what the deal costs; beside it the score sheet. */
import { Board } from 'stolik/board.js';
import { childrenOf, focused, h, keep } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { byHand, card, nameOf } from './cards.js';
import { dragged } from './drag.js';
import { history, lastTrick, openHands, sheet } from './sheet.js';
import { summary } from './summary.js';

const t = wordsOf('kierki');

const SEATS = ['N', 'E', 'S', 'W'];
// Clockwise as seen from above: whoever plays after the one at the bottom sits on the left.
const PLACES = ['bottom', 'left', 'top', 'right'];

/** Milliseconds that a card, a finished trick and a finished deal stay before the next thing is shown. */
const STAYS = { card: 450, trick: 1300, deal: 12000 };

const dealEnded = (last, view) => Boolean(last?.before) && view.sheet.length > last.before.sheet.length;

/** The most cards that are wide enough for a finger in one row of a phone. */
const ROW = 7;

class KierkiBoard extends Board {
  papers = h('div', { class: 'kierki-papers' });

  build() {
    this.kind = h('p', { class: 'deal-kind' });
    this.places = PLACES.map((place) => h('div', { class: `place ${place}`, role: 'group' }, h('span', { class: 'who' }), h('span', { class: 'no-card' })));
    this.lastTrick = h('div', { class: 'last-trick' });
    this.summary = h('div', { class: 'deal-summary', role: 'status' });
    this.felt = h('div', { class: 'felt' }, ...this.places, this.lastTrick, this.summary);
    this.hand = h('div', { class: 'hand', role: 'group', 'aria-label': t('hand') });
    this.hand.addEventListener('keydown', (event) => this.key(event));
    this.open = h('div', { class: 'open-hands' });
    this.replaceChildren(this.kind, this.felt, this.hand, this.open);
  }

  beside() {
    return this.papers;
  }

  draw({ view, seat, playable, names, last, eyes, advised }, before) {
    if (!this.felt) this.build();
    this.kind.replaceChildren(
      h('strong', {}, t('deal', { deal: view.deal, deals: view.deals })),
      ` ${t(`kind.${view.kind}`)} `,
      h('span', { class: 'trick-number' }, t('trick', { number: Math.min(view.number, 13) })));
    this.drawFelt(view, SEATS.indexOf(seat ?? 'S'), names, last);
    if (before?.view !== view) this.drawSummary(view, names, last);
    this.drawHand(view, playable, advised);
    // Empty hands at the end of a match need no room.
    const open = eyes && Object.values(eyes).some(({ hand }) => hand.length) ? eyes : null;
    this.open.hidden = !open;
    this.open.replaceChildren(...(open ? openHands(open, names, view.turn, advised) : []));
    this.drawPapers(view, names);
  }

  drawPapers(view, names) {
    const open = [...this.papers.querySelectorAll('details')].map((one) => one.open);
    this.papers.replaceChildren(sheet(view, names), history(view, names));
    [...this.papers.querySelectorAll('details')].forEach((one, at) => {
      one.open = open[at] ?? false;
    });
  }

  drawFelt(view, bottom, names, last) {
    // A trick that was just taken stays to be looked at, and then goes to its taker.
    const rest = view.trick.length === 0 && view.last && last ? view.last : null;
    const lying = rest
      ? rest.cards.map((one, at) => ({ seat: SEATS[(SEATS.indexOf(rest.leader) + at) % 4], card: one }))
      : view.trick;
    const taker = rest ? PLACES[(SEATS.indexOf(rest.taker) - bottom + 4) % 4] : null;
    this.felt.style.setProperty('--rest', `${STAYS.trick * (this.shown.pace ?? 1)}ms`);
    this.places.forEach((place, at) => {
      const seat = SEATS[(bottom + at) % 4];
      const played = lying.find((one) => one.seat === seat)?.card;
      place.className = `place ${PLACES[at]}${view.turn === seat && !rest ? ' turn' : ''}${rest?.taker === seat ? ' taker' : ''}${rest ? ` rest to-${taker}` : ''}`;
      place.setAttribute('aria-label', this.placeName(seat, names, played));
      place.firstElementChild.replaceChildren(h('b', {}, seat), ` ${names[seat] ?? ''}`, rest?.taker === seat ? ` · ${t('takes')}` : '');
      const [, lies] = childrenOf(place);
      if ((lies.dataset.card ?? '') !== (played ?? '')) lies.replaceWith(played ? card(played) : h('span', { class: 'no-card' }));
    });
    this.lastTrick.replaceChildren(...(view.last ? [lastTrick(view.last, names, this.lastTrick.querySelector('details')?.open)] : []));
  }

  /** Between two deals: what this one was, who took what, what that cost, and what comes next. */
  drawSummary(view, names, last) {
    const over = dealEnded(last, view);
    this.summary.hidden = !over;
    this.summary.replaceChildren(...(over ? [summary(last.before, view, names, () => this.closeSummary())] : []));
  }

  closeSummary() {
    const had = this.summary.contains(focused());
    this.summary.hidden = true;
    this.hurry();
    if (had) childrenOf(this.hand).find((one) => one.tabIndex === 0)?.focus();
  }

  placeName(seat, names, played) {
    const who = `${t(`seat.${seat}`)} ${names[seat] ?? ''}`.trim();
    return played ? `${who}: ${nameOf(played)}` : who;
  }

  drawHand(view, playable, advised) {
    const cards = [...view.hand].sort(byHand);
    const legal = new Set(playable ? view.moves : []);
    const had = this.hand.contains(focused());
    const was = childrenOf(this.hand).indexOf(focused());
    // When the match is over, its room is the table's.
    this.hand.hidden = view.seat === null || view.seat === undefined || view.turn === null;
    // Upright, more than seven cards lie in two rows of the same length, the first behind the second.
    const row = cards.length > ROW ? Math.ceil(cards.length / 2) : ROW;
    this.hand.style.setProperty('--row', String(row));
    keep(this.hand, cards, (one) => one, (one) => this.cardButton(one), (element, one) => {
      const may = legal.has(one);
      element.classList.toggle('legal', may);
      element.classList.toggle('behind', cards.length > ROW && cards.indexOf(one) < row);
      element.classList.toggle('advised', advised.includes(one));
      if (!may) element.classList.remove('chosen');
      element.setAttribute('aria-disabled', String(!may));
    });
    const children = childrenOf(this.hand);
    const stay = children.find((child) => child.getAttribute('tabindex') === '0');
    const next = (had && children[Math.min(Math.max(was, 0), children.length - 1)])
      || stay || children.find((child) => legal.has(child.dataset.key)) || children[0];
    const lost = had || (this.emptied && focused()?.matches('body, main'));
    if (next) this.rove(children, next, lost && focused() !== next);
    // The last card of a deal takes the focus with it; the first hand that comes gets it back.
    this.emptied = lost && !next;
  }

  /** A mouse or a key plays at once. A finger hides what it points at: it chooses first, and the second tap plays. */
  cardButton(which) {
    const made = h('button', {
      type: 'button',
      class: 'hand-card',
      onclick: () => this.press(made, which),
      onfocus: (event) => this.rove(childrenOf(this.hand), event.currentTarget),
      onpointerdown: ({ pointerType }) => {
        this.byTouch = pointerType === 'touch';
      },
      onkeydown: () => {
        this.byTouch = false;
      },
    }, card(which), h('span', { class: 'unseen' }, nameOf(which)));
    dragged(made, this.felt, () => this.offer(which));
    return made;
  }

  press(made, which) {
    const chosen = made.classList.contains('chosen') || !this.byTouch || !made.classList.contains('legal');
    for (const one of childrenOf(this.hand)) one.classList.toggle('chosen', one === made && !chosen);
    if (chosen) this.offer(which);
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

/** How long a card is looked at: longer when it ended a trick, longest when it ended a deal. */
export function stays(last, view) {
  if (dealEnded(last, view) && view.turn) return STAYS.deal;
  return view.trick.length === 0 ? STAYS.trick : STAYS.card;
}

export function describe({ move, before }, view, names = {}) {
  const taken = before && view.last && before.trick.length === 3
    ? ` ${t('told.takes', { name: names[view.last.taker] || t(`seat.${view.last.taker}`) })}` : '';
  return t('told', { card: nameOf(move) }) + taken;
}

/** The points of the whole match so far. */
export const standing = (view, seat) => String((view.totals[seat] ?? 0) + (view.turn ? view.points[seat] ?? 0 : 0));

/** A move in words, for a hint. */
export const spoken = nameOf;

export const typed = (text) => text.trim().toUpperCase().replace(/^T(?=[CDHS]$)/, '10');
