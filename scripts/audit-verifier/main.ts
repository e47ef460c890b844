import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExportedEntries } from '../../packages/client/src/exported-entries.ts';
import {
  type ExportKey,
  type ExportVerification,
  InvalidKeyError,
  verifyExport,
} from '../../packages/client/src/verify-export.ts';
import { checkPackFiles } from './pack-files.ts';

const USAGE = 'Usage: verify-audit FILE [--signature FILE.sig] [--key KEY.json]';
const PIECE_BYTES = 1024 * 1024;

/** What keeps the file from being checked at all. */
class CannotCheck extends Error {}

type Arguments = { file: string; signature?: string | undefined; key?: string | undefined };
type Finding = { isValid: boolean; lines: string[] };

const readArguments = (): Arguments => {
  try {
    const options = { signature: { type: 'string' }, key: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) return { file, ...values };
  } catch (error) {
    throw new CannotCheck(`${(error as Error).message}\n${USAGE}`);
  }
  throw new CannotCheck(USAGE);
};

const readText = (path: string, what: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CannotCheck(`the ${what} ${path} cannot be read (${(error as Error).message})`);
  }
};

const readKey = (path: string): ExportKey => {
  try {
    return JSON.parse(readText(path, 'key')) as ExportKey;
  } catch (error) {
    if (error instanceof CannotCheck) throw error;
    throw new CannotCheck(`the key ${path} cannot be read (${(error as Error).message})`);
  }
};

const findKey = (file: string): string => {
  const found = [`${file}.key.json`, join(dirname(file), 'key.json')].find((path) => existsSync(path));
  if (found) return found;
  throw new CannotCheck(`there is no key: give it by --key, or put it beside the file as ${file}.key.json`);
};

const readFileInPieces = async function* (file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: PIECE_BYTES });
  } catch (error) {
    throw new CannotCheck(`${file} cannot be read (${(error as Error).message})`);
  }
};

const describeSignature = ({ signature, keyId, checksum }: ExportVerification): string => {
  if (signature === 'malformed') return 'signature: this is no signature of an export';
  if (signature === 'unknown_key') return `signature: made by another key (${keyId}) than the one given`;
  const found = signature === 'valid' ? 'signature: valid' : 'signature: the file is not what was signed';
  return `${found} (key ${keyId}, SHA-256 of the file ${checksum})`;
};

const describeEntries = (entries: ExportedEntries | null): string => {
  if (!entries) return 'entries: none with raw data in it, so that the signature alone was checked';
  if (entries.fault) return `entries: ${entries.fault}`;
  const { count, first, last, organization, links, leftOut } = entries;
  if (count === 0) return 'entries: the file has none';
  return (
    `entries: ${count} of ${organization}, no. ${first} to no. ${last}; each fits its own hash, and ${links} their neighbour's` +
    (leftOut > 0 ? `; ${leftOut} numbers between them are not in the file` : '')
  );
};

/** What was found, in lines, and whether the file is valid. Throws `CannotCheck`. */
const check = async ({ file, signature, key }: Arguments): Promise<Finding> => {
  if (!existsSync(file)) throw new CannotCheck(`there is no file ${file}`);
  if (signature === undefined && !existsSync(`${file}.sig`))
    return { isValid: false, lines: [`signature: none, there is no ${file}.sig`] };
  const text = readText(signature ?? `${file}.sig`, 'signature');
  const keyPath = key ?? findKey(file);
  try {
    const found = await verifyExport(readFileInPieces(file), text, readKey(keyPath));
    const wasRead = found.checksum !== null;
    const pack = wasRead ? checkPackFiles(file) : null;
    const content = pack ? [pack.line] : wasRead ? [describeEntries(found.entries)] : [];
    return { isValid: found.valid && pack?.isValid !== false, lines: [describeSignature(found), ...content] };
  } catch (error) {
    if (error instanceof InvalidKeyError) throw new CannotCheck(`${keyPath}: ${error.message}`);
    throw error;
  }
};

const main = async (): Promise<void> => {
  try {
    const given = readArguments();
    const { isValid, lines } = await check(given);
    for (const line of lines) console.log(line);
    console.log(`${isValid ? 'valid' : 'NOT VALID'}: ${given.file}`);
    process.exitCode = isValid ? 0 : 1;
  } catch (error) {
    console.error(`could not check: ${error instanceof CannotCheck ? error.message : (error as Error).stack}`);
    process.exitCode = 2;
  }
};

await main();
