/** The graph: a token, the edges that are left, those that were walked fading away, and where one can walk to. */
import { Board, isPress } from 'stolik/board.js';
import { focused, h, svg } from 'stolik/dom.js';
import { wordsOf } from 'stolik/i18n.js';
import { SIDE, layout } from './layout.js';

const t = wordsOf('graph');

const RADIUS = 31;
/** How far from a vertex a finger may land and still mean it. */
const REACH = 70;

class GraphBoard extends Board {
  build(view) {
    this.places = this.remembered(view) ?? layout(view.vertices, view.edges);
    this.remember();
    this.lines = new Map();
    this.lineGroup = svg('g', { class: 'edges', 'aria-hidden': 'true' });
    this.token = svg('circle', { class: 'token', r: RADIUS + 9 });
    this.nodes = this.places.map((place, vertex) => this.node(place, vertex));
    this.picture = svg('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'group', 'aria-label': t('board') },
      this.lineGroup, this.token, ...this.nodes);
    this.picture.addEventListener('click', (event) => this.click(event));
    this.picture.addEventListener('keydown', (event) => this.key(event));
    this.replaceChildren(this.picture);
  }

  /** A reload in the middle of a game knows fewer edges; the drawing should not jump for that. */
  remembered(view) {
    const key = this.shown.memoryKey;
    try {
      const places = key ? JSON.parse(sessionStorage.getItem(`stolik.graph.${key}`)) : null;
      return places?.length === view.vertices ? places : null;
    } catch {
      return null;
    }
  }

  remember() {
    try {
      if (this.shown.memoryKey) sessionStorage.setItem(`stolik.graph.${this.shown.memoryKey}`, JSON.stringify(this.places));
    } catch {
      // Then the drawing may jump after a reload, and nothing else.
    }
  }

  node({ x, y }, vertex) {
    const group = svg('g', { class: 'vertex', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, 'data-vertex': String(vertex) },
      svg('circle', { class: 'halo', r: RADIUS + 12 }), svg('circle', { class: 'body', r: RADIUS }),
      svg('text', { 'aria-hidden': 'true' }, String(vertex)));
    group.addEventListener('focus', () => this.rove(this.nodes, group));
    return group;
  }

  draw({ view, playable, last, advised }) {
    if (!this.places || this.places.length !== view.vertices) this.build(view);
    this.drawEdges(view, last);
    const legal = new Set(playable ? view.moves.map(Number) : []);
    const { x, y } = this.places[view.token];
    this.token.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    this.nodes.forEach((node, vertex) => {
      const may = legal.has(vertex);
      node.classList.toggle('legal', may);
      node.classList.toggle('here', vertex === view.token);
      node.classList.toggle('advised', advised.includes(String(vertex)));
      if (may) node.setAttribute('role', 'button');
      else node.setAttribute('role', 'img');
      node.setAttribute('aria-label', t(may ? 'walk' : vertex === view.token ? 'here' : 'vertex', { vertex }));
    });
    this.ring = [...legal].sort((a, b) => this.angle(a) - this.angle(b));
    const focused = this.nodes.includes(document.activeElement);
    this.rove(this.nodes, this.nodes[this.ring[0] ?? view.token], focused);
  }

  drawEdges(view, last) {
    const left = new Set(view.edges.map(String));
    for (const edge of view.edges) {
      if (!this.lines.has(String(edge))) this.addLine(edge);
    }
    const walked = last?.before ? String(last.before.edges.find((edge) => !left.has(String(edge))) ?? '') : '';
    for (const [key, line] of this.lines) {
      const ends = key.split(',').map(Number);
      line.classList.toggle('walked', !left.has(key));
      line.classList.toggle('just', key === walked);
      line.classList.toggle('open', left.has(key) && ends.includes(view.token));
    }
  }

  addLine([u, v]) {
    const [from, to] = [this.places[u], this.places[v]];
    const line = svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: 'edge' });
    this.lines.set(`${u},${v}`, line);
    this.lineGroup.append(line);
  }

  angle(vertex) {
    const [from, to] = [this.places[this.shown.view.token], this.places[vertex]];
    return Math.atan2(to.y - from.y, to.x - from.x);
  }

  click(event) {
    const picture = /** @type {SVGSVGElement} */ (this.picture);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const far = (vertex) => Math.hypot(this.places[vertex].x - at.x, this.places[vertex].y - at.y);
    const exact = event.target.closest?.('.vertex')?.dataset.vertex;
    const near = this.ring.filter((vertex) => far(vertex) < REACH).sort((a, b) => far(a) - far(b))[0];
    const chosen = exact ?? near;
    if (chosen !== undefined) this.offer(String(chosen));
  }

  /** The arrow keys go round the vertices that the token can walk to. */
  key(event) {
    const vertex = Number(focused()?.dataset.vertex);
    if (isPress(event)) {
      event.preventDefault();
      this.offer(String(vertex));
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !this.ring.length) return;
    event.preventDefault();
    const at = this.ring.indexOf(vertex);
    const next = this.ring[(at + step + this.ring.length) % this.ring.length];
    this.rove(this.nodes, this.nodes[next], true);
  }
}

customElements.define('graph-board', GraphBoard);

export const make = () => h('graph-board', { class: 'square-board' });

export const stays = () => 500;

export const describe = ({ move, before }) => (before ? t('told', { from: before.token, to: move }) : t('told.plain', { move }));

export const standing = () => '';

export const typed = (text) => text.trim();
