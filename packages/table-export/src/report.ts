import type { Column, Fact, Row, Table } from './table.ts';

/** A piece of a report. */
export type Block =
  | { kind: 'heading'; text: string; level: 1 | 2 }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[] };

/** A report of pages: what stands below its title, and its content. */
export type PagedReport = Pick<Table, 'title' | 'organisation' | 'madeAt' | 'madeBy'> & {
  facts: readonly Fact[];
  blocks: readonly Block[];
};
