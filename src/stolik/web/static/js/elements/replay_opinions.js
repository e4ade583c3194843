/** The strongest player's opinion of each move: what it cost, what was better, and a line of how the game went. */
import { ApiError, api } from '../api.js';
import { button, h, svg } from '../dom.js';
import { GAMES, seatName } from '../games.js';
import { gameText, number, t } from '../i18n.js';
import { course, decisive, faultsOf, grade, nextSlip } from '../opinions.js';

const ASK_EVERY = 1000;
const [WIDTH, HEIGHT, EDGE] = [600, 110, 8];

const figure = (value) => number(Math.round(value * 100) / 100);
const signed = (value) => (value > 0 ? `+${figure(value)}` : figure(value));

/** At the start: how to go on, with a keyboard or with a finger. */
const startWords = () => [h('span', { class: 'by-keys' }, t('opinion.start')), h('span', { class: 'by-finger' }, t('opinion.startBelow'))];

class ReplayOpinions extends HTMLElement {
  /**
   * Nothing is shown of a game that nobody can judge, or of one without a move.
   * @param {{source: import('../replay.js').Source, game: import('../games.js').GamePage, names: Object<string, string>, moves: number, spoken: (move: string) => string}} facts
   */
  setup(facts) {
    this.facts = facts;
    this.opinions = [];
    this.byPly = new Map();
    this.at = 0;
    this.className = 'opinions';
    /** What is thought of the move that led here; the page puts it beside the board. */
    this.now = h('div', { class: 'opinion-now' });
    this.state = h('p', { class: 'hint', role: 'status' });
    this.ask = button(t('again'), () => this.begin(), { hidden: true });
    this.body = h('div', { class: 'opinion-body' });
    this.hidden = facts.moves === 0 || !GAMES[facts.game.name].judged;
    this.replaceChildren(h('div', { class: 'heading' }, h('h2', {}, t('opinion.title')), this.state, this.ask), this.body);
  }

  connectedCallback() {
    if (!this.hidden) this.begin();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /** Asks every second until all moves are judged: a game takes seconds, a long one a minute. */
  async begin() {
    this.ask.hidden = true;
    try {
      const { state, moves, opinions } = await api.analysis(this.facts.source);
      const more = opinions.length !== this.opinions.length;
      this.opinions = opinions;
      this.byPly = new Map(opinions.map((one) => [one.ply, one]));
      this.state.textContent = this.words(state, opinions.length, moves);
      if (more) this.draw();
      if (state === 'waiting' || state === 'running') this.timer = setTimeout(() => this.isConnected && this.begin(), ASK_EVERY);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.state.textContent = error.message;
      this.ask.hidden = false;
    }
  }

  words(state, done, of) {
    if (state === 'waiting') return t('opinion.waiting');
    if (state === 'running') return t('opinion.running', { done, of });
    return state === 'done' ? '' : t('opinion.unavailable');
  }

  draw() {
    const { game, names } = this.facts;
    this.jumps = [button(t('opinion.previous'), () => this.jump(-1), { class: 'small' }), button(t('opinion.next'), () => this.jump(1), { class: 'small' })];
    const sums = game.seats.map((seat) => {
      const { n, cost } = faultsOf(game, this.opinions, seat);
      return h('li', {}, h('strong', {}, [seatName(game.name, seat), names[seat]].filter(Boolean).join(' ')), ` ${t('opinion.sum', { n, cost: figure(cost) })}`);
    });
    this.body.replaceChildren(this.decided(), this.picture(), h('div', { class: 'row' }, ...this.jumps), h('ul', { class: 'opinion-sums' }, ...sums),
      h('p', { class: 'hint' }, gameText(game.name, 'opinion.value', {}, '')));
    this.dispatchEvent(new CustomEvent('opinions', { bubbles: true }));
    this.show(this.at);
  }

  /** The three moves that decided the game; a press leads to the position before, where the better move is marked. */
  decided() {
    const { game, names, spoken } = this.facts;
    const moves = decisive(game, this.opinions);
    if (!moves.length) return '';
    const go = (type, ply) => () => this.dispatchEvent(new CustomEvent(type, { detail: ply, bubbles: true }));
    return h('section', { class: 'decided' }, h('h3', {}, t('opinion.decided')), h('ol', {}, ...moves.map(({ ply, seat, move, best, cost }) =>
      h('li', {}, h('span', {}, t('opinion.decidedMove', { ply, who: names[seat] || seatName(game.name, seat), move: spoken(move), cost: figure(cost) })),
        h('span', { class: 'hint' }, t('opinion.better', { move: spoken(best[0]) })),
        button(t('opinion.before'), go('ply', ply - 1), { class: 'small', 'aria-label': `${t('opinion.before')}: ${ply}. ${spoken(move)}` }),
        this.betterButton(ply, move)))));
  }

  betterButton(ply, move) {
    const name = `${t('better.show')}: ${ply}. ${this.facts.spoken(move)}`;
    return button(t('better.show'), () => this.dispatchEvent(new CustomEvent('better', { detail: ply, bubbles: true })),
      { class: 'small', 'aria-label': name, 'data-better': ply });
  }

  jump(way) {
    const to = this.nextSlip(this.at, way);
    if (to !== null) this.dispatchEvent(new CustomEvent('ply', { detail: to, bubbles: true }));
  }

  /** How the game went; a press leads to the move. */
  picture() {
    const { game, moves } = this.facts;
    const values = course(game, this.opinions);
    const far = Math.max(1, ...values.map(Math.abs));
    const twoSided = game.seats.length === 2;
    const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, moves);
    const y = (value) => (twoSided ? HEIGHT / 2 - (value / far) * (HEIGHT / 2 - EDGE) : HEIGHT - EDGE - (value / far) * (HEIGHT - 2 * EDGE));
    const points = values.map((value, index) => `${x(index + 1).toFixed(1)},${y(value).toFixed(1)}`);
    const slips = this.opinions.filter((opinion) => grade(game, opinion)).map((opinion) =>
      // A line of no length with round ends: a dot that stays round however the picture is stretched.
      svg('path', { class: `slip-dot ${grade(game, opinion)}`, d: `M${x(opinion.ply).toFixed(1)} ${y(values[opinion.ply - 1]).toFixed(1)}h0` }));
    this.needle = svg('line', { class: 'needle', y1: 0, y2: HEIGHT });
    this.x = x;
    const picture = svg('svg', { class: 'course', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('opinion.course') },
      svg('rect', { class: 'course-ground', width: WIDTH, height: HEIGHT }),
      twoSided ? svg('rect', { class: 'course-first', width: WIDTH, height: HEIGHT / 2 }) : '',
      svg('line', { class: 'course-zero', x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      this.needle, svg('polyline', { class: 'course-line', points: points.join(' ') }), ...slips);
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const along = ((event.clientX - box.left) / box.width) * WIDTH;
      const ply = Math.round(((along - EDGE) / (WIDTH - 2 * EDGE)) * moves);
      this.dispatchEvent(new CustomEvent('ply', { detail: Math.min(Math.max(0, ply), moves), bubbles: true }));
    });
    const first = seatName(game.name, game.seats[0]);
    const second = twoSided ? seatName(game.name, game.seats[1]) : '';
    return h('figure', { class: 'course-room' }, picture, twoSided ? h('figcaption', { class: 'hint' }, t('opinion.sides', { first, second })) : h('figcaption', { class: 'hint' }, gameText(game.name, 'opinion.costs')));
  }

