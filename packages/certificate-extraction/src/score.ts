import type { DocumentKind } from './table/document-kind.ts';

/** What a document gave: the confidence of its rows and of its fields. */
export type Gains = { kind: DocumentKind; rows: readonly number[]; fields: Readonly<Record<string, number>> };

const NOTHING_FOUND = 0.05;
const ROWS_ALONE = 0.75;
const UNKNOWN_KIND = 0.8;
/** A certificate of analysis of which no row was read is hardly understood; one of a standard has none. */
const WITHOUT_ROWS = 0.5;

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far a document as a whole is understood, from 0 to 1; low for what is no certificate. */
export const computeScore = ({ kind, rows, fields }: Gains): number => {
  const known = Object.values(fields);
  if (kind === 'other' || (rows.length === 0 && known.length === 0)) return NOTHING_FOUND;
  const parts = [rows, known].filter((part) => part.length > 0).map(computeMean);
  const [first = 0, second = first] = parts;
  const share = rows.length > 0 ? ROWS_ALONE : 1;
  const isStandard = 'holder' in fields || 'scope' in fields;
  const score = (first * share + second * (1 - share)) * (rows.length > 0 || isStandard ? 1 : WITHOUT_ROWS);
  const certain = kind === 'certificate' ? score : rows.length > 0 ? score * UNKNOWN_KIND : NOTHING_FOUND;
  return Math.round(certain * 1000) / 1000;
};
