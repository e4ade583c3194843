/** Says when the server is silent, when the connection is lost and tried again, or that the server saves. Nothing while all is well. */
import { store } from '../client.js';
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

  render(state) {
    if (state.line === 'open') this.since = null;
    else this.since ??= Date.now();
    const saving = state.line === 'open' && state.saving !== null;
    this.hidden = !saving && state.line !== 'silent' && (state.line === 'open' || Date.now() - this.since < PATIENCE);
    if (this.hidden) return;
    const text = saving ? t('line.saving') : this.lost(state);
    if (this.textContent !== text) this.textContent = text;
  }

  lost({ line, retryAt, welcomed }) {
    if (line === 'silent') return t('line.silent');
    const left = retryAt === null ? 0 : Math.ceil(retryAt - Date.now() / 1000);
    return left > 0 ? t('line.waiting', { n: left }) : t(welcomed ? 'line.reconnecting' : 'line.connecting');
  }
}

customElements.define('connection-state', ConnectionState);
