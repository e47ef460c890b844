import type { Page, Ruling } from '../page.ts';
import type { Head } from './head/head.ts';
import type { Role } from './head/word.ts';
import type { Layout, Row } from './row/body-line.ts';
import type { Repair } from './segment/ocr-word.ts';
import type { Segment } from './segment/segment.ts';

/** A table as it stands on a page. */
export type Table = {
  head: Head;
  layout: Layout;
  rows: readonly Row[];
  title: string | undefined;
  source: Source;
  origin: Page['origin'];
  repair: Repair;
};

/** How a table was found: under a head, on the page after it, by its cells alone, turned, in cards, or by labels. */
export type Source = 'table' | 'card' | 'continuation' | 'headless' | 'transposed' | 'label' | 'data';

/** The columns of a table that hold one of the wanted. */
export const columnsWith = (table: Table, ...roles: Role[]): number[] =>
  table.layout.roles.flatMap((role, at) => (role && roles.includes(role) ? [at] : []));

/** A page with its segments. */
export type Sheet = { page: Page; segments: readonly Segment[] };

/** The horizontal rulings of a page. */
export const findHorizontals = (page: Page): Ruling[] =>
  page.rulings.filter(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0 && x1 - x0 > 8);
