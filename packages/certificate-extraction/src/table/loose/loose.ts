import type { ValueCell } from '../cell/value-cell.ts';
import type { Segment } from '../segment/segment.ts';

/**
 * A test that stands outside of tables: its name, what is said of it, the segments that say it. `guessed`: a head that is
 * not understood stands above it.
 */
export type Loose = {
  name: string;
  cell: ValueCell & { result: string };
  parts: readonly Segment[];
  section?: string;
  guessed?: boolean;
};
