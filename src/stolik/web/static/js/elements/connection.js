/** Says when the connection is lost and when it is tried again. Nothing is shown while all is well. */
import { secondsUntil, store } from '../client.js';
import { t } from '../i18n.js';
import { Part } from './part.js';

// Milliseconds: a connection that opens sooner is not mentioned.
const PATIENCE = 1500;

class ConnectionState extends Part {
  setup() {
    this.setAttribute('role', 'status');
    this.hidden = true;
    this.every(0.5, () => this.render(store.state));
  }

  render({ line, retryAt, welcomed, ahead }) {
    if (line === 'open') this.since = null;
    else this.since ??= Date.now();
    this.hidden = line === 'open' || Date.now() - this.since < PATIENCE;
    if (this.hidden) return;
    const left = retryAt === null ? 0 : Math.ceil(secondsUntil(retryAt) + ahead);
    const text = left > 0 ? t('line.waiting', { n: left }) : t(welcomed ? 'line.reconnecting' : 'line.connecting');
    if (this.textContent !== text) this.textContent = text;
  }
}

customElements.define('connection-state', ConnectionState);