  /** What is thought of the move that led here. */
  show(at) {
    this.at = at;
    if (!this.needle) return;
    const opinion = this.opinionOf(at);
    const bad = grade(this.facts.game, opinion);
    this.now.className = `opinion-now ${bad ?? ''}`;
    const words = opinion ? [this.say(opinion)] : at ? [t('opinion.notYet')] : startWords();
    this.now.replaceChildren(h('p', {}, ...words), ...(bad ? [this.nowButton(at)] : []));
    for (const end of ['x1', 'x2']) this.needle.setAttribute(end, String(this.x(at)));
    this.jumps[0].disabled = this.nextSlip(at, -1) === null;
    this.jumps[1].disabled = this.nextSlip(at, 1) === null;
  }

  say({ move, best, value, best_value: bestValue, cost, exact }) {
    const about = exact ? '' : '≈ ';
    const { spoken } = this.facts;
    const facts = { move: spoken(move), value: about + signed(value), best: best.slice(0, 4).map(spoken).join(', ') + (best.length > 4 ? '…' : ''), bestValue: about + signed(bestValue), cost: about + figure(cost) };
    // What is written as 0 is no loss.
    return t(Math.round(cost * 100) > 0 ? 'opinion.worse' : 'opinion.good', facts);
  }

  /** The way to what would have been better, beside the board; the same button as long as the move is the same. */
  nowButton(at) {
    if (this.betterNow?.dataset.now !== String(at)) {
      this.betterNow = this.betterButton(at, this.opinionOf(at).move);
      this.betterNow.dataset.now = String(at);
      this.betterNow.setAttribute('aria-keyshortcuts', 'b');
    }
    return this.betterNow;
  }

  /** The best moves of the one whose turn it is. */
  best(at) {
    return this.opinionOf(at + 1)?.best ?? [];
  }

  opinionOf(ply) {
    return this.byPly.get(ply);
  }

  /** What a list of moves shows beside a move. */
  mark(ply) {
    const opinion = this.opinionOf(ply);
    const bad = grade(this.facts.game, opinion);
    if (!bad) return null;
    return { grade: bad, sign: bad === 'blunder' ? '??' : '?', words: t(`opinion.${bad}`, { cost: figure(opinion.cost) }) };
  }

  nextSlip(at, way) {
    return nextSlip(this.facts.game, this.opinions, at, way);
  }
}

customElements.define('replay-opinions', ReplayOpinions);
