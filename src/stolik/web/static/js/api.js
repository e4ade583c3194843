/** The HTTP half of the API. Errors come as words that can be shown. */
import { has, spoken, t } from './i18n.js';
import { memory } from './memory.js';
import { inPath } from './router.js';

/**
 * What was wrong, in the reader's language: by its reason, or else by its code; where neither says enough, with the server's own words.
 * @param {{code: string, why: string, reason?: string, most?: number}} problem
 */
export function problemWords({ code, why, reason, most }) {
  if (reason && has(`reason.${reason}`)) return t(`reason.${reason}`, { n: most ?? 0 });
  return has(`problem.${code}`) ? t(`problem.${code}`, { why }) : why;
}

/** What the server refused. */
export class ApiError extends Error {
  /** @param {{code: string, why: string, reason?: string, most?: number}} problem as docs/api.md lists them; `unreachable` when nobody answered */
  constructor(problem) {
    super(problemWords(problem));
    this.code = problem.code;
  }
}

async function ask(method, path, body, token = memory.get('token')) {
  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError({ code: 'unreachable', why: '' });
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError({ ...answer, code: answer?.code ?? 'broken', why: await translated(answer?.error ?? '') });
  return answer;
}

/** @param {string} why the server's words; their forms are loaded only for those who read another language */
const translated = async (why) => (why && spoken() !== 'en' ? (await import('./forms.js')).inWords(why) : why);

const query = (parameters) => {
  const given = Object.entries(parameters).filter(([, value]) => value);
  return given.length ? `?${new URLSearchParams(given)}` : '';
};

/** @typedef {import('./replay.js').Source} Source */

/** @param {Source} source */
const finishedAddress = ({ record, contest, number }) => (record ? `/api/records/${encodeURIComponent(record)}`
  : `/api/contests/${encodeURIComponent(contest ?? '')}/games/${number}`);

export const api = {
  session: (name) => ask('POST', '/api/session', name ? { name } : {}),
  /** The name that a code proves. */
  restore: (code) => ask('POST', '/api/session', { code }),
  table: (id) => ask('GET', `/api/tables/${encodeURIComponent(id)}`),
  makeTable: (wishes) => ask('POST', '/api/tables', wishes),
  seatBot: (id, seat, bot) => ask('POST', `/api/tables/${encodeURIComponent(id)}/seats/${seat}`, { bot }),
  openPort: (id) => ask('POST', `/api/tables/${encodeURIComponent(id)}/port`, {}),
  hint: (id) => ask('POST', `/api/tables/${encodeURIComponent(id)}/hint`),
  records: (wishes = {}) => ask('GET', `/api/records${query(wishes)}`),
  record: (id, seat) => ask('GET', `/api/records/${encodeURIComponent(id)}${query({ seat })}`),
  /** @param {Source} source */
  analysis: (source) => ask('GET', `${finishedAddress(source)}/analysis`),
  /**
   * @param {Source} source
   * @param {number} ply
   * @param {string|null} seat
   */
  better: (source, ply, seat) => ask('GET', `${finishedAddress(source)}/better${query({ ply, seat })}`),
  /** The exchange of lines of a finished game, as text. */
  lines: async (id) => {
    const answer = await fetch(api.exportAddress(id, 'report')).catch(() => null);
    if (!answer?.ok) throw new ApiError({ code: 'unreachable', why: '' });
    return answer.text();
  },
  exportAddress: (id, format) => `/api/records/${encodeURIComponent(id)}/export?format=${format}`,
  player: (name) => ask('GET', `/api/players/${inPath(name)}`),
  dropTable: (id) => ask('DELETE', `/api/tables/${encodeURIComponent(id)}`),
  contests: () => ask('GET', '/api/contests'),
  contest: (id) => ask('GET', `/api/contests/${encodeURIComponent(id)}`),
  /** With the operator's token, or with none: anybody else's would be taken for a wrong one. */
  contestGame: (id, game, operator = '') => ask('GET', `/api/contests/${encodeURIComponent(id)}/games/${game}`, undefined, operator),
  startContest: (wishes, operator) => ask('POST', '/api/contests', wishes, operator),
  steerContest: (id, verb, operator) => ask('POST', `/api/contests/${encodeURIComponent(id)}/${verb}`, {}, operator),
  operatorTables: (operator) => ask('GET', '/api/operator/tables', undefined, operator),
  closeTable: (id, operator) => ask('POST', `/api/operator/tables/${encodeURIComponent(id)}/close`, {}, operator),
  leaderboard: (game) => ask('GET', `/api/leaderboard${query({ game })}`),
};
