#!/usr/bin/env node
// For inspectors: checks a file that was exported from the audit log. It needs this one file and Node 20 or newer, no package,
// no network and no running system:
//
//   node verify-audit.mjs FILE [--signature FILE.sig] [--key KEY.json]
//
// The signature is a detached JWS (RFC 7515, appendix F; EdDSA, RFC 8037) whose payload is FILE; without --signature it is
// FILE.sig. The key is a public JSON Web Key, or a set of them, that you have from the organisation by a way that you trust;
// without --key it is FILE.key.json or key.json beside the file. Nothing in FILE or its signature can name another key.
// Of a csv or json file with raw data, every entry's own hash and the link to its neighbour are recomputed as well.
//
// Exit status: 0 valid, 1 not valid, 2 could not check.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TYPE = 'audit-export+jws';
const NO_HASH = '0'.repeat(64);

/** What keeps the file from being checked at all. */
class CannotCheck extends Error {}

// ---- Ed25519 (RFC 8032), of public values alone: Node checks a signature only of what is in memory as a whole.

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value, by = P) => {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
};

const power = (base, exponent) => {
  let result = 1n;
  for (let [square, left] = [mod(base), exponent]; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
};

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);
const NEUTRAL = [0n, 1n, 1n, 0n];

const add = ([x1, y1, z1, t1], [x2, y2, z2, t2]) => {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * D * t1 * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
};

const multiply = (point, scalar) => {
  let result = NEUTRAL;
  for (let [doubled, left] = [point, scalar]; left > 0n; left >>= 1n) {
    if (left & 1n) result = add(result, doubled);
    doubled = add(doubled, doubled);
  }
  return result;
};

const numberOf = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const encode = ([x, y, z]) => {
  const inverse = power(z, P - 2n);
  const number = mod(y * inverse) | ((mod(x * inverse) & 1n) << 255n);
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();
};

/** The point of an encoding; null where there is none. */
const decode = (bytes) => {
  const number = numberOf(bytes);
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return null;
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x) === mod(-u)) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(v * x * x) !== u) return null;
  const isOdd = number >> 255n;
  if (x === 0n && isOdd) return null;
  if ((x & 1n) !== isOdd) x = mod(-x);
  return [x, y, 1n, mod(x * y)];
};

const BASE = decode(Buffer.from(`58${'66'.repeat(31)}`, 'hex'));

/**
 * Checks a signature over a text that comes in pieces: `update` takes them, `isValid` tells in the end.
 * @param {Buffer} key 32 bytes
 * @param {Buffer} signature 64 bytes
 */
export const beginVerification = (key, signature) => {
  const digest = createHash('sha512').update(signature.subarray(0, 32)).update(key);
  return {
    update: (text) => void digest.update(text),
    isValid() {
      const challenge = mod(numberOf(digest.digest()), ORDER);
      const answer = numberOf(signature.subarray(32));
      const signer = decode(key);
      if (!signer || answer >= ORDER) return false;
      const [x, y, z, t] = signer;
      const expected = add(multiply(BASE, answer), multiply([mod(-x), y, z, mod(-t)], challenge));
      return encode(expected).equals(signature.subarray(0, 32));
    },
  };
};

// ---- The key and the signature

/** The canonical form (RFC 8785) of what `JSON.parse` gives. */
export const canonicalJson = (value) => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
};

const sha256 = (text, form = 'hex') => createHash('sha256').update(text).digest(form);

/** The bytes of base64url as it is written and in no other way; null for another text. */
const bytesOf = (text) => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
};

const readJson = (path, what) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CannotCheck(`the ${what} ${path} cannot be read (${error.message})`);
  }
};

/** The key set by thumbprint (RFC 7638). Takes a key, a set, and either as the API answers it. */
const readKeys = (path) => {
  const read = readJson(path, 'key');
  const given = read?.data ?? read;
  const keys = new Map();
  for (const { kty, crv, x } of given?.keys ?? [given ?? {}]) {
    const bytes = kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' ? bytesOf(x) : null;
    if (bytes?.length !== 32) throw new CannotCheck(`${path} is no Ed25519 public key (JSON Web Key)`);
    keys.set(sha256(JSON.stringify({ crv, kty, x }), 'base64url'), bytes);
  }
  return keys;
};

const headerOf = (part) => {
  try {
    const { alg, typ, kid, ...rest } = JSON.parse(bytesOf(part)?.toString() ?? '');
    return alg === 'EdDSA' && typ === TYPE && Object.keys(rest).length === 0 ? { kid } : null;
  } catch {
    return null;
  }
};

