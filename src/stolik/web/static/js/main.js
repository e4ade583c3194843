/** Begins: words, settings, the connection, and the page that the address asks for. */
import { startClient } from './client.js';
import { h } from './dom.js';
import { startAttention } from './elements/attention.js';
import { startKeepingFocus } from './elements/kept_focus.js';
import { nowhere } from './elements/nowhere.js';
import { applySettings } from './elements/settings.js';
import './elements/shell.js';
import { preferred, speak } from './i18n.js';
import { route, startRouter } from './router.js';

const PAGES = {
  lobby: () => import('./elements/lobby_page.js'),
  table: () => import('./elements/table_page.js'),
  replay: () => import('./elements/replay_page.js'),
  player: () => import('./elements/player_page.js'),
  leaderboard: () => import('./elements/leaderboard_page.js'),
  contests: () => import('./elements/contests_page.js'),
  contest: () => import('./elements/contest_page.js'),
  operator: () => import('./elements/operator_page.js'),
  local: () => import('./elements/local_page.js'),
  how: () => import('./elements/how_page.js'),
  docs: () => import('./elements/docs_page.js'),
};

let shell = null;
let asked = 0;

async function showPage(moveFocus = true) {
  asked += 1;
  const turn = asked;
  const { page, facts } = route(location.pathname);
  const { show } = PAGES[page] ? await PAGES[page]() : { show: nowhere };
  // Another page may have been asked for while this one was loading.
  if (turn !== asked) return;
  shell.show(show(facts));
  if (moveFocus) shell.outlet.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function build() {
  shell = h('page-shell');
  document.body.replaceChildren(shell);
}

await speak(preferred());
applySettings();
build();
startRouter(() => showPage());
document.addEventListener('language', () => {
  build();
  showPage(false);
  shell.querySelector('page-settings').openAtLanguage();
});
startClient();
startAttention();
startKeepingFocus();
showPage(false);
