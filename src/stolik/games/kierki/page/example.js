/** Two tricks of a deal where queens cost: for the page that says how to play it. */

const SEATS = ['N', 'E', 'S', 'W'];
const none = { N: 0, E: 0, S: 0, W: 0 };

const start = {
  deal: 3, deals: 7, kind: 3, first: 'W', leader: 'W', turn: 'W', seat: 'S', number: 11, hand: ['4D', '9C', 'QS'], dealt: [], moves: [],
  trick: [], tricks: [], last: null, points: none, sheet: [], totals: none,
};

const after = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];

/** The view after a card; the last of four says who takes the trick and what it cost. */
function played(view, card, taken = null) {
  const trick = [...view.trick, { seat: view.turn, card }];
  const hand = view.hand.filter((one) => one !== card);
  if (!taken) return { ...view, hand, trick, turn: after(view.turn) };
  const last = { number: view.number, leader: view.leader, cards: trick.map((one) => one.card), taker: taken.by };
  return {
    ...view, hand, trick: [], last, tricks: [...view.tricks, last], number: view.number + 1, leader: taken.by, turn: taken.by,
    points: { ...view.points, [taken.by]: view.points[taken.by] + taken.cost },
  };
}

/** What is shown one after another; the words are `example.0` and so on. */
export function steps() {
  const shown = [{ view: start, seat: 'S', last: null }];
  const cards = [['5C', null], ['JC', null], ['8C', null], ['9C', { by: 'N', cost: 0 }], ['AD', null], ['2D', null], ['4D', null], ['KH', { by: 'N', cost: 0 }], ['7H', null], ['10H', null], ['QS', null], ['AH', { by: 'W', cost: 5 }]];
  for (const [card, taken] of cards) {
    const before = shown.at(-1).view;
    shown.push({ view: played(before, card, taken), seat: 'S', last: { by: before.turn, move: card, before } });
  }
  // Not every card needs words.
  return [0, 1, 4, 8, 11, 12].map((at) => shown[at]);
}
