/** One contest: standings with their intervals, the table of rounds, and every game to step through. */
import { api } from '../api.js';
import { messages } from '../client.js';
import { button, h, link, svg } from '../dom.js';
import { number, t } from '../i18n.js';
import { addresses } from '../router.js';
import { notify } from './notices.js';
import { operatorField, operatorToken } from './operator.js';
import { Part } from './part.js';
import './replay_page.js';

class ContestPage extends Part {
  setup() {
    this.id = this.getAttribute('contest');
    this.body = h('div', { class: 'contest' }, h('p', { class: 'empty' }, t('loading')));
    this.chosen = h('div', { class: 'chosen' });
    this.replaceChildren(this.body, this.chosen);
    this.listen(messages, 'contest', ({ detail: { message } }) => message.contest.id === this.id && this.load());
    this.load();
  }

  async load() {
    try {
      const { contest, summary } = await api.contest(this.id);
      this.contest = contest;
      this.body.replaceChildren(this.heading(contest), this.standings(summary), this.rounds(summary), this.games(summary));
    } catch (error) {
      this.body.replaceChildren(h('div', { class: 'paper nowhere' }, h('h1', {}, error.code === 'not_found' ? t('contests.missing') : error.message),
        link(t('contests.title'), addresses.contests(), { class: 'button' })));
    }
  }

  heading({ game, format, games, total, running }) {
    const steer = async () => {
      try {
        await api.steerContest(this.id, running ? 'stop' : 'resume', operatorToken());
      } catch (error) {
        notify(error.message || t('error.unreachable'), 'bad');
      }
    };
    return h('div', { class: 'heading' }, h('h1', {}, `${t(`game.${game}`)}, ${format}`),
      h('span', { class: 'stage', role: 'status' }, `${t('contests.progress', { games, total })} · ${t(running ? 'contests.running' : 'contests.over')}`),
      running || games < total ? h('div', { class: 'row actions' }, operatorField('steer-operator'), button(t(running ? 'contests.stop' : 'contests.resume'), steer)) : '');
  }

  standings({ players }) {
    const ends = players.flatMap(({ interval }) => interval ?? []);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const columns = ['#', t('leaderboard.player'), t('contests.points'), t('contests.rating'), t('contests.interval'), t('contests.games'), t('count.won'), t('contests.faults')];
    return h('section', { class: 'paper wide' }, h('table', { class: 'figures' }, h('caption', {}, t('contests.standings')),
      h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)))),
      h('tbody', {}, ...players.map((player, at) => h('tr', {}, h('td', {}, String(at + 1)), h('th', { scope: 'row' }, player.name),
        h('td', {}, number(player.points)), h('td', {}, number(player.rating ?? 0)), h('td', {}, this.interval(player, low, high)),
        h('td', {}, String(player.games)), h('td', {}, String(player.won)),
        h('td', {}, Object.entries(player.faults ?? {}).map(([fault, times]) => `${fault} ${times}`).join(', ') || '–'))))));
  }

  /** Where a rating probably lies, drawn on one scale for all. */
  interval({ interval, rating }, low, high) {
    if (!interval) return '–';
    const at = (value) => 4 + (112 * (value - low)) / (high - low || 1);
    return svg('svg', { class: 'interval', viewBox: '0 0 120 16', role: 'img', 'aria-label': interval.map(number).join(' – ') },
      svg('line', { x1: at(interval[0]), x2: at(interval[1]), y1: 8, y2: 8 }), svg('circle', { cx: at(rating), cy: 8, r: 5 }));
  }

  rounds({ crosstable, players }) {
    if (!crosstable?.length) return '';
    const inOrder = [...players].sort((a, b) => a.number - b.number);
    return h('section', { class: 'paper wide' }, h('table', { class: 'figures' }, h('caption', {}, t('contests.crosstable')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('contests.round')), ...inOrder.map(({ name, number: no }) => h('th', { scope: 'col' }, `${no}. ${name}`)))),
      h('tbody', {}, ...crosstable.map((row, at) => h('tr', {}, h('th', { scope: 'row' }, String(at + 1)), ...row.map((cell) => h('td', {}, cell)))))));
  }

  games({ games }) {
    return h('section', { class: 'paper' }, h('h2', {}, t('contests.games')),
      games.length ? h('ul', { class: 'moves contest-games' }, ...games.map((game) => h('li', {},
        button(Object.values(game.seats).map((name) => (name === game.winner ? `${name} ★` : name)).join(' – '), () => this.open(game.number), { class: 'move-button' }))))
        : h('p', { class: 'empty' }, t('contests.nothing')));
  }

  async open(no) {
    const { transcript, stderr, seats } = await api.contestGame(this.id, no);
    const paper = (title, text) => h('details', { class: 'paper' }, h('summary', {}, title), h('pre', {}, text || t('contests.nothing')));
    this.chosen.replaceChildren(h('replay-page', { contest: this.id, number: no, game: this.contest.game }), paper(t('contests.transcript'), transcript),
      ...Object.entries(stderr ?? {}).map(([seat, text]) => paper(t('contests.stderr', { name: seats[seat] }), text)));
    this.chosen.scrollIntoView({ block: 'start' });
  }
}

customElements.define('contest-page', ContestPage);

export const show = ({ id }) => ({ title: t('contests.title'), element: h('contest-page', { contest: id }) });
