/** A tile for each game: sit down against a bot with one click, or play with a friend at this screen. */
import { api } from '../api.js';
import { store } from '../client.js';
import { button, h, link } from '../dom.js';
import { GAMES, firstBot, isLocal, titleOf } from '../games.js';
import { gameText, t } from '../i18n.js';
import { memory } from '../memory.js';
import { botPauseWanted } from '../pace.js';
import { addresses, go } from '../router.js';
import { mustBeIn } from './come_in.js';
import { pictureOf } from './game_picture.js';
import { inviteFriend } from './invite_friend.js';
import { attempt } from './notices.js';
import { botChoice } from './seat_doors.js';

/** What cannot play here, and how to get it, in the server's words. */
const missingBots = (words) => (words.length
  ? h('details', { class: 'missing-bots hint' }, h('summary', {}, t('tile.missing', { n: words.length })), h('ul', {}, ...words.map((one) => h('li', {}, one)))) : null);

class GameTiles extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(h('div', { class: 'tiles' }, ...Object.values(GAMES).map((facts) => this.tile(facts))));
  }

  tile({ name: game, bots, missing_bots: missing }) {
    const chosen = bots.includes(memory.get(`bot.${game}`)) ? memory.get(`bot.${game}`) : firstBot(game);
    const choice = botChoice(game, t('tile.opponent', { game: titleOf(game) }), chosen);
    const play = button(t('tile.play'), () => playBot(game, choice.value, play), {
      class: 'primary', disabled: bots.length === 0, 'aria-label': `${t('tile.play')}: ${titleOf(game)}`,
    });
    return h('article', { class: `tile game-${game}` },
      pictureOf(game),
      h('div', { class: 'about' }, h('h3', {}, titleOf(game)), h('p', {}, gameText(game, 'about', {}, ''))),
      h('div', { class: 'row' }, h('span', { class: 'against' }, t('tile.against')), choice, play),
      missingBots(Object.values(missing)),
      h('div', { class: 'local row' }, button(t('friend.invite'), () => inviteFriend(game), { class: 'as-link', 'aria-label': `${t('friend.invite')}: ${titleOf(game)}` }), link(t('how.link'), addresses.how(game), { 'aria-label': `${t('how.link')}: ${titleOf(game)}` }),
        isLocal(game) ? link(t('tile.local'), addresses.local(game), { 'aria-label': `${t('tile.local')}: ${titleOf(game)}` }) : null));
  }
}

customElements.define('game-tiles', GameTiles);

/** Sits down at a new table, against bots of that name everywhere else. */
export async function playBot(game, bot, pressed, practice = false) {
  if (!mustBeIn(() => playBot(game, bot, pressed, practice))) return;
  memory.set(`bot.${game}`, bot);
  const [mine, ...others] = GAMES[game].seats;
  const seats = { [mine]: { kind: 'person', name: store.state.name } };
  for (const seat of others) seats[seat] = { kind: 'bot', name: bot };
  pressed.disabled = true;
  const table = await attempt(api.makeTable({ game, seats, bot_pause: botPauseWanted(), practice }));
  pressed.disabled = false;
  if (table) go(addresses.table(table.id));
}
