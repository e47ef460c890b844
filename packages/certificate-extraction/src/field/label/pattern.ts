import { BATCH_ROWS } from './pattern/batch.ts';
import { CERTIFICATE_ROWS } from './pattern/certificate.ts';
import { EXPIRY_DATE_ROWS } from './pattern/expiry-date.ts';
import { HOLDER_ROWS } from './pattern/holder.ts';
import { ISSUE_DATE_ROWS } from './pattern/issue-date.ts';
import { MAKER_ROWS } from './pattern/maker.ts';
import { MANUFACTURE_DATE_ROWS } from './pattern/manufacture-date.ts';
import type { LabelRow } from './pattern/row.ts';

export { OTHER_LABELS } from './pattern/other.ts';

/** The labels of all fields; the first row that matches a label decides. */
export const FIELD_ROWS: readonly LabelRow[] = [
  ...BATCH_ROWS,
  ...MANUFACTURE_DATE_ROWS,
  ...EXPIRY_DATE_ROWS,
  ...ISSUE_DATE_ROWS,
  ...CERTIFICATE_ROWS,
  ...MAKER_ROWS,
  ...HOLDER_ROWS,
];
