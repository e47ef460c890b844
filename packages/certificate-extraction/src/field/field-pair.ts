import type { DateOrder } from '../value/date.ts';
import type { Candidate } from './candidate.ts';
import { splitCompany } from './company/company.ts';
import { readFieldValue } from './field-value.ts';
import { type LabelHit, matchLabel, toTrust } from './label/label.ts';

/** A value of data with its name ("BatchNumber", "lot", "Date of issue"). */
export type FieldPair = { label: string; value: string };

const PLAIN = 0.98;

/** What named values give to fields, in their order. */
export function pairCandidates(pairs: readonly FieldPair[], order: DateOrder): Candidate[] {
  return pairs.flatMap(({ label, value }, y) =>
    (matchLabel(label)?.hits ?? []).flatMap((hit) => readPair(hit, value, { order, y })),
  );
}

function readPair(hit: LabelHit, text: string, { order, y }: { order: DateOrder; y: number }): Candidate[] {
  if (hit.field === 'holder' || hit.field === 'scope') return [];
  const { name } = hit.field === 'manufacturer' ? splitCompany([text]) : { name: text };
  const read = readFieldValue(hit.field, name, order);
  if (!read) return [];
  const confidence = PLAIN * toTrust(hit.weight) * read.certainty;
  const { certainty: _, ...found } = read;
  return [{ field: hit.field, ...found, weight: hit.weight, confidence, page: 1, y }];
}
