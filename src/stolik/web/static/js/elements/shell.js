/** The frame of every page: the brand, the navigation, the visitor's name, and what pops up. */
import { problemWords } from '../api.js';
import { messages, store } from '../client.js';
import { seatOf } from '../arena.js';
import { button, h, link, svg } from '../dom.js';
import { titleOf } from '../games.js';
import { t } from '../i18n.js';
import { addresses, route } from '../router.js';
import { titleWith } from './attention.js';
import './come_in.js';
import './connection.js';
import './invitations.js';
import { openLogOut } from './log_out.js';
import { notify } from './notices.js';
import { Part } from './part.js';
import './settings.js';

const logo = () => svg('svg', { class: 'logo', viewBox: '0 0 40 40', 'aria-hidden': 'true' },
  svg('ellipse', { class: 'logo-top', cx: 20, cy: 15, rx: 18, ry: 8 }),
  svg('path', { class: 'logo-legs', d: 'M7 19 4 37M33 19l3 18M20 23v12' }),
  svg('ellipse', { class: 'logo-white', cx: 14, cy: 14, rx: 4.5, ry: 2.4 }),
  svg('ellipse', { class: 'logo-black', cx: 25, cy: 15, rx: 4.5, ry: 2.4 }));

/** The heading of a page that is loading, and has none of its own yet. */
const headed = (title) => h('h1', { class: 'unseen page-title' }, title);

class PageShell extends Part {
  setup() {
    this.listen(messages, 'error', ({ detail: { message } }) => notify(problemWords(message), 'bad'));
    this.me = h('div', { class: 'me' });
    this.return = h('aside', { class: 'return', hidden: true, 'aria-label': t('tables.return') });
    this.outlet = h('main', { id: 'main', tabindex: '-1' }, headed(t('loading')));
    this.replaceChildren(
      link(t('skip'), '#main', { class: 'skip' }),
      h('header', {},
        h('a', { href: '/', class: 'brand', 'aria-label': 'Stolik' }, logo(), h('span', {}, 'Stolik')),
        h('nav', { 'aria-label': t('nav') }, link(t('lobby.title'), addresses.lobby()), link(t('leaderboard.title'), addresses.leaderboard()), link(t('contests.title'), addresses.contests())),
        this.me, h('page-settings')),
      h('connection-state'), this.return, h('page-invitations'), this.outlet, h('page-notices'));
  }

  render(state) {
    const { token, name, tables } = state;
    const title = titleWith(this.heading ?? '', state);
    if (document.title !== title) document.title = title;
    const key = `${Boolean(token)} ${name}`;
    if (this.me.dataset.key !== key) {
      this.me.dataset.key = key;
      this.me.replaceChildren(...(token && name ? [link(name, addresses.player(name), { class: 'my-name' }), button(t('goOut'), openLogOut, { class: 'quiet small' })] : []));
    }
    const mine = Object.values(tables).find((table) => seatOf(table, name) && table.stage !== 'over');
    // Whoever came by a friend's link is at the table, too.
    const away = mine && route(location.pathname).facts.id !== mine.id;
    this.return.hidden = !away;
    if (away && this.return.dataset.id !== mine.id) {
      this.return.dataset.id = mine.id;
      this.return.replaceChildren(h('span', {}, t('return.words', { game: titleOf(mine.game) })), link(t('tables.return'), addresses.table(mine.id), { class: 'button primary' }));
    }
  }

  show({ title, element }) {
    this.heading = title;
    this.outlet.replaceChildren(element);
    if (!this.outlet.querySelector('h1')) this.headUntilLoaded(title);
    for (const anchor of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll('nav a'))) {
      if (anchor.pathname === location.pathname) anchor.setAttribute('aria-current', 'page');
      else anchor.removeAttribute('aria-current');
    }
    this.render(store.state);
  }

  /** @param {string} title of a page that has no heading before it is loaded */
  headUntilLoaded(title) {
    const heading = headed(title);
    this.outlet.append(heading);
    const observer = new MutationObserver(() => {
      if (heading.isConnected && !this.outlet.querySelector('h1:not(.page-title)')) return;
      heading.remove();
      observer.disconnect();
    });
    observer.observe(this.outlet, { childList: true, subtree: true });
  }
}

customElements.define('page-shell', PageShell);
