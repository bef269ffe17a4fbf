// Unpacks gzip at once (RFC 1951 and 1952). Browsers unpack in the background only; what is printed can't wait for that.

const EXTRA_LENGTHS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const EXTRA_DISTANCES = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const FIRST_LENGTHS = [...bases(EXTRA_LENGTHS, 3).slice(0, 28), 258];
const FIRST_DISTANCES = bases(EXTRA_DISTANCES, 1);
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const FIXED = [...Array(144).fill(8), ...Array(112).fill(9), ...Array(24).fill(7), ...Array(8).fill(8)];

/** @typedef {{entries: Uint16Array, bits: number}} Codes an entry is a symbol and the length of its code, by the next bits */

/**
 * @param {number[]} extra
 * @param {number} first
 */
function bases(extra, first) {
  let base = first;
  return extra.map((bits) => {
    const own = base;
    base += 1 << bits;
    return own;
  });
}

/**
 * @param {number[]} lengths
 * @returns {Codes}
 */
function codesOf(lengths) {
  const bits = Math.max(1, ...lengths);
  const entries = new Uint16Array(1 << bits);
  let code = 0;
  for (let length = 1; length <= bits; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      let turned = 0;
      for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let place = turned; place < entries.length; place += 1 << length) entries[place] = (symbol << 4) | length;
      code++;
    }
    code <<= 1;
  }
  return { entries, bits };
}

class Bits {
  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
    this.held = 0;
    this.count = 0;
  }

  /** @param {number} wanted */
  take(wanted) {
    while (this.count < wanted) {
      this.held |= (this.bytes[this.at++] ?? 0) << this.count;
      this.count += 8;
    }
    const value = this.held & ((1 << wanted) - 1);
    this.held >>>= wanted;
    this.count -= wanted;
    return value;
  }

  /** @param {Codes} codes */
  symbol(codes) {
    while (this.count < codes.bits) {
      this.held |= (this.bytes[this.at++] ?? 0) << this.count;
      this.count += 8;
    }
    const entry = codes.entries[this.held & ((1 << codes.bits) - 1)] ?? 0;
    const length = entry & 15;
    if (!length) throw new Error("damaged data");
    this.held >>>= length;
    this.count -= length;
    return entry >> 4;
  }

  toByte() {
    this.at -= this.count >> 3;
    this.held = this.count = 0;
  }
}

/**
 * @param {Uint8Array} bytes one member without name or comment, as the page holds them
 * @returns {Uint8Array}
 */
export function inflate(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  const out = new Uint8Array(size);
  const input = new Bits(bytes, 10);
  let at = 0;
  for (let last = 0; !last; ) {
    last = input.take(1);
    const kind = input.take(2);
    if (kind === 0) {
      input.toByte();
      const length = (bytes[input.at] ?? 0) | ((bytes[input.at + 1] ?? 0) << 8);
      out.set(bytes.subarray(input.at + 4, input.at + 4 + length), at);
      input.at += 4 + length;
      at += length;
    } else {
      const [symbols, distances] = kind === 1 ? [codesOf(FIXED), codesOf(Array(30).fill(5))] : ownCodes(input);
      at = block(input, out, at, symbols, distances);
    }
  }
  return out;
}

/**
 * @param {Bits} input
 * @returns {[Codes, Codes]}
 */
function ownCodes(input) {
  const symbols = input.take(5) + 257;
  const distances = input.take(5) + 1;
  const given = input.take(4) + 4;
  const lengthCodes = Array(19).fill(0);
  for (let i = 0; i < given; i++) lengthCodes[ORDER[i] ?? 0] = input.take(3);
  const codes = codesOf(lengthCodes);
  /** @type {number[]} */
  const lengths = [];
  while (lengths.length < symbols + distances) {
    const symbol = input.symbol(codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...Array(input.take(2) + 3).fill(lengths.at(-1)));
    else lengths.push(...Array(symbol === 17 ? input.take(3) + 3 : input.take(7) + 11).fill(0));
  }
  return [codesOf(lengths.slice(0, symbols)), codesOf(lengths.slice(symbols))];
}

/**
 * @param {Bits} input
 * @param {Uint8Array} out
 * @param {number} start
 * @param {Codes} symbols
 * @param {Codes} distances
 */
function block(input, out, start, symbols, distances) {
  let at = start;
  for (;;) {
    const symbol = input.symbol(symbols);
    if (symbol < 256) {
      out[at++] = symbol;
    } else if (symbol === 256) {
      return at;
    } else {
      const length = (FIRST_LENGTHS[symbol - 257] ?? 0) + input.take(EXTRA_LENGTHS[symbol - 257] ?? 0);
      const code = input.symbol(distances);
      const from = at - (FIRST_DISTANCES[code] ?? 0) - input.take(EXTRA_DISTANCES[code] ?? 0);
      for (let i = 0; i < length; i++) out[at++] = out[from + i] ?? 0;
    }
  }
}