/** The parts of a detached JWS; null for what is none of an export. */
const readSignature = (text) => {
  const [head, payload, seal, ...rest] = text.trim().split('.');
  const signature = bytesOf(seal ?? '');
  const header = headerOf(head);
  if (payload !== '' || rest.length > 0 || signature?.length !== 64 || !header) return null;
  return { head, kid: header.kid, signature };
};

/** Base64url of bytes that come in pieces. */
const makeEncoder = (write) => {
  let rest = Buffer.alloc(0);
  return {
    add(chunk) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % 3);
      write(bytes.toString('base64url', 0, whole));
      rest = bytes.subarray(whole);
    },
    end: () => write(rest.toString('base64url')),
  };
};

// ---- The entries

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Looks at one entry after the other, as it stands in the file; `written` is how the form writes canonical JSON. */
const makeChainCheck = (written) => {
  const found = { entries: 0, links: 0, left_out: 0, first: null, last: null, fault: null };

  const faultOf = (entry, text) => {
    const { hash, ...content } = entry;
    if (!Number.isSafeInteger(entry.sequence) || typeof hash !== 'string') return 'is no entry of the log';
    if (sha256(canonicalJson(content)) !== hash) return 'is not what was recorded: its hash does not fit';
    if (written(canonicalJson(entry)) !== text) return 'is not written as it was recorded';
    const { last } = found;
    if (entry.sequence === 1 && entry.previous_hash !== NO_HASH) return 'names an entry before the first';
    if (!last) return null;
    if (entry.org_id !== last.org_id) return 'is of another organisation than the one before it';
    if (entry.sequence <= last.sequence) return `stands after no. ${last.sequence}`;
    const isNext = entry.sequence === last.sequence + 1;
    return isNext && entry.previous_hash !== last.hash ? `was not recorded after no. ${last.sequence}` : null;
  };

  return {
    found,
    add(text) {
      if (found.fault) return;
      found.entries += 1;
      const entry = parse(text);
      const fault = entry === null || typeof entry !== 'object' ? 'cannot be read' : faultOf(entry, text);
      if (fault) {
        found.fault = `entry ${entry?.sequence === undefined ? `in line ${found.entries}` : `no. ${entry.sequence}`} ${fault}`;
        return;
      }
      if (found.last) {
        const skipped = entry.sequence - found.last.sequence - 1;
        if (skipped === 0) found.links += 1;
        found.left_out += skipped;
      }
      found.first ??= entry.sequence;
      found.last = { sequence: entry.sequence, hash: entry.hash, org_id: entry.org_id };
    },
  };
};

/** What lines with raw data alone have; in a whole file of them there is one without any only where somebody took them away. */
const RAW_MEMBERS = ['org_id', 'event_id', 'changes', 'previous_hash', 'hash'];

