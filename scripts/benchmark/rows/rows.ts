import { AUDIT_ROWS } from './audit-rows.ts';
import { CERTIFICATE_ROWS, ENTITY_ROWS } from './entity-rows.ts';
import { QUALITY_ROWS } from './quality-rows.ts';
import type { RowKind } from './row.ts';
import { SUPPLIER_ROWS } from './supplier-rows.ts';

/** The rows in the order in which they are measured. */
export const ROWS: readonly RowKind[] = [
  ...ENTITY_ROWS,
  ...SUPPLIER_ROWS,
  ...CERTIFICATE_ROWS,
  ...QUALITY_ROWS,
  ...AUDIT_ROWS,
];
