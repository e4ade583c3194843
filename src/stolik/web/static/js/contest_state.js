/** How far a contest is, in words. */
import { t } from './i18n.js';

/**
 * @param {{games: number, total: number, running: boolean}} contest games played, and games in all
 */
export function contestWords({ games, total, running }) {
  const state = running ? 'running' : games < total ? 'stopped' : 'finished';
  return `${t('contests.progress', { games, total })} · ${t(`contests.${state}`)}`;
}
