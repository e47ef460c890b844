import iconv from 'iconv-lite';

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARKS: readonly [Buffer, string][] = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

const NOT_ASCII = /[\x80-\xff]/;

/** Well-formed multi-byte UTF-8, in a text that holds one character for each byte. */
const UTF8_SEQUENCE =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})/;

/** What a cell says, and how it was read. */
export type Decoded = {
  text: string;
  /** Some of it was no UTF-8 and was read as Windows-1252. */
  recoded: boolean;
  /** The first byte that neither encoding knows; null where there is none. */
  unreadable: number | null;
};

/** The bytes of a file without their byte order mark; UTF-16 becomes UTF-8. */
export const withoutMark = (bytes: Buffer): Buffer => {
  if (bytes.subarray(0, 3).equals(UTF8_MARK)) return bytes.subarray(3);
  const wide = UTF16_MARKS.find(([mark]) => bytes.subarray(0, 2).equals(mark));
  return wide ? Buffer.from(iconv.decode(bytes.subarray(2), wide[1]), 'utf8') : bytes;
};

/**
 * The text of a cell that is given as one character for each byte. What is valid UTF-8 stays, every other byte is read as
 * Windows-1252: files grow out of several sources, and one cell may hold both.
 */
export const decodeCell = (raw: string): Decoded => {
  if (!NOT_ASCII.test(raw)) return { text: raw, recoded: false, unreadable: null };
  const parts = raw.split(UTF8_SEQUENCE);
  const decoded = parts.map((part, index) => (index % 2 === 1 ? fromUtf8(part) : fromWindows1252(part)));
  const others = parts.filter((_part, index) => index % 2 === 0).join('');
  const lost = [...others].find((character) => fromWindows1252(character) === '\ufffd');
  return {
    text: decoded.join(''),
    recoded: NOT_ASCII.test(others),
    unreadable: lost?.charCodeAt(0) ?? null,
  };
};

const fromUtf8 = (raw: string): string => Buffer.from(raw, 'latin1').toString('utf8');

const fromWindows1252 = (raw: string): string => iconv.decode(Buffer.from(raw, 'latin1'), 'windows-1252');
