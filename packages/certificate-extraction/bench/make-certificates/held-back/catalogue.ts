import type { Layout } from '../layout/layout.ts';
import { borderedForm } from './bordered-form.ts';
import { dotLeader } from './dot-leader.ts';
import { lotComparison } from './lot-comparison.ts';
import { sideTitles } from './side-titles.ts';

/** The layouts on which the extraction may not be tuned. */
export const heldBackLayouts: readonly Layout[] = [sideTitles, dotLeader, lotComparison, borderedForm];
