/** How to play a game: its rules, an example on its own board, a first game against an easy bot, and how programs come. */
import { button, h, link } from '../dom.js';
import { GAMES, botName, firstBot, isKnown, isLocal, load, titleOf } from '../games.js';
import { gameText, spoken, t } from '../i18n.js';
import { markdown } from '../markdown.js';
import { addresses } from '../router.js';
import { playBot } from './game_tiles.js';
import { nowhere } from './nowhere.js';
import { commandLine, copyable } from './seat_doors.js';

class HowPage extends HTMLElement {
  async connectedCallback() {
    this.game = this.getAttribute('game');
    this.text = h('div', { class: 'guide' }, h('h1', {}, titleOf(this.game)), h('p', {}, gameText(this.game, 'about', {}, '')));
    this.protocol = h('li', {}, gameText(this.game, 'how.protocol', {}, ''));
    this.example = h('section', { class: `paper example game-${this.game}`, hidden: true });
    this.replaceChildren(h('div', { class: 'how' }, h('article', { class: 'paper' }, this.text), h('div', { class: 'how-side' }, this.example, this.first(), this.programs())));
    await Promise.all([this.read(), this.showExample()]);
  }

  async read() {
    const answer = await fetch(`/static/games/${encodeURIComponent(this.game)}/play.${spoken()}.md`).catch(() => null);
    if (answer?.ok) this.text.replaceChildren(...markdown(await answer.text()));
  }

  /** A first game is one that can be won. */
  first() {
    const bot = firstBot(this.game);
    return h('section', { class: 'paper' }, h('h2', {}, t('how.first')), h('p', {}, t('how.firstWords')),
      h('div', { class: 'row' },
        bot ? button(t('how.play', { bot: botName(bot) }), ({ currentTarget }) => playBot(this.game, bot, currentTarget, true), { class: 'primary' }) : '',
        isLocal(this.game) ? link(t('tile.local'), addresses.local(this.game), { class: 'button' }) : ''));
  }

  async showExample() {
    const { example, board, protocolPage } = await load(this.game);
    // A game from elsewhere may say in its own words where its messages are described.
    if (!this.protocol.textContent) this.protocol.replaceChildren(link(t('how.protocolLink'), addresses.docs(protocolPage)));
    if (!example) return;
    const [{ steps }, shape] = await Promise.all([example(), board()]);
    this.steps = steps();
    this.board = shape.make();
    this.words = h('p', { class: 'example-words', role: 'status' });
    this.where = h('span', { class: 'where' });
    this.turns = [button('◀', () => this.go(this.at - 1), { 'aria-label': t('replay.back') }), button(t('how.next'), () => this.go(this.at + 1), { class: 'primary' })];
    this.example.hidden = false;
    this.example.replaceChildren(h('h2', {}, t('how.example')), h('div', { class: 'board-room' }, this.board), this.words,
      h('div', { class: 'row' }, ...this.turns, this.where));
    this.go(0);
  }

  go(to) {
    this.at = to;
    const { view, last = null, seat = null, advised = [] } = this.steps[to];
    this.board.show({ view, last, seat, advised, names: {}, pace: 3 });
    this.words.textContent = gameText(this.game, `example.${to}`);
    this.where.textContent = t('replay.at', { at: to + 1, of: this.steps.length });
    this.turns[0].disabled = to === 0;
    this.turns[1].disabled = to === this.steps.length - 1;
  }

  /** From the rules to a program that plays by them. */
  programs() {
    const { lobby_command: lobby, port, hidden } = GAMES[this.game];
    // At a game's own port, programs meet in the lobby, or each plays the next that connects. No bot of ours reads the lines of a game with hidden hands.
    const bot = hidden ? ['how.byHand', 'nc HOST PORT'] : ['how.bot', `stolik bot ${this.game} --ip HOST --port PORT`];
    const [words, command] = lobby ? ['program.lobby', lobby] : bot;
    return h('section', { class: 'paper' }, h('h2', {}, t('how.programs')), h('p', {}, t('how.programsWords')),
      h('ul', { class: 'how-ways' },
        port ? h('li', {}, t(words), copyable(commandLine(command, port), t(words))) : '',
        GAMES[this.game].programs ? h('li', {}, t('how.seat')) : '',
        this.protocol,
        h('li', {}, link(t('how.tutorial'), addresses.docs('bot-tutorial'))),
        h('li', {}, link(t('how.api'), '/api/docs', { target: '_blank' }))));
  }
}

customElements.define('how-page', HowPage);

export const show = ({ game }) => (isKnown(game) ? { title: t('how.title', { game: titleOf(game) }), element: h('how-page', { game }) } : nowhere());
