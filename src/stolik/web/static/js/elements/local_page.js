/** A game for two people at one screen: nothing is sent anywhere. */
import { button, h, link } from '../dom.js';
import { isLocal, load, seatName, seatsFrom, titleOf } from '../games.js';
import { gameText, t } from '../i18n.js';
import { loadReplay, replayAddress, sourceIn } from '../replay.js';
import { addresses } from '../router.js';
import { play as sound } from '../sound.js';
import './move_input.js';
import { announce, attempt, notify } from './notices.js';
import { nowhere } from './nowhere.js';
import './result_banner.js';
import './seat_panel.js';

class LocalPage extends HTMLElement {
  /** @type {any} the game's rules.js */
  rules = null;

  /** @type {any} its board.js */
  shape = null;

  /** @type {{source: import('../replay.js').Source, ply: number, view: any, last: any}|null} */
  fork = null;

  async connectedCallback() {
    this.game = this.getAttribute('game');
    this.replaceChildren(h('p', { class: 'empty' }, t('loading')));
    const { rules, board } = await load(this.game);
    [this.rules, this.shape, this.fork] = await Promise.all([rules(), board(), this.findFork()]);
    this.begin();
  }

  /** Where play goes on from, when the address names a moment of a finished game. */
  async findFork() {
    const source = sourceIn(location.search);
    if (!source) return null;
    const ply = Number(new URLSearchParams(location.search).get('ply'));
    const found = await attempt(loadReplay(source));
    const step = found?.steps[ply];
    if (found?.table.game !== this.game || !step?.view.turn) return null;
    return { source, ply, view: step.view, last: step.move ? { by: step.seat, move: step.move, before: found.steps[ply - 1].view } : null };
  }

  begin() {
    this.past = [];
    this.position = this.fork ? this.rules.fromView(this.fork.view) : this.rules.start();
    this.last = this.fork?.last ?? null;
    this.board = this.shape.make();
    this.panels = seatsFrom(this.game, null).map(() => h('seat-panel'));
    this.seats = h('div', { class: 'seats' }, ...this.panels);
    this.banner = h('result-banner', { hidden: true, role: 'status' });
    this.typed = h('move-input');
    this.typed.setup({ game: this.game, typed: this.shape.typed });
    this.back = button(t('local.back'), () => this.takeBack(), { class: 'quiet' });
    this.log = h('ol', { class: 'log', tabindex: '0', 'aria-label': t('table.log') });
    const room = h('div', { class: `at-table game-${this.game}`, onmove: ({ detail }) => this.play(detail) },
      h('div', { class: 'front' },
        h('div', { class: 'heading' }, h('h1', {}, titleOf(this.game)), h('span', { class: 'stage' }, t('local.title'))),
        this.seats, h('div', { class: 'board-room' }, this.board), this.banner,
        h('div', { class: 'row controls' }, this.fork ? link(t('local.backToReplay'), replayAddress(this.fork.source, this.fork.ply), { class: 'button quiet' }) : '', this.back, button(t('local.again'), () => this.begin(), { class: 'quiet' }))),
      h('aside', { class: 'paper side' }, this.board.beside(), this.typed, h('h2', {}, t('table.log')), this.log));
    this.replaceChildren(room);
    this.draw();
  }

  play(move) {
    const before = this.rules.view(this.position);
    try {
      const position = this.rules.play(this.position, move);
      this.past.push({ position: this.position, last: this.last });
      this.position = position;
    } catch (error) {
      if (!error.why) throw error;
      const why = gameText(this.game, `why.${error.why}`, error.facts, error.message);
      this.draw(why);
      notify(t('table.refused', { why }), 'bad');
      return;
    }
    this.last = { by: before.turn, move, before };
    const words = `${seatName(this.game, before.turn)} ${this.shape.describe(this.last, this.rules.view(this.position))}`;
    const noted = this.shape.noted?.(this.last, this.rules.view(this.position));
    this.log.prepend(h('li', {}, [words, noted].filter(Boolean).join('. ')));
    announce(words);
    notify(noted);
    sound('move');
    this.typed.clear();
    this.draw();
  }

  takeBack() {
    const step = this.past.pop();
    if (!step) return;
    ({ position: this.position, last: this.last } = step);
    this.log.firstElementChild?.remove();
    this.draw();
  }

  draw(why) {
    const view = this.rules.view(this.position);
    this.board.show({ view, last: this.last, seat: view.turn, playable: view.turn !== null });
    this.typed.show({ playable: view.turn !== null, moves: view.moves, why });
    this.back.disabled = this.past.length === 0;
    const over = view.turn === null;
    const { scores, winners } = this.rules.outcome(this.position);
    for (const [at, seat] of seatsFrom(this.game, null).entries()) {
      this.panels[at].show({
        game: this.game, seat, who: { name: '', kind: 'person', here: true }, nameless: true, turnWords: 'seat.toMove', mine: false, turn: view.turn === seat, deadline: null,
        absentUntil: undefined, standing: this.shape.standing(view, seat), doors: [], won: over && winners.includes(seat),
      });
    }
    this.banner.hidden = !over;
    if (over) {
      this.banner.show({ game: this.game, ended: { scores, winners, ending: 'rules' }, names: {}, mine: null, actions: [
        button(t('local.again'), () => this.begin(), { class: 'primary' }), link(t('table.toLobby'), addresses.lobby(), { class: 'button' })] });
    }
  }
}

customElements.define('local-page', LocalPage);

export const show = ({ game }) => (isLocal(game) ? { title: t('local.title'), element: h('local-page', { game }) } : nowhere());
