/** What lies beside the cards: the score sheet of all deals, and the tricks of this one. */
import { h } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { SIGNS, byHand, card, nameOf, rankOf, suitOf } from './cards.js';

const t = wordsOf('kierki');

const SEATS = ['N', 'E', 'S', 'W'];
const KINDS = [1, 2, 3, 4, 5, 6, 7];

const heads = (names) => SEATS.map((seat) => h('th', { scope: 'col', title: names[seat] ?? null }, seat));
const figures = (points) => SEATS.map((seat) => h('td', {}, String(points[seat] ?? 0)));

/** Every deal's points, those of the one that is played, and the totals. */
export function sheet(view, names) {
  const playing = view.turn !== null;
  const now = playing
    ? h('tr', { class: 'now' }, h('th', { scope: 'row' }, `${view.sheet.length + 1}. ${t(`short.${view.kind}`)}`), ...figures(view.points))
    : null;
  const ahead = Array.from({ length: playing ? view.deals - view.sheet.length - 1 : 0 }, (_, at) => at + view.sheet.length + 2);
  const seen = new Set([...view.sheet.map(({ kind }) => kind), view.kind]);
  const unseen = KINDS.filter((kind) => !seen.has(kind));
  // In a whole match every type comes once; in others nobody can say what is still to come.
  const name = (at) => (unseen.length === ahead.length ? t(`short.${unseen[at]}`) : '');
  const later = ahead.map((deal, at) => h('tr', { class: 'ahead' }, h('th', { scope: 'row' }, `${deal}. ${name(at)}`), ...SEATS.map(() => h('td', {}, '·'))));
  const all = Object.fromEntries(SEATS.map((seat) =>
    [seat, (view.totals[seat] ?? 0) + (playing ? view.points[seat] ?? 0 : 0)]));
  return h('div', { class: 'sheet' },
    h('table', {},
      h('caption', {}, t('sheet')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('dealColumn')), ...heads(names))),
      h('tbody', {}, ...view.sheet.map(({ kind, points }, at) =>
        h('tr', {}, h('th', { scope: 'row' }, `${at + 1}. ${kind ? t(`short.${kind}`) : ''}`), ...figures(points))), now, ...later),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('total')), ...figures(all)))),
    h('p', { class: 'hint' }, t('fewest')));
}

/** The tricks that were taken in this deal. */
export function history(view, names) {
  const rows = view.tricks.map((trick) => h('li', {},
    h('span', { class: 'trick-no' }, `${trick.number}.`),
    h('span', { class: 'mini-cards', role: 'img', 'aria-label': trick.cards.map(nameOf).join(', ') }, ...trick.cards.map(card)),
    h('span', {}, `→ ${trick.taker} ${names[trick.taker] ?? ''}`)));
  return h('details', { class: 'tricks' },
    h('summary', {}, t('tricks', { n: view.tricks.length })),
    rows.length ? h('ol', {}, ...rows.reverse()) : h('p', { class: 'hint' }, t('noTricks')));
}

/** The trick before this one, to be looked at again. */
export function lastTrick({ leader, cards, taker }, names, open) {
  return h('details', { open },
    h('summary', {}, t('lastTrick')),
    h('ul', {}, ...cards.map((one, at) => {
      const seat = SEATS[(SEATS.indexOf(leader) + at) % 4];
      return h('li', { 'aria-label': `${t(`seat.${seat}`)}: ${nameOf(one)}` }, h('b', {}, seat), card(one));
    })),
    h('p', {}, `${taker} ${names[taker] ?? ''} · ${t('takes')}`));
}

/** All four hands, a line for each: for replays, where nothing is hidden any more. */
export function openHands(eyes, names, turn, advised) {
  return SEATS.map((seat) => {
    const hand = [...eyes[seat].hand].sort(byHand);
    const held = (suit) => hand.filter((one) => suitOf(one) === suit);
    const rank = (one) => h(seat === turn && advised.includes(one) ? 'mark' : 'span', {}, rankOf(one));
    return h('p', { class: `open-hand${seat === turn ? ' turn' : ''}`, 'aria-label': `${t(`seat.${seat}`)} ${names[seat] ?? ''}: ${hand.map(nameOf).join(', ')}` },
      h('b', {}, seat), ...Object.entries(SIGNS).map(([suit, sign]) => h('span', { class: `suit-${suit}` }, sign, ...(held(suit).length ? held(suit).flatMap((one) => [' ', rank(one)]) : [' –']))));
  });
}
