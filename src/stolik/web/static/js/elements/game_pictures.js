/** Small pictures of the games for the lobby. */
import { svg } from '../dom.js';
import { card } from '../boards/cards.js';

const disc = (x, y, colour, r = 11) => svg('circle', { cx: x, cy: y, r, class: `mini-${colour}` });

const PICTURES = {
  othello: () => [
    svg('rect', { class: 'mini-felt', width: 100, height: 100, rx: 8 }),
    ...[25, 50, 75].flatMap((at) => [
      svg('line', { class: 'mini-line', x1: at, x2: at, y1: 0, y2: 100 }), svg('line', { class: 'mini-line', x1: 0, x2: 100, y1: at, y2: at })]),
    disc(37.5, 37.5, 'white', 9.5), disc(62.5, 37.5, 'black', 9.5), disc(37.5, 62.5, 'black', 9.5), disc(62.5, 62.5, 'white', 9.5),
    disc(87.5, 62.5, 'black', 9.5),
  ],
  krazki: () => ['bcbb', 'cbcbbcb', 'bc'].flatMap((stack, column) => [...stack].map((one, level) =>
    svg('rect', { class: `mini-${one === 'b' ? 'white' : 'black'}`, x: 6 + column * 31, y: 84 - level * 12, width: 27, height: 10, rx: 5 }))),
  graph: () => {
    const at = [[18, 24], [62, 12], [88, 46], [70, 88], [26, 80], [48, 50]];
    return [
      ...[[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [5, 0], [5, 2], [5, 3], [1, 5]].map(([u, v]) =>
        svg('line', { class: 'mini-edge', x1: at[u][0], y1: at[u][1], x2: at[v][0], y2: at[v][1] })),
      ...at.map(([x, y], i) => svg('circle', { class: i === 5 ? 'mini-token' : 'mini-vertex', cx: x, cy: y, r: i === 5 ? 10 : 7 })),
    ];
  },
  kierki: () => ['QS', 'KH', '7D'].map((which, i) => {
    const group = svg('g', { transform: `translate(${6 + i * 25} ${14 + Math.abs(i - 1) * 5}) rotate(${(i - 1) * 9} 21 60)` });
    const picture = card(which);
    picture.setAttribute('width', '44');
    picture.setAttribute('height', '62');
    group.append(picture);
    return group;
  }),
};

export const pictureOf = (game) => svg('svg', { class: 'game-picture', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, ...PICTURES[game]());
