import { closeSync, createReadStream, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExportedEntries } from '../../packages/client/src/exported-entries.ts';
import { type CopyVerification, verifyCopy } from '../../packages/client/src/verify-copy.ts';
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

type FoundSignature = Pick<ExportVerification, 'signature' | 'keyId' | 'checksum'>;

const describeSignature = ({ signature, keyId, checksum }: FoundSignature): string => {
  if (signature === 'malformed') return 'signature: this is no signature of an export or a copy';
  if (signature === 'unknown_key') return `signature: made by another key (${keyId}) than the one given`;
  const found = signature === 'valid' ? 'signature: valid' : 'signature: the file is not what was signed';
  return `${found} (key ${keyId}, SHA-256 of what was signed ${checksum})`;
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

const describeCopy = ({
  signature,
  keyId,
  checksum,
  records,
  checkpoint,
  lastSequence,
}: CopyVerification): string[] => {
  const found = describeSignature({ signature, keyId, checksum });
  if (checksum === null) return [found];
  const described = records.map(({ title, entries, first, last, fault }) =>
    fault === null
      ? `record: ${title}; ${entries} entries of its trail${entries > 0 ? `, no. ${first} to no. ${last}` : ''}; each fits its own hash`
      : `record: ${title}; ${fault}`,
  );
  const state = checkpoint === 'none' ? 'without a checkpoint' : `its newest checkpoint is ${checkpoint}`;
  return [found, ...described, `log: as it was at entry no. ${lastSequence}; ${state}`];
};

/** How a copy of records begins; its signature is in it. */
const COPY_HEAD = '{"copy":';

const isCopy = (file: string): boolean => {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(COPY_HEAD.length);
    readSync(descriptor, head, 0, COPY_HEAD.length, 0);
    return head.toString() === COPY_HEAD;
  } finally {
    closeSync(descriptor);
  }
};

const checkCopy = (file: string, key: string | undefined): Finding => {
  const keyPath = key ?? findKey(file);
  try {
    const found = verifyCopy(readText(file, 'copy'), readKey(keyPath));
    return { isValid: found.valid, lines: describeCopy(found) };
  } catch (error) {
    if (error instanceof InvalidKeyError) throw new CannotCheck(`${keyPath}: ${error.message}`);
    throw error;
  }
};

/** What was found, in lines, and whether the file is valid. Throws `CannotCheck`. */
const check = async ({ file, signature, key }: Arguments): Promise<Finding> => {
  if (!existsSync(file)) throw new CannotCheck(`there is no file ${file}`);
  if (isCopy(file)) return checkCopy(file, key);
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
