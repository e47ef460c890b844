import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What was found of the entries of an export that has raw data. */
export type ExportedEntries = {
  /** How many there are. */
  count: number;
  /** How many are linked to the one before them by its hash. */
  links: number;
  /** How many numbers between them are not in the file, since it is filtered. */
  leftOut: number;
  /** The numbers of the first and the last one; null where there is none. */
  first: number | null;
  last: number | null;
  organization: string | null;
  /** What is wrong, and with which entry; null where each fits its own hash and its neighbour's. */
  fault: string | null;
};

/** Takes an export piece by piece. `end` tells what was found; null where the file has no raw data. */
export type EntryReader = { add(piece: Uint8Array): void; end(): ExportedEntries | null };

type Entry = Record<string, unknown> & { sequence: number; hash: string; previous_hash: string; org_id: string };
type Json = Record<string, unknown>;

const NO_HASH = '0'.repeat(64);

/** The canonical form (RFC 8785) of what `JSON.parse` gives. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson((value as Json)[name])}`).join(',')}}`;
};

/** SHA-256 of a text, in hexadecimal. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

const parse = (text: string): Json | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Json | null) : null;
  } catch {
    return null;
  }
};

/** Looks at one entry after the other, as it stands in the file; `written` is how the format writes canonical JSON. */
const makeChainCheck = (written: (json: string) => string) => {
  const found: ExportedEntries = {
    count: 0,
    links: 0,
    leftOut: 0,
    first: null,
    last: null,
    organization: null,
    fault: null,
  };
  let last: Entry | null = null;

  const faultOf = (given: Json, text: string): string | null => {
    const { hash, ...content } = given;
    if (!Number.isSafeInteger(given.sequence) || typeof hash !== 'string') return 'is no entry of the log';
    if (hashOf(canonicalJson(content)) !== hash) return 'is not what was recorded: its hash does not fit';
    if (written(canonicalJson(given)) !== text) return 'is not written as it was recorded';
    const entry = given as Entry;
    if (entry.sequence === 1 && entry.previous_hash !== NO_HASH) return 'names an entry before the first';
    if (!last) return null;
    if (entry.org_id !== last.org_id) return 'is of another organisation than the one before it';
    if (entry.sequence <= last.sequence) return `comes after no. ${last.sequence}`;
    const isNext = entry.sequence === last.sequence + 1;
    return isNext && entry.previous_hash !== last.hash ? `was not recorded after no. ${last.sequence}` : null;
  };

  const keep = (entry: Entry): void => {
    if (last) {
      const skipped = entry.sequence - last.sequence - 1;
      if (skipped === 0) found.links += 1;
      found.leftOut += skipped;
    }
    found.first ??= entry.sequence;
    found.last = entry.sequence;
    found.organization = entry.org_id;
    last = entry;
  };

  return {
    found,
    add(text: string): void {
      if (found.fault) return;
      found.count += 1;
      const entry = parse(text);
      const fault = entry === null ? 'cannot be read' : faultOf(entry, text);
      if (fault === null) {
        keep(entry as Entry);
        return;
      }
      const place = entry?.sequence === undefined ? `in line ${found.count}` : `no. ${entry.sequence}`;
      found.fault = `entry ${place} ${fault}`;
    },
  };
};

/** What lines with raw data alone have; in a whole file of them there is one without any only where somebody took them away. */
const RAW_MEMBERS = ['org_id', 'event_id', 'changes', 'previous_hash', 'hash'];

const hasRawMember = (line: string): boolean => {
  const entry = parse(line);
  return entry !== null && RAW_MEMBERS.some((name) => Object.hasOwn(entry, name));
};

/** Takes pieces of a file that is one JSON array, each entry on a line of its own. */
const makeJsonReader = (): EntryReader => {
  const check = makeChainCheck((text) => text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  let firstPlain: string | null = null;
  let isRaw = false;
  let isArray = true;
  let before: string | null = null;

  const take = (line: string): void => {
    if (!isRaw) {
      isRaw = hasRawMember(line);
      // The first of those before it, which were no entries: it names the fault.
      if (isRaw && firstPlain !== null) check.add(firstPlain);
    }
    if (isRaw) check.add(line);
    else firstPlain ??= line;
  };

  /** A line is known to be an entry, and whether a comma belongs after it, when the next one is there. */
  const takeLine = (line: string): void => {
    if (before === null) isArray = line === '[';
    else if (before !== '[') {
      const isLast = line === ']';
      if (before === ']' || before.endsWith(',') === isLast) isArray = false;
      take(isLast ? before : before.replace(/,$/, ''));
    }
    before = line;
  };

  return {
    add(piece) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
    end() {
      if (!isArray || before !== ']' || rest !== '')
        check.found.fault ??= 'the file is not one array with an entry a line';
      return isRaw || check.found.fault ? check.found : null;
    },
  };
};

type Field = { value: string; end: number };

/** One field of a csv text from a place on; null where it is not whole. */
const readField = (text: string, start: number): Field | null => {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== ',' && text[end] !== '\r') end += 1;
    return end + 1 < text.length ? { value: text.slice(start, end), end } : null;
  }
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1 || end + 2 >= text.length) return null;
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
};

/** One record of a csv text (RFC 4180) from a place on; null where it is not whole. */
const readRecord = (text: string, start: number): { fields: string[]; next: number } | null => {
  const fields: string[] = [];
  for (let at = start; ; ) {
    const field = readField(text, at);
    if (!field) return null;
    fields.push(field.value);
    if (text[field.end] !== ',') return { fields, next: field.end + 2 };
    at = field.end + 1;
  }
};

// What a table leaves out of a text is written by its number.
const escapeForTable = (json: string): string =>
  json.replace(/[\u007f\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Takes pieces of a csv file. */
const makeCsvReader = (): EntryReader => {
  const check = makeChainCheck(escapeForTable);
  const decoder = new TextDecoder();
  let rest = '';
  let column: number | null = null;

  const take = (fields: readonly string[]): void => {
    if (column === null) column = fields.indexOf('entry');
    else if (column >= 0) check.add(fields[column] ?? '');
  };

  return {
    add(piece) {
      const text = rest + decoder.decode(piece, { stream: true });
      let at = 0;
      for (let record = readRecord(text, at); record; record = readRecord(text, at)) {
        take(record.fields);
        at = record.next;
      }
      rest = text.slice(at);
    },
    end() {
      if (column === null || column < 0) return null;
      if (rest !== '') check.add('');
      return check.found;
    },
  };
};

const NO_ENTRIES: EntryReader = { add: () => {}, end: () => null };

const [BRACKET, PERCENT] = [0x5b, 0x25];

const readerFor = (first: number | undefined): EntryReader => {
  if (first === PERCENT) return NO_ENTRIES;
  return first === BRACKET ? makeJsonReader() : makeCsvReader();
};

/** A reader of the entries of an export, which goes by what the file begins with: an array, a table, or a pdf without entries. */
export const makeEntryReader = (): EntryReader => {
  let reader: EntryReader | null = null;
  return {
    add(piece) {
      if (piece.length === 0) return;
      reader ??= readerFor(piece[0]);
      reader.add(piece);
    },
    end: () => reader?.end() ?? null,
  };
};
