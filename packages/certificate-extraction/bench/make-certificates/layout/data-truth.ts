import type { Batch } from '../sheet/batch.ts';
import { makeTruth, type Specimen, type TruthFields } from '../truth.ts';
import { meantDay } from '../wording/date.ts';
import { type Line, toTruthRow } from '../wording/line.ts';

/** A certificate that is text for machines, with the truth of its lines. */
export function toSpecimen(
  extension: 'xml' | 'csv',
  text: string,
  { lines, fields }: { lines: readonly Line[]; fields: Partial<TruthFields> },
): Specimen {
  const truth = makeTruth(
    lines.map((line) => toTruthRow(line)),
    fields,
  );
  return { extension, bytes: new TextEncoder().encode(text), truth, findings: lines.map((line) => line.finding) };
}

/** The truth of the named fields of a batch, all dates in full. */
export function readFieldValues(batch: Batch, names: readonly (keyof TruthFields)[]): Partial<TruthFields> {
  const { dates, producer } = batch;
  const all: Partial<TruthFields> = {
    batch_number: batch.number,
    certificate_number: batch.certificateNumber,
    manufacturer: producer.name,
    manufacturing_site: producer.lines.join(', '),
    manufacturing_date: meantDay(dates.manufacturing, 'iso', false),
    issue_date: meantDay(dates.issue, 'iso', false),
    expiry_date: meantDay(dates.expiry, 'iso', true),
    retest_date: meantDay(dates.retest, 'iso', true),
  };
  return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
}
