import type { Box } from '../page.ts';
import type { FieldName } from '../result.ts';

/** A value that a label gives to a field. `weight` is how surely the label names the field, `confidence` includes all else. */
export type Candidate = {
  field: FieldName;
  value: string;
  weight: number;
  confidence: number;
  page: number;
  y: number;
  /** Around the words of the value, where it stands at one place. */
  box?: Box | undefined;
  /** The label stands over or before a row of such values: one column for each batch. */
  several?: boolean;
  /** The value is printed as a date, but there is no such day. */
  impossible?: true;
};

/** The candidate where it is not known where its value stands. */
export const withoutBox = (candidate: Candidate): Candidate => ({ ...candidate, box: undefined });
