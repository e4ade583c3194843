/** One contest: standings with their intervals, how ratings went, the table of rounds, and every game to step through. */
import { api } from '../api.js';
import { causeText } from '../cause.js';
import { lookAt, messages } from '../client.js';
import { contestWords } from '../contest_state.js';
import { button, h, link } from '../dom.js';
import { titleOf } from '../games.js';
import { number, t } from '../i18n.js';
import { faultWords } from '../result.js';
import { addresses } from '../router.js';
import { contestPlot } from './contest_plot.js';
import { notify } from './notices.js';
import { operatorField, operatorToken } from './operator.js';
import { Part } from './part.js';
import { ratingCells } from './rating.js';
import './replay_page.js';

/** Milliseconds between two looks at a contest that is being played. */
const LOOK_EVERY = 1000;

class ContestPage extends Part {
  setup() {
    this.id = this.getAttribute('contest');
    this.head = h('div', {}, h('p', { class: 'empty' }, t('loading')));
    this.papers = h('div', { class: 'papers' });
    this.list = h('section', { class: 'paper', hidden: true });
    this.chosen = h('div', { class: 'chosen' });
    this.steering = button('', () => this.steer());
    // Made once: whoever types the token keeps the field while the rest is drawn anew.
    this.operator = h('details', { class: 'operator', hidden: true, open: Boolean(operatorToken()) }, h('summary', {}, t('contests.forOperator')),
      h('div', { class: 'row steer' }, operatorField('steer-operator'), this.steering));
    this.replaceChildren(h('div', { class: 'contest' }, this.head, this.operator, this.papers, this.list), this.chosen);
    this.listen(messages, 'contest', ({ detail: { message } }) => message.contest.id === this.id && this.loadSoon());
    lookAt('contests', true);
    this.undo.push(() => lookAt('contests', null));
    this.load();
    const game = Number(new URLSearchParams(location.search).get('number'));
    if (game) this.open(game);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  /** A contest gets on many times a second; one look a second is enough to see it. */
  loadSoon() {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.load();
    }, LOOK_EVERY);
  }

  async load() {
    try {
      const report = await api.contest(this.id);
      if (!this.isConnected) return;
      this.report = report;
      this.head.replaceChildren(this.heading(report.contest));
      this.drawSteering(report.contest);
      this.papers.replaceChildren(this.standings(report), contestPlot(report.players.map(({ name }) => name), report.course), this.rounds(report));
      this.drawGames();
      if (report.contest.running) this.loadSoon();
    } catch (error) {
      if (this.report) return;
      this.head.replaceChildren(h('div', { class: 'paper nowhere' }, h('h1', {}, error.code === 'not_found' ? t('contests.missing') : error.message),
        link(t('contests.title'), addresses.contests(), { class: 'button primary' })));
    }
  }

  heading(contest) {
    const { game, format, games, total, seed } = contest;
    return h('div', {},
      h('div', { class: 'heading' }, h('h1', {}, titleOf(game)), h('span', { class: 'stage' }, t(`contests.format.${format}`)),
        h('span', { class: 'stage', role: 'status' }, contestWords(contest)), h('span', { class: 'stage' }, t('contests.seed', { seed }))),
      h('progress', { class: 'contest-progress', max: total || 1, value: games, 'aria-label': t('contests.progress', { games, total }) }));
  }

  drawSteering({ running, games, total }) {
    this.operator.hidden = false;
    this.steering.hidden = !running && games >= total;
    this.steering.textContent = t(running ? 'contests.stop' : 'contests.resume');
  }

  /** Stops a contest that runs, and plays the rest of one that was stopped. */
  async steer() {
    try {
      await api.steerContest(this.id, this.report.contest.running ? 'stop' : 'resume', operatorToken());
    } catch (error) {
      notify(error.message, 'bad');
    }
  }

  standings({ players }) {
    const columns = ['#', t('leaderboard.player'), t('contests.points'), t('contests.rating'), t('contests.interval'), t('contests.games'), t('count.won'), t('contests.faults')];
    const faults = ({ faults: found }) => Object.entries(found ?? {}).map(([fault, times]) => `${faultWords(fault, fault)} ${times}`).join(', ');
    return h('section', { class: 'paper wide', tabindex: '0', 'aria-label': t('contests.standings') }, h('table', { class: 'figures ranked' }, h('caption', {}, t('contests.standings')),
      h('thead', {}, h('tr', {}, ...columns.map((column, at) => h('th', { scope: 'col', class: at === 4 ? 'rating-bar' : null }, column)))),
      h('tbody', {}, ...players.map((player) => h('tr', {}, h('td', {}, `${player.place}${player.shared ? '=' : ''}`), h('th', { scope: 'row' }, player.name),
        h('td', {}, number(player.points)), ...ratingCells(player, players), h('td', {}, String(player.games)), h('td', {}, String(player.won)),
        h('td', {}, faults(player) || '–'))))));
  }

  /** The course's table: whom each player met, and how that ended. */
  rounds({ crosstable, players }) {
    if (!crosstable?.length) return '';
    const inOrder = [...players].sort((a, b) => a.number - b.number);
    const sign = (one) => h('span', { class: one.startsWith('+') ? 'plus' : one.startsWith('-') ? 'minus' : 'even' }, one.replace('-', '−'));
    // A game of four is told as one word, with a sign for each opponent.
    const game = (word) => (word.match(/[+=-]\d+/g) ?? []).map(sign);
    const cell = (text) => h('td', {}, ...(text ? text.split(' ').flatMap((word, at) => (at ? [' ', ...game(word)] : game(word))) : ['·']));
    return h('section', { class: 'paper wide', tabindex: '0', 'aria-label': t('contests.crosstable') }, h('table', { class: 'figures crosstable' }, h('caption', {}, t('contests.crosstable')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('contests.round')), ...inOrder.map(({ name, number: no }) => h('th', { scope: 'col' }, `${no}. ${name}`)))),
      h('tbody', {}, ...crosstable.map((row, at) => h('tr', {}, h('th', { scope: 'row' }, String(at + 1)), ...row.map(cell))))),
    h('p', { class: 'hint' }, t('contests.crosstableExplain')));
  }

  /** The games of one round at a time: a contest may have thousands. */
  drawGames() {
    const { games } = this.report;
    const rounds = [...new Set(games.map(({ round }) => round))].sort((a, b) => a - b);
    this.list.hidden = games.length === 0;
    if (!this.list.firstElementChild) {
      this.roundChoice = h('select', { id: 'contest-round', onchange: () => this.drawRound() });
      this.roundGames = h('ul', { class: 'contest-games' });
      this.list.replaceChildren(h('div', { class: 'heading' }, h('h2', {}, t('contests.games')),
        h('label', { class: 'row', for: 'contest-round' }, h('span', {}, t('contests.round')), this.roundChoice)), this.roundGames);
    }
    const had = this.roundChoice.options.length;
    for (const round of rounds.slice(had)) this.roundChoice.append(h('option', { value: round }, String(round)));
    this.drawRound();
  }

  drawRound() {
    const shown = this.report.games.filter(({ round }) => String(round) === this.roundChoice.value);
    const key = shown.map((game) => game.number).join();
    if (this.roundGames.dataset.key === key) return;
    this.roundGames.dataset.key = key;
    this.roundGames.replaceChildren(...shown.map((game) => {
      const names = Object.values(game.seats).map((name) => (name === game.winner ? `${name} ★` : name)).join(' – ');
      return h('li', {}, button(h('span', {}, names), () => this.open(game.number), { 'data-number': game.number }),
        game.ending === 'rules' ? '' : h('span', { class: 'hint' }, faultWords(game.ending, game.reason)));
    }));
  }

  async open(no) {
    try {
      const { transcript, stderr, seats, exits, ends } = await api.contestGame(this.id, no, operatorToken());
      history.replaceState(null, '', `${addresses.contest(this.id)}?number=${no}${this.chosen.firstElementChild ? '' : location.hash}`);
      const paper = (title, text) => h('details', { class: 'paper' }, h('summary', {}, title), h('pre', { tabindex: '0' }, text || t('contests.nothing')));
      this.chosen.replaceChildren(h('replay-page', { contest: this.id, number: no }), paper(t('contests.transcript'), transcript),
        ...Object.entries(seats).map(([seat, name]) => paper([t('contests.stderr', { name }), ends?.[seat] ? causeText(ends[seat]) : exits?.[seat]].filter(Boolean).join(' · '), stderr?.[seat] ?? t('contests.stderrOperator'))));
      this.chosen.scrollIntoView({ block: 'start' });
    } catch (error) {
      notify(error.message, 'bad');
    }
  }
}

customElements.define('contest-page', ContestPage);

export const show = ({ id }) => ({ title: t('contests.title'), element: h('contest-page', { contest: id }) });
