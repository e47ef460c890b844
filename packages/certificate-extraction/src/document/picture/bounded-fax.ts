import UTIF from 'utif2';

type Codes = Record<string, number>;
type FaxDecoder = {
  _dmap: Codes;
  _lens: readonly Codes[];
  _addNtimes: (line: number[], count: number, value: number) => void;
  _writeBits: (line: readonly number[], page: Uint8Array, bit: number) => void;
};

/** No code is longer than 13 bits, but zeros may fill up a line before its end code and a strip after it. */
const MOST_BITS = 20_000;
/** Pixels of a line; no fax is wider. */
const MOST_PIXELS = 65_536;
/** So many times the lines that the page has; a page may be stated too short. */
const MOST_LINES = 2;

/**
 * The TIFF decoder, its Group 3 and 4 bounded: by itself it looks for a code that does not exist to the end of the data, in
 * quadratic time, lengthens a damaged line without end and reads lines that the page has no place for, one for each bit. All
 * of this ends in an error here.
 */
export function makeBoundedDecoder(): Pick<typeof UTIF, 'decodeImage'> {
  const decoder = UTIF.decode as unknown as FaxDecoder;
  const unknown = new Proxy(Object.create(null), { get: (_, bits) => noCode(String(bits)) });
  for (const codes of [decoder._dmap, ...decoder._lens]) Object.setPrototypeOf(codes, unknown);
  decoder._addNtimes = addPixels;
  const write = decoder._writeBits;
  decoder._writeBits = (line, page, bit) => {
    if (bit > MOST_LINES * 8 * page.length) throw new Error('more lines than the page has');
    write(line, page, bit);
  };
  return UTIF;
}

function noCode(bits: string): undefined {
  if (bits.length > MOST_BITS) throw new Error('a fax code that does not exist');
  return undefined;
}

function addPixels(line: number[], count: number, value: number): void {
  if (line.length + count > MOST_PIXELS) throw new Error('a fax line that is too long');
  for (let index = 0; index < count; index++) line.push(value);
}
