import type { FieldName } from '../../../result.ts';

/** How sure a label names a field (0 to 1), and patterns of the whole folded label without escapes. */
export type LabelRow = readonly [field: FieldName, weight: number, ...patterns: string[]];
