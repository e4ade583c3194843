/** The address of a table, to send to a friend: as text, by the phone's own sharing, and as a code for a camera. */
import { button, h, svg } from '../dom.js';
import { t } from '../i18n.js';
import { qrCode } from '../qr.js';
import { addresses } from '../router.js';
import { copyable } from './seat_doors.js';

const QUIET = 4;

/** A text's QR code as a picture: dark on light in every theme, or cameras do not read it. */
function qrPicture(text, label) {
  const rows = qrCode(text);
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ''))).join('');
  return svg('svg', { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label },
    svg('rect', { class: 'qr-light', width: size, height: size }), svg('path', { class: 'qr-dark', d: path }));
}

/** Whether an address leads nowhere but to the computer that it is used on. */
const isOnlyHere = (host) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** @param {string} id the table's */
export function shareLink(id) {
  const address = location.origin + addresses.invite(id);
  const canShare = typeof navigator.share === 'function';
  return h('div', { class: 'share' },
    copyable(address, t('table.link')),
    canShare ? button(t('share.send'), () => navigator.share({ url: address }).catch(() => {}), { class: 'small' }) : '',
    isOnlyHere(location.hostname) ? h('p', { class: 'hint' }, t('share.onlyHere')) : '',
    qrPicture(address, t('share.code')));
}
