import { isDeepStrictEqual } from 'node:util';
import { evaluateResult } from '@qsc/certificate-extraction/evaluate-result';
import type { TestResult } from '@qsc/certificate-extraction/result';
import type { LocalTime } from '@qsc/contracts';
import { canonicalJson } from '@qsc/service-kit/pure';
import { type Certificate, statusOn } from './certificate.ts';
import { correctedData } from './override.ts';

/** A row whose result does not meet its specification; `index` counts from 0. */
export type FailingRow = Pick<TestResult, 'parameter' | 'specification' | 'result' | 'section' | 'sample'> & {
  index: number;
};

/** The most that are listed one by one, and their bytes: an event has to be small. */
const LISTED = 50;
const LISTED_BYTES = 64 * 1024;

const NOT_FOUND_VALID: ReadonlySet<string> = new Set(['pending', 'rejected']);

const listTexts = ({ parameter, specification, result, section, sample }: Omit<FailingRow, 'index'>) => ({
  parameter,
  specification,
  result,
  ...(section === undefined ? {} : { section }),
  ...(sample === undefined ? {} : { sample }),
});

/**
 * The rows that fail in `after`. One that a person corrected is evaluated by its texts too, whatever it is said to come to: it
 * fails where they do, and where it failed before and they do not tell that it passes.
 */
export const failingRows = (before: Certificate, after: Certificate): FailingRow[] => {
  const read = correctedData(before)?.test_results ?? [];
  return (correctedData(after)?.test_results ?? []).flatMap((row, index) => {
    const { specification, result, status } = row;
    const was = read[index];
    const isOpen = specification === null || result === null || isDeepStrictEqual(row, was);
    const evaluated = isOpen ? null : evaluateResult(specification, result);
    const fails = status === 'fail' || evaluated === 'fail' || (was?.status === 'fail' && evaluated !== 'pass');
    return fails ? [{ index, ...listTexts(row) }] : [];
  });
};

/** The rows of which nothing says whether they pass: no result, no limits, or limits that could not be applied. */
export const undecidedRows = (certificate: Certificate): FailingRow[] =>
  (correctedData(certificate)?.test_results ?? []).flatMap((row, index) =>
    row.status === null ? [{ index, ...listTexts(row) }] : [],
  );

const listFailing = (certificate: Certificate): FailingRow[] =>
  failingRows({ ...certificate, overrides: [] }, certificate);

const toKey = (row: FailingRow): string => canonicalJson(listTexts(row));

/** The rows of a certificate that was found valid which fail after a run and did not before it, whatever the notes said. */
export const newlyFailing = (before: Certificate, after: Certificate): FailingRow[] => {
  if (NOT_FOUND_VALID.has(after.status)) return [];
  const known = Map.groupBy(listFailing(before), toKey);
  return listFailing(after).filter((row) => known.get(toKey(row))?.pop() === undefined);
};

/** Those that are listed one by one. */
const selectFirst = (failing: readonly FailingRow[]): FailingRow[] => {
  let bytes = 0;
  return failing.slice(0, LISTED).filter((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes <= LISTED_BYTES;
  });
};

/** What an entry lists of failing rows, or of others: fifty at most, and `failing_rows_total` where there are more. */
export const listedRows = (
  rows: readonly FailingRow[],
  name: 'failing_rows' | 'undecided_rows' = 'failing_rows',
): Record<string, unknown> => {
  const first = selectFirst(rows);
  return {
    ...(rows.length > 0 ? { [name]: first } : {}),
    ...(rows.length > first.length ? { [`${name}_total`]: rows.length } : {}),
  };
};

/** Their names for a sentence. */
export const rowNames = (rows: readonly FailingRow[]): string => {
  const names = selectFirst(rows).map(({ parameter }) => parameter);
  const more = rows.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

const REJECTABLE: ReadonlySet<string> = new Set(['valid', 'expiring_soon']);

/** The warning that a run has read failing rows of a certificate that is valid though no notes say why; none otherwise. */
export const failingWarnings = (certificate: Certificate, at: LocalTime): string[] => {
  const { validation } = certificate;
  if (!REJECTABLE.has(statusOn(certificate, at)) || !validation || validation.validation_notes !== null) return [];
  const failing = listFailing(certificate);
  if (failing.length === 0) return [];
  return [
    `Read after the certificate was found valid, these rows fail their specification: ${rowNames(failing)}. Reject it with notes if it does not hold.`,
  ];
};
