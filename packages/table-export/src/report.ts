import type { Column, Fact, Row, Table } from './table.ts';

/** A piece of a report. `page` begins a new page. */
export type Block =
  | { kind: 'heading'; text: string; level: 1 | 2 }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[] }
  | { kind: 'page' };

/** A report of pages: what its title page tells, and its content, which begins overleaf. */
export type PagedReport = Pick<Table, 'title' | 'organisation' | 'madeAt' | 'madeBy'> & {
  facts: readonly Fact[];
  blocks: readonly Block[];
};
