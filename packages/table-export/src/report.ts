import type { Column, Fact, Row, Table } from './table.ts';

/** A piece of a report. `contents`: the headings of the first level with their pages. */
export type Block =
  | { kind: 'heading'; text: string; level: 1 | 2; beginsPage?: boolean }
  | { kind: 'contents' }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[] };

/** A report of pages: what stands below its title, and its content. Its time is shown in `zone`; in UTC where none is given. */
export type PagedReport = Pick<Table, 'title' | 'organisation' | 'madeAt' | 'madeBy'> & {
  facts: readonly Fact[];
  zone?: string;
  blocks: readonly Block[];
};
