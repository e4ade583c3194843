/**
 * QR codes (ISO/IEC 18004) for short texts: byte mode, error correction M, versions 1 to 10. Pure: a text in, a square of
 * dark and light modules out.
 */

/** For each version, from 1: error correction codewords of a block, then pairs of how many blocks and data codewords in each. */
const BLOCKS = [
  [], [10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 32], [24, 2, 43], [16, 4, 27], [18, 4, 31],
  [22, 2, 38, 2, 39], [22, 3, 36, 2, 37], [26, 4, 43, 1, 44],
];
const ALIGNMENT = [
  [], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];
const MOST = BLOCKS.length - 1;

// Arithmetic of the field with 256 elements, by logarithms.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value << 1 ^ (value & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The generator polynomial of so many error correction codewords, without its leading 1. */
function generator(length) {
  let poly = [1];
  for (let power = 0; power < length; power += 1) {
    const next = [...poly, 0];
    for (let at = 0; at < poly.length; at += 1) next[at + 1] ^= times(poly[at], EXP[power]);
    poly = next;
  }
  return poly.slice(1);
}

/** The error correction codewords of a block. */
export function correction(data, length) {
  const divisor = generator(length);
  const rest = new Array(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < length; at += 1) rest[at] ^= times(divisor[at], factor);
  }
  return rest;
}

function groups(version) {
  const [, ...pairs] = BLOCKS[version];
  const sizes = [];
  for (let at = 0; at < pairs.length; at += 2) sizes.push(...new Array(pairs[at]).fill(pairs[at + 1]));
  return sizes;
}

const capacity = (version) => groups(version).reduce((sum, size) => sum + size, 0);

/** The smallest version that holds so many bytes. */
function versionFor(bytes) {
  for (let version = 1; version <= MOST; version += 1) {
    if (4 + (version < 10 ? 8 : 16) + 8 * bytes <= 8 * capacity(version)) return version;
  }
  throw new RangeError(`${bytes} bytes are too long for a QR code here`);
}

/** All codewords, as they are laid into the square. */
function codewords(bytes, version) {
  const bits = [];
  const put = (value, length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push(value >> at & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = 8 * capacity(version);
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - bits.length % 8) % 8);
  for (let pad = 0; bits.length < room; pad += 1) put(pad % 2 ? 0x11 : 0xec, 8);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0));
  const blocks = [];
  for (const size of groups(version)) blocks.push(data.splice(0, size));
  const checks = blocks.map((block) => correction(block, BLOCKS[version][0]));
  const woven = (rows) => {
    const longest = Math.max(...rows.map((row) => row.length));
    return Array.from({ length: longest }, (_, at) => rows.filter((row) => at < row.length).map((row) => row[at])).flat();
  };
  return [...woven(blocks), ...woven(checks)];
}

/** A value with its check bits of a BCH code. */
function withCheck(value, length, divisor) {
  let rest = value << length;
  for (let at = 31 - Math.clz32(rest); at >= length; at -= 1) {
    if (rest >> at & 1) rest ^= divisor << at - length;
  }
  return value << length | rest;
}

