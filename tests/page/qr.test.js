import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { correction, qrCode } from '../../src/stolik/web/static/js/qr.js';

/** What the Python package qrcode 8 makes of "Stolik" in byte mode with error correction M and mask 0. */
const STOLIK = [
  '111111100011001111111',
  '100000101011101000001',
  '101110100001101011101',
  '101110100101001011101',
  '101110101011101011101',
  '100000100001001000001',
  '111111101010101111111',
  '000000000100000000000',
  '101010100110100010010',
  '101111011011010100001',
  '100110101001011100111',
  '110101001111110110001',
  '010101111101011100001',
  '000000001000001100100',
  '111111100100100011011',
  '100000100000001010011',
  '101110101110101000011',
  '101110100011010110110',
  '101110101111011110101',
  '100000100001110000010',
  '111111101111011000011',
];

/** Codes of the same package, of versions 3, 8 and 10, by the hash of their rows. */
const KNOWN = [
  { text: "https://example.org/t/tkw4e0123456789", mask: 3, size: 29, sha256: '7df770f309d2c6666ff1dd81d9f5d04165adf7667f854e38ccd86368d8e98f65' },
  { text: "http://192.168.100.100:8321/t/tkw4e0123456789?and=a&longer=one&that=needs&version=7&or=more&than=that&because=it&has=many&bytes", mask: 2, size: 49, sha256: '2ca43b4dbaf47a7b8fc9a76e552d61a1e5365aaf04f7c76f6cfa9161ba6541cf' },
  { text: 'x'.repeat(200), mask: 2, size: 57, sha256: '64e9db0f7dcfa486be63739a1efef2c8324387cf233f7686c75d9b4e079a8873' },
];

const asText = (code) => code.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));

test('a short text has the code that others make of it', () => {
  assert.deepEqual(asText(qrCode('Stolik', 0)), STOLIK);
});

for (const { text, mask, size, sha256 } of KNOWN) {
  test(`a text of ${text.length} bytes has the code that others make of it`, () => {
    const rows = asText(qrCode(text, mask));
    assert.equal(rows.length, size);
    assert.equal(createHash('sha256').update(rows.join('\n')).digest('hex'), sha256);
  });
}

test('the best mask is one of the eight', () => {
  const best = asText(qrCode('http://localhost:8321/t/abc')).join();
  assert.ok([0, 1, 2, 3, 4, 5, 6, 7].some((mask) => asText(qrCode('http://localhost:8321/t/abc', mask)).join() === best));
});

test('the check words of the standard are those of its example', () => {
  // ISO/IEC 18004, annex I: the symbol 01234567 of version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(correction(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test('a text that is too long is refused', () => {
  assert.throws(() => qrCode('x'.repeat(214)), /too long/);
});
