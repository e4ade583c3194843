/** What a finished deal was: who took what, what it cost, the totals, and what comes next. */
import { button, h } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { nameOf, rankOf, suitOf, written } from './cards.js';

const t = wordsOf('kierki');

const SEATS = ['N', 'E', 'S', 'W'];

/** What costs points in the first six types of deal; the seventh has all of them. */
const COSTS = {
  1: { each: (trick) => trick },
  2: { card: (one) => suitOf(one) === 'H' },
  3: { card: (one) => rankOf(one) === 'Q' },
  4: { card: (one) => 'KJ'.includes(rankOf(one)) },
  5: { card: (one) => one === 'KH' },
  6: { trick: (number) => number === 7 || number === 13 },
};

/**
 * What each seat took that costs something.
 * @param {number} kind
 * @param {{number: number, taker: string, cards: string[]}[]} tricks of the whole deal
 * @returns {Object<string, {tricks: number, numbers: number[], cards: string[]}>}
 */
export function taken(kind, tricks) {
  const kinds = kind === 7 ? Object.values(COSTS) : [COSTS[kind]];
  const all = Object.fromEntries(SEATS.map((seat) => [seat, { tricks: 0, numbers: [], cards: [] }]));
  for (const { taker, number, cards } of tricks) {
    const mine = all[taker];
    if (kinds.some((one) => one.each)) mine.tricks += 1;
    if (kinds.some((one) => one.trick?.(number))) mine.numbers.push(number);
    mine.cards.push(...cards.filter((one) => kinds.some((rule) => rule.card?.(one))));
  }
  return all;
}

/** A card as it is written, and in words for whoever listens. */
const shortly = (one) => h('span', { role: 'img', 'aria-label': nameOf(one), class: `written suit-${suitOf(one)}` }, written(one));

/** Hearts are counted when nothing but hearts costs; every other card is named. */
function words(kind, { tricks, numbers, cards }) {
  const named = kind === 2 ? [] : kind === 7 ? cards.filter((one) => suitOf(one) !== 'H' || 'KQJ'.includes(rankOf(one))) : cards;
  const hearts = kind === 2 || kind === 7 ? cards.filter((one) => suitOf(one) === 'H').length : 0;
  const parts = [
    tricks ? t('took.tricks', { n: tricks }) : '',
    hearts ? t('took.hearts', { n: hearts }) : '',
    ...named.map(shortly),
    ...numbers.map((number) => t(number === 7 ? 'took.seventh' : 'took.last')),
  ].filter(Boolean);
  return parts.length ? parts.flatMap((part, at) => (at ? [', ', part] : [part])) : [t('took.nothing')];
}

/**
 * @param {any} before the view before the deal's last card
 * @param {any} view the view after it
 * @param {Object<string, string>} names
 * @param {() => void} close
 */
export function summary(before, view, names, close) {
  const { kind } = before;
  const all = taken(kind, [...before.tricks, view.last]);
  const { points } = view.sheet.at(-1);
  const over = view.turn === null;
  return h('div', { class: 'summary-paper' },
    h('h2', {}, t('dealOver', { deal: view.sheet.length, kind: t(`short.${kind}`) })),
    // After the last deal the table says so itself.
    over ? '' : h('p', { class: 'hint' }, t(`kind.${kind}`)),
    h('table', {},
      h('thead', {}, h('tr', {}, ...['player', 'took', 'points', 'total'].map((column) => h('th', { scope: 'col' }, t(column))))),
      h('tbody', {}, ...SEATS.map((seat) => h('tr', {},
        h('th', { scope: 'row' }, h('b', {}, seat), ` ${names[seat] ?? ''}`),
        h('td', { class: 'took' }, ...words(kind, all[seat])),
        h('td', {}, String(points[seat] ?? 0)), h('td', {}, String(view.totals[seat] ?? 0)))))),
    h('div', { class: 'row' },
      over ? '' : h('p', {}, t('next', { deal: view.deal }), ' ', t(`kind.${view.kind}`)),
      button(t(over ? 'close' : 'nextDeal'), close, { class: 'primary' })));
}