class Square {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
  }

  set(row, column, dark) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row][column] = Boolean(dark);
    this.fixed[row][column] = true;
  }

  finder(row, column) {
    for (let down = -4; down <= 4; down += 1) {
      for (let right = -4; right <= 4; right += 1) {
        const ring = Math.max(Math.abs(down), Math.abs(right));
        this.set(row + down, column + right, ring !== 2 && ring !== 4);
      }
    }
  }

  patterns() {
    const last = this.size - 4;
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, last], [last, 3]]) this.finder(row, column);
    const places = ALIGNMENT[this.version];
    for (const row of places) {
      for (const column of places) {
        const corner = (row === 6 && (column === 6 || column === places.at(-1))) || (column === 6 && row === places.at(-1));
        if (!corner) this.alignment(row, column);
      }
    }
    this.format(0);
    if (this.version >= 7) this.versionBits();
  }

  alignment(row, column) {
    for (let down = -2; down <= 2; down += 1) {
      for (let right = -2; right <= 2; right += 1) {
        this.set(row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
      }
    }
  }

  /** The error correction level (M is 00) and the mask, twice. */
  format(mask) {
    const bits = withCheck(mask, 10, 0x537) ^ 0x5412;
    const { size } = this;
    for (let at = 0; at < 15; at += 1) {
      const dark = bits >> at & 1;
      if (at < 6) this.set(at, 8, dark);
      else if (at < 8) this.set(at + 1, 8, dark);
      else if (at === 8) this.set(8, 7, dark);
      else this.set(8, 14 - at, dark);
      if (at < 8) this.set(8, size - 1 - at, dark);
      else this.set(size - 15 + at, 8, dark);
    }
    this.set(size - 8, 8, true);
  }

  versionBits() {
    const bits = withCheck(this.version, 12, 0x1f25);
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), this.size - 11 + at % 3];
      this.set(near, far, bits >> at & 1);
      this.set(far, near, bits >> at & 1);
    }
  }

  /** Lays the codewords in, two columns at a time, up and down from the right. */
  fill(words) {
    let next = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const up = (right + 1 & 2) === 0;
        for (const column of [right, right - 1]) {
          const row = up ? this.size - 1 - step : step;
          if (this.fixed[row][column]) continue;
          this.dark[row][column] = Boolean(words[next >> 3] >> 7 - (next & 7) & 1);
          next += 1;
        }
      }
    }
  }

  masked(mask) {
    const copy = new Square(this.version);
    copy.fixed = this.fixed;
    copy.dark = this.dark.map((cells, row) => cells.map((dark, column) => (this.fixed[row][column] ? dark : dark !== MASKS[mask](row, column))));
    copy.format(mask);
    return copy;
  }

  /** How hard it is to read: the mask with the lowest penalty is taken. */
  penalty() {
    const rows = this.dark;
    const columns = rows.map((_, at) => rows.map((row) => row[at]));
    let sum = 0;
    for (const line of [...rows, ...columns]) sum += runs(line) + 40 * lookalikes(line);
    for (let row = 1; row < this.size; row += 1) {
      for (let column = 1; column < this.size; column += 1) {
        const same = rows[row][column];
        if (rows[row - 1][column] === same && rows[row][column - 1] === same && rows[row - 1][column - 1] === same) sum += 3;
      }
    }
    const share = 100 * rows.flat().filter(Boolean).length / this.size ** 2;
    return sum + 10 * Math.floor(Math.abs(share - 50) / 5);
  }
}

const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => row * column % 2 + row * column % 3 === 0,
  (row, column) => (row * column % 2 + row * column % 3) % 2 === 0,
  (row, column) => ((row + column) % 2 + row * column % 3) % 2 === 0,
];

function runs(line) {
  let sum = 0;
  let length = 1;
  for (let at = 1; at <= line.length; at += 1) {
    if (line[at] === line[at - 1]) length += 1;
    else {
      if (length >= 5) sum += length - 2;
      length = 1;
    }
  }
  return sum;
}

/** How often a line looks like a finder pattern with light on one side. */
function lookalikes(line) {
  const text = line.map((dark) => (dark ? '1' : '0')).join('');
  let found = 0;
  for (const wanted of ['10111010000', '00001011101']) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found += 1;
  }
  return found;
}

/**
 * The modules of a text's QR code, row by row: true is dark. A quiet margin of four light modules is up to whoever draws it.
 * @param {string} text
 * @param {number} [mask] 0 to 7; the best one when it is left out
 * @returns {boolean[][]}
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const square = new Square(version);
  square.patterns();
  square.fill(codewords(bytes, version));
  if (mask !== undefined) return square.masked(mask).dark;
  const all = MASKS.map((_, one) => square.masked(one));
  return all.reduce((best, one) => (one.penalty() < best.penalty() ? one : best)).dark;
}
