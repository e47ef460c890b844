import { FIELD_NAMES, type FieldName } from '../../src/result.ts';
import { isSameField, listSpellings } from './match-value.ts';
import type { Accepted, Truth } from './truth.ts';

/** `invented`: read where the document says nothing; `absent`: rightly null. */
export type FieldVerdict = 'right' | 'wrong' | 'missing' | 'invented' | 'absent';

/** One field of one document; `confidence` is null where the extraction gives none. */
export type FieldJudgement = {
  field: FieldName;
  verdict: FieldVerdict;
  truth: Accepted;
  found: string | null;
  confidence: number | null;
};

/** The fields as the extraction read them. */
export type FoundFields = Partial<Record<FieldName, string | null | undefined>> & {
  field_confidence?: Partial<Record<FieldName, number | undefined>> | undefined;
};

const toVerdict = (field: FieldName, accepted: Accepted, found: string | null): FieldVerdict => {
  const isSaid = listSpellings(accepted).length > 0;
  if (isSameField(field, accepted, found)) return isSaid ? 'right' : 'absent';
  if (found === null || found.trim() === '') return 'missing';
  return isSaid ? 'wrong' : 'invented';
};

/** Judges each field that the truth speaks of. */
export const matchFields = (truth: Truth['fields'], found: FoundFields): FieldJudgement[] =>
  FIELD_NAMES.filter((field) => truth[field] !== undefined).map((field) => {
    const read = found[field] ?? null;
    const verdict = toVerdict(field, truth[field], read);
    return { field, verdict, truth: truth[field], found: read, confidence: found.field_confidence?.[field] ?? null };
  });
