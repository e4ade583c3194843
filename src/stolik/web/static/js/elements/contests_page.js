/** Contests of programs: those that were held, and, for the operator, a new one. */
import { api } from '../api.js';
import { messages } from '../client.js';
import { h, link } from '../dom.js';
import { t } from '../i18n.js';
import { addresses, go } from '../router.js';
import { operatorField, operatorToken } from './operator.js';
import { Part } from './part.js';

const PLAYED = ['krazki', 'graph', 'kierki'];
const FORMATS = ['cyclic', 'round-robin', 'gauntlet', 'swiss'];
const EXAMPLE = '{"name": "House", "builtin": "perfect"}\n{"name": "Chance", "builtin": "random"}';

class ContestsPage extends Part {
  setup() {
    this.list = h('div', {}, h('p', { class: 'empty' }, t('loading')));
    this.why = h('p', { class: 'why', role: 'alert' });
    this.game = this.choice('contest-game', PLAYED.map((game) => [game, t(`game.${game}`)]));
    this.format = this.choice('contest-format', FORMATS.map((format) => [format, format]));
    this.players = h('textarea', { id: 'contest-players', rows: 6, spellcheck: 'false' });
    this.players.value = EXAMPLE;
    this.rounds = h('input', { id: 'contest-rounds', type: 'number', min: 1, max: 1000, value: 1 });
    this.paired = h('input', { id: 'contest-paired', type: 'checkbox' });
    this.replaceChildren(h('div', { class: 'heading' }, h('h1', {}, t('contests.title'))), h('section', { class: 'paper' }, this.list),
      h('details', { class: 'paper' }, h('summary', {}, t('contests.start')),
        h('form', { class: 'contest-form', onsubmit: (event) => this.start(event) },
          this.row('make.game', this.game), this.row('contests.format', this.format), this.row('contests.rounds', this.rounds),
          this.row('contests.paired', this.paired), this.row('contests.players', this.players), operatorField('contest-operator'),
          h('p', { class: 'hint' }, t('contests.explain')), this.why, h('button', { class: 'primary' }, t('contests.go')))));
    this.listen(messages, 'contest', () => this.load());
    this.load();
  }

  choice(id, options) {
    return h('select', { id }, ...options.map(([value, text]) => h('option', { value }, text)));
  }

  row(label, field) {
    return h('label', { for: field.id }, h('span', {}, t(label)), field);
  }

  async load() {
    try {
      const contests = await api.contests();
      this.list.replaceChildren(contests.length ? h('ul', {}, ...contests.map((contest) => this.contest(contest)))
        : h('p', { class: 'empty' }, t('contests.none')));
    } catch (error) {
      this.list.replaceChildren(h('p', { class: 'empty bad' }, error.message || t('error.unreachable')));
    }
  }

  contest({ id, game, format, players, games, total, running }) {
    return h('li', { class: 'table-row' },
      h('span', { class: 'what' }, h('strong', {}, `${t(`game.${game}`)}, ${format}`),
        h('span', { class: 'stage' }, `${t('contests.progress', { games, total })} · ${t(running ? 'contests.running' : 'contests.over')}`)),
      h('span', { class: 'who' }, players.join(' · ')), link(t('contests.standings'), addresses.contest(id), { class: 'button' }));
  }

  async start(event) {
    event.preventDefault();
    this.why.textContent = '';
    try {
      const contest = await api.startContest({
        game: this.game.value, format: this.format.value, rounds: Number(this.rounds.value), paired: this.paired.checked, players: this.players.value,
      }, operatorToken());
      go(addresses.contest(contest.id));
    } catch (error) {
      this.why.textContent = error.message || t('error.unreachable');
    }
  }
}

customElements.define('contests-page', ContestsPage);

export const show = () => ({ title: t('contests.title'), element: h('contests-page') });
