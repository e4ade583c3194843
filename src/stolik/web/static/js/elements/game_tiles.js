/** A tile for each game: sit down against a bot with one click, or play with a friend at this screen. */
import { ApiError, api } from '../api.js';
import { loadGames, store } from '../client.js';
import { button, h, link } from '../dom.js';
import { GAMES, botName } from '../games.js';
import { t } from '../i18n.js';
import { memory } from '../memory.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';
import { pictureOf } from './game_pictures.js';
import { notify } from './notices.js';
import { Part } from './part.js';

class GameTiles extends Part {
  setup() {
    this.grid = h('div', { class: 'tiles' });
    this.replaceChildren(this.grid);
  }

  render({ games, gamesFailed }, before) {
    if (this.drawn && games === before.games && gamesFailed === before.gamesFailed) return;
    this.drawn = true;
    const bots = Object.fromEntries((games ?? []).map((game) => [game.name, game.bots]));
    this.grid.replaceChildren(
      ...Object.keys(GAMES).map((game) => this.tile(game, bots[game] ?? [])),
      gamesFailed ? h('p', { class: 'empty bad' }, t('error.unreachable'), ' ', button(t('again'), loadGames)) : '');
  }

  tile(game, bots) {
    // The strongest is last; it is the one to meet first, unless somebody chose another before.
    const chosen = bots.includes(memory.get(`bot.${game}`)) ? memory.get(`bot.${game}`) : bots.at(-1);
    const choice = h('select', { 'aria-label': t('tile.opponent', { game: t(`game.${game}`) }) },
      ...bots.map((bot) => h('option', { value: bot, selected: bot === chosen }, botName(bot))));
    const play = button(t('tile.play'), () => this.play(game, choice.value, play), {
      class: 'primary', disabled: bots.length === 0, 'aria-label': `${t('tile.play')}: ${t(`game.${game}`)}`,
    });
    return h('article', { class: `tile game-${game}` },
      pictureOf(game),
      h('div', { class: 'about' }, h('h3', {}, t(`game.${game}`)), h('p', {}, t(`about.${game}`))),
      h('div', { class: 'row' }, h('span', { class: 'against' }, t('tile.against')), choice, play),
      GAMES[game].rules ? link(t('tile.local'), addresses.local(game), { class: 'local', 'aria-label': `${t('tile.local')}: ${t(`game.${game}`)}` }) : null);
  }

  async play(game, bot, pressed) {
    if (!mustBeIn()) return;
    memory.set(`bot.${game}`, bot);
    const [mine, ...others] = GAMES[game].seats;
    const seats = { [mine]: { kind: 'person', name: store.state.name } };
    for (const seat of others) seats[seat] = { kind: 'bot', name: bot };
    pressed.disabled = true;
    try {
      const table = await api.makeTable({ game, seats });
      go(addresses.table(table.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(error.message || t('error.unreachable'), 'bad');
      pressed.disabled = false;
    }
  }
}

customElements.define('game-tiles', GameTiles);
