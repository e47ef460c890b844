const CLEAR = 256;
const END = 257;
const FIRST = 258;
const MOST_CODES = 4096;
const MOST_BITS = 12;

/**
 * Unpacks LZW data as TIFF has them (TIFF 6.0, section 13) to at most `size` bytes; null where a code comes before its
 * string. The work is bounded by the data and by `size`.
 */
export function decodeLzw(packed: Uint8Array, size: number): Uint8Array | null {
  const { bytes, isDamaged } = unpackLzw(packed, size, 1);
  return isDamaged ? null : bytes;
}

/**
 * The same of TIFF and PDF, as far as the data are not damaged. `early`: by how many codes the codes become longer before
 * they must; a PDF may say 0.
 */
export function unpackLzw(packed: Uint8Array, size: number, early: 0 | 1): { bytes: Uint8Array; isDamaged: boolean } {
  const out = new Uint8Array(size);
  // The string of a code is a stretch of what is unpacked already.
  const starts = new Uint32Array(MOST_CODES);
  const lengths = new Uint32Array(MOST_CODES);
  const read = makeCodeReader(packed);
  let [next, end, previous] = [FIRST, 0, 0];
  while (end < size) {
    const code = read(Math.min(MOST_BITS, 32 - Math.clz32(next + early)));
    if (code === null || code === END) break;
    if (code === CLEAR) {
      [next, previous] = [FIRST, 0];
      continue;
    }
    // The previous string and the first byte of this one, which is yet to be written.
    if (previous > 0 && next < MOST_CODES) {
      starts[next] = end - previous;
      lengths[next++] = previous + 1;
    }
    if (code >= next) return { bytes: out.subarray(0, end), isDamaged: true };
    previous = code < CLEAR ? 1 : (lengths[code] ?? 0);
    if (code < CLEAR) out[end] = code;
    // Byte by byte, since a string may overlap itself.
    else for (let from = starts[code] ?? 0, to = end; to < end + previous; from++, to++) out[to] = out[from] ?? 0;
    end += previous;
  }
  return { bytes: out.subarray(0, end), isDamaged: false };
}

/** Reads codes of so many bits, highest bit first; null at the end of the data. */
function makeCodeReader(packed: Uint8Array): (bits: number) => number | null {
  let [at, buffer, held] = [0, 0, 0];
  return (bits) => {
    for (; held < bits; held += 8) {
      if (at >= packed.length) return null;
      buffer = ((buffer << 8) | (packed[at++] ?? 0)) & 0xffffff;
    }
    held -= bits;
    return (buffer >> held) & (2 ** bits - 1);
  };
}
