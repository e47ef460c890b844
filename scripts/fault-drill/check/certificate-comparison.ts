import { isDeepStrictEqual } from 'node:util';
import type { PromisedCertificate } from '../load/ledger.ts';
import { type Breaches, duplicates } from './rules.ts';
import type { Stored, StoredCertificate } from './stored.ts';

/** Compares the certificates of one organisation: record, file, extraction and audit entries. */
export const compareCertificates = (
  promised: readonly PromisedCertificate[],
  stored: Stored,
): Required<
  Pick<Breaches, 'present' | 'once' | 'applied' | 'history' | 'suppliers' | 'filed' | 'extracted' | 'left'>
> => {
  const known = new Map(stored.certificates.map((certificate) => [certificate.id, certificate]));
  return {
    present: promised.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    once: duplicates(stored.certificates.map(({ name }) => name)),
    applied: promised.flatMap((one) => misapplied(one, known.get(one.id))),
    history: promised.flatMap((one) => mistold(one, known.get(one.id), stored)),
    suppliers: stored.certificates.flatMap((one) => mislisted(one, stored)),
    filed: promised.flatMap((one) => misfiled(one, known.get(one.id), stored)),
    extracted: stored.certificates.flatMap((one) => misread(one, stored)),
    left: leftOver(stored),
  };
};

/** Versions that nobody was promised: the extraction begins and ends. That it has begun stands in no history. */
const EXTRACTION = { versions: 2, told: 1 };

const misapplied = ({ id, status, version }: PromisedCertificate, found: StoredCertificate | undefined): string[] => {
  const due = version + EXTRACTION.versions;
  if (found === undefined || (found.status === status && found.version === due)) return [];
  return [`${id}: ${found.status} at version ${found.version} instead of ${status} at ${due}`];
};

const mistold = (
  { id, version }: PromisedCertificate,
  found: StoredCertificate | undefined,
  { history }: Stored,
): string[] => {
  const told = history.filter(({ entityId }) => entityId === id);
  const due = version + EXTRACTION.told;
  if (found === undefined || told.length === due) return [];
  return [`${id} has ${told.map((one) => one.version).join(', ')} instead of ${due} versions`];
};

// No event tells that an extraction has begun: what comes last is the last version of the history.
const mislisted = (
  { id, status, supplierId }: StoredCertificate,
  { history, listedCertificates }: Stored,
): string[] => {
  const version = Math.max(...history.filter(({ entityId }) => entityId === id).map((one) => one.version));
  const found = listedCertificates.find((one) => one.id === id);
  const due = { id, version, status, supplierId };
  return isDeepStrictEqual(found, due) ? [] : [`${JSON.stringify(due)} is listed as ${JSON.stringify(found ?? null)}`];
};

const misfiled = (
  { id, checksum }: PromisedCertificate,
  found: StoredCertificate | undefined,
  { files }: Stored,
): string[] => {
  if (found === undefined) return [];
  const file = files.find((one) => one.id === found.fileId);
  return file?.checksum === checksum ? [] : [`${id}: ${file?.checksum ?? 'no file'} instead of ${checksum}`];
};

const misread = ({ id, extraction, run }: StoredCertificate, { entries }: Stored): string[] => {
  const ends = entries.filter(
    (entry) => entry.entityId === id && entry.action === 'update' && entry.userId === 'system',
  );
  return extraction === 'complete' && run === 1 && ends.length === 1
    ? []
    : [`${id}: run ${run} is ${extraction} and ended ${ends.length} times`];
};

const leftOver = ({ certificates, files }: Stored): string[] => {
  const used = new Set(certificates.map(({ fileId }) => fileId));
  return files
    .filter(({ id, isMarked }) => isMarked === used.has(id))
    .map(({ id, isMarked }) => `${id} is ${isMarked ? 'to be swept away' : 'kept for no certificate'}`);
};
