import { isDeepStrictEqual } from 'node:util';
import { judge } from '@qsc/certificate-extraction/judge';
import { canonicalJson } from '@qsc/service-kit/pure';
import type { Certificate } from './certificate.ts';
import { correctedData } from './override.ts';

/** A row whose result does not meet its specification; `index` counts from 0. */
export type FailingRow = { index: number; parameter: string; specification: string | null; result: string };

/** So many are told one by one: an event has to be small. */
const TOLD = 50;

const NOT_FOUND_VALID: ReadonlySet<string> = new Set(['pending', 'rejected']);

/**
 * The rows that fail in `after`. One that a person corrected is judged by its texts too, whatever it is said to come to: it
 * fails where they do, and where it failed before and they do not tell that it passes.
 */
export const failingRows = (before: Certificate, after: Certificate): FailingRow[] => {
  const read = correctedData(before)?.test_results ?? [];
  return (correctedData(after)?.test_results ?? []).flatMap((row, index) => {
    const { parameter, specification, result, status } = row;
    const was = read[index];
    const judged = specification === null || isDeepStrictEqual(row, was) ? null : judge(specification, result);
    const fails = status === 'fail' || judged === 'fail' || (was?.status === 'fail' && judged !== 'pass');
    return fails ? [{ index, parameter, specification, result }] : [];
  });
};

const failingOf = (certificate: Certificate): FailingRow[] =>
  failingRows({ ...certificate, overrides: [] }, certificate);

const keyOf = ({ parameter, specification, result }: FailingRow): string =>
  canonicalJson([parameter, specification, result]);

/** The rows of a certificate that was found valid which fail after a run and did not before it, whatever the notes said. */
export const newlyFailing = (before: Certificate, after: Certificate): FailingRow[] => {
  if (NOT_FOUND_VALID.has(after.status)) return [];
  const known = new Set(failingOf(before).map(keyOf));
  return failingOf(after).filter((row) => !known.has(keyOf(row)));
};

/** The rows of a certificate that was found valid which fail though no notes say why it is valid: a later run has read them. */
export const failingWithoutNotes = (certificate: Certificate): FailingRow[] => {
  const { status, validation } = certificate;
  if (NOT_FOUND_VALID.has(status) || !validation || validation.validation_notes !== null) return [];
  return failingOf(certificate);
};

/** What an entry tells of failing rows: the first fifty, and `failing_rows_total` where there are more. */
export const toldFailing = (failing: readonly FailingRow[]): Record<string, unknown> => ({
  ...(failing.length > 0 ? { failing_rows: failing.slice(0, TOLD) } : {}),
  ...(failing.length > TOLD ? { failing_rows_total: failing.length } : {}),
});

/** Their names for a sentence. */
export const failingNames = (failing: readonly FailingRow[]): string => {
  const names = failing.slice(0, TOLD).map(({ parameter }) => parameter);
  const more = failing.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};
