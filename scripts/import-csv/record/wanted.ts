import type { EntityRule } from '../mapping/mapping.schema.ts';
import type { Scalar } from './cell.ts';
import type { Link } from './draft.ts';

/** An entity as the whole file tells it. */
export type Wanted = {
  rule: EntityRule;
  key: string;
  name: string;
  /** Attribute values by path. */
  values: Map<string, unknown>;
  links: Link[];
  /** The lines of the rows that tell of it. */
  lines: number[];
};

/** An entity while its rows are being read; `lists` are collected from all of them. */
export type Growing = Wanted & { lists: Map<string, Set<Scalar>> };