/** Takes pieces of a file that is one JSON array, each entry on a line of its own. */
const makeJsonReader = () => {
  const check = makeChainCheck((text) => text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  let plain = null;
  let isRaw = false;
  let isArray = true;
  let before = null;
  /** A line is known to be an entry, and whether a comma belongs after it, when the next one is there. */
  const takeLine = (line) => {
    if (before === null) isArray = line === '[';
    else if (before !== '[') {
      const isLast = line === ']';
      if (before === ']' || before.endsWith(',') === isLast) isArray = false;
      take(isLast ? before : before.replace(/,$/, ''));
    }
    before = line;
  };
  const take = (line) => {
    if (!isRaw) {
      const read = parse(line);
      isRaw = typeof read === 'object' && read !== null && RAW_MEMBERS.some((name) => Object.hasOwn(read, name));
      // The first of those before it, which were no entries: it names the fault.
      if (isRaw && plain !== null) check.add(plain);
    }
    if (isRaw) check.add(line);
    else plain ??= line;
  };
  return {
    add(chunk) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
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

/** One record of a csv text (RFC 4180) from a place on; null where it is not whole. */
const readRecord = (text, start) => {
  const fields = [];
  let at = start;
  for (;;) {
    let end = at;
    if (text[at] === '"') {
      end = text.indexOf('"', at + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1 || end + 2 >= text.length) return null;
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      while (end < text.length && text[end] !== ',' && text[end] !== '\r') end += 1;
      if (end + 1 >= text.length) return null;
      fields.push(text.slice(at, end));
    }
    if (text[end] !== ',') return { fields, next: end + 2 };
    at = end + 1;
  }
};

// What a table leaves out of a text is written by its number.
const escapeForTable = (json) =>
  json.replace(/[\u007f\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Takes pieces of a csv file. */
const makeCsvReader = () => {
  const check = makeChainCheck(escapeForTable);
  const decoder = new TextDecoder();
  let rest = '';
  let column = null;
  const take = ({ fields }) => {
    if (column === null) column = fields.indexOf('entry');
    else if (column >= 0) check.add(fields[column] ?? '');
  };
  return {
    add(chunk) {
      const text = rest + decoder.decode(chunk, { stream: true });
      let at = 0;
      for (let record = readRecord(text, at); record; record = readRecord(text, at)) {
        take(record);
        at = record.next;
      }
      rest = text.slice(at);
    },
    end() {
      if (column >= 0 && rest !== '') check.add('');
      return column !== null && column >= 0 ? check.found : null;
    },
  };
};

const NO_ENTRIES = { add: () => {}, end: () => null };

/** By what the file begins with, and not by its name. */
const readerOf = (chunk) => {
  if (chunk.subarray(0, 4).toString() === '%PDF') return NO_ENTRIES;
  return chunk[0] === 0x5b ? makeJsonReader() : makeCsvReader();
};

// ---- The check as a whole

const read = async (file, verification, head) => {
  const checksum = createHash('sha256');
  const encoder = makeEncoder(verification.update);
  let reader = null;
  verification.update(`${head}.`);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      checksum.update(chunk);
      encoder.add(chunk);
      reader ??= readerOf(chunk);
      reader.add(chunk);
    }
  } catch (error) {
    throw new CannotCheck(`${file} cannot be read (${error.message})`);
  }
  encoder.end();
  return { checksum: checksum.digest('hex'), chain: reader?.end() ?? null };
};

const tellOfEntries = (chain) => {
  if (!chain) return 'entries: none with raw data in it, so that the signature alone was checked';
  if (chain.fault) return `entries: ${chain.fault}`;
  const { entries, first, last, links, left_out } = chain;
  if (entries === 0) return 'entries: the file has none';
  return (
    `entries: ${entries} of ${last.org_id}, no. ${first} to no. ${last.sequence}; each fits its own hash, and ${links} their neighbour's` +
    (left_out > 0 ? `; ${left_out} numbers between them are not in the file` : '')
  );
};

const keyPathOf = (file, given) => {
  if (given !== undefined) return given;
  const found = [`${file}.key.json`, join(dirname(file), 'key.json')].find((path) => existsSync(path));
  if (found) return found;
  throw new CannotCheck(`there is no key: give it by --key, or put it beside the file as ${file}.key.json`);
};

const signatureTextOf = (file, given) => {
  const path = given ?? `${file}.sig`;
  if (given === undefined && !existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CannotCheck(`the signature ${path} cannot be read (${error.message})`);
  }
};

/** What was found, in lines, and whether the file is valid. Throws `CannotCheck`. */
const check = async (file, options) => {
  if (!existsSync(file)) throw new CannotCheck(`there is no file ${file}`);
  const text = signatureTextOf(file, options.signature);
  if (text === null) return { isValid: false, lines: [`signature: none, there is no ${file}.sig`] };
  const keys = readKeys(keyPathOf(file, options.key));
  const signed = readSignature(text);
  if (!signed) return { isValid: false, lines: ['signature: this is no signature of an export'] };
  const key = keys.get(signed.kid);
  if (!key) return { isValid: false, lines: [`signature: made by another key (${signed.kid}) than the one given`] };
  const verification = beginVerification(key, signed.signature);
  const { checksum, chain } = await read(file, verification, signed.head);
  const isSigned = verification.isValid();
  const told = isSigned ? 'signature: valid' : 'signature: the file is not what was signed';
  return {
    isValid: isSigned && !chain?.fault,
    lines: [`${told} (key ${signed.kid}, SHA-256 of the file ${checksum})`, tellOfEntries(chain)],
  };
};

const USAGE = 'Usage: verify-audit FILE [--signature FILE.sig] [--key KEY.json]';

const readArguments = () => {
  try {
    const options = { signature: { type: 'string' }, key: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length === 1) return { file: positionals[0], ...values };
  } catch (error) {
    throw new CannotCheck(`${error.message}\n${USAGE}`);
  }
  throw new CannotCheck(USAGE);
};

const main = async () => {
  try {
    const { file, ...options } = readArguments();
    const { isValid, lines } = await check(file, options);
    for (const line of lines) console.log(line);
    console.log(`${isValid ? 'valid' : 'NOT VALID'}: ${file}`);
    process.exitCode = isValid ? 0 : 1;
  } catch (error) {
    console.error(`could not check: ${error instanceof CannotCheck ? error.message : error.stack}`);
    process.exitCode = 2;
  }
};

if (process.argv[1] && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) await main();
