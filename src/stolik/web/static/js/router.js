/** Addresses of the page. A link inside it changes what is shown without loading anything. */

/** @type {[RegExp, string, string[]][]} what an address looks like, its page, and what is named in it */
const ROUTES = [
  [/^\/$/, 'lobby', []],
  [/^\/table\/([^/]+)$/, 'table', ['id']],
  [/^\/t\/([^/]+)$/, 'table', ['id']],
  [/^\/replay\/([^/]+)$/, 'replay', ['id']],
  [/^\/player\/~?([^/]+)$/, 'player', ['name']],
  [/^\/leaderboard$/, 'leaderboard', []],
  [/^\/contests$/, 'contests', []],
  [/^\/contests\/([^/]+)$/, 'contest', ['id']],
  [/^\/operator$/, 'operator', []],
  [/^\/local\/([^/]+)$/, 'local', ['game']],
  [/^\/how\/([^/]+)$/, 'how', ['game']],
  [/^\/docs$/, 'docs', []],
  [/^\/docs\/([^/]+)$/, 'docs', ['name']],
];

/** The page that an address means, and what is named in it. */
export function route(path) {
  for (const [pattern, page, names] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return { page, facts: Object.fromEntries(names.map((name, at) => [name, decoded(match[at + 1])])) };
  }
  return { page: 'nowhere', facts: {} };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name as a part of an address. A browser takes dots alone for a folder; a tilde before them, which no name has, stops that. */
export const inPath = (name) => (/^\.+$/.test(name) ? `~${name}` : encodeURIComponent(name));

/** The part of a replay's address that means its last move. */
export const END = '#end';

export const addresses = {
  lobby: () => '/',
  table: (id) => `/table/${encodeURIComponent(id)}`,
  replay: (id) => `/replay/${encodeURIComponent(id)}`,
  /** The same at its last move, where the result is. */
  replayEnd: (id) => `${addresses.replay(id)}${END}`,
  /** A link that is a seat: to send to a friend. */
  invite: (id) => `/t/${encodeURIComponent(id)}`,
  player: (name) => `/player/${inPath(name)}`,
  leaderboard: () => '/leaderboard',
  contests: () => '/contests',
  contest: (id) => `/contests/${encodeURIComponent(id)}`,
  operator: () => '/operator',
  how: (game) => `/how/${encodeURIComponent(game)}`,
  docs: (name) => `/docs/${encodeURIComponent(name)}`,
  local: (game, after = null) => `/local/${encodeURIComponent(game)}${after ? `?${new URLSearchParams(after)}` : ''}`,
};

let follow = () => {};

export function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, '', path);
  follow();
}

/** Goes on to where an address leads: the way back does not come by it again. */
export function goOn(path) {
  history.replaceState(null, '', path);
  follow();
}

/** @param {() => void} show called when the address has changed */
export function startRouter(show) {
  follow = show;
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const anchor = /** @type {HTMLAnchorElement|null} */ (/** @type {Element} */ (event.target).closest?.('a[href^="/"]'));
    const plain = !event.defaultPrevented && event.button === 0
      && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!anchor || !plain || anchor.hasAttribute('download') || anchor.target || anchor.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  });
}
