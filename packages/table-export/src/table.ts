export const TABLE_FORMATS = ['csv', 'xlsx', 'pdf'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** `code`: text that is never broken over lines, such as a number of a record. */
export type ColumnKind = 'text' | 'code' | 'number' | 'date' | 'datetime' | 'boolean';

export type Column = {
  /** The member of a row. */
  key: string;
  title: string;
  kind: ColumnKind;
  /** About how many characters its values have. */
  width?: number;
  /** Of a part of what the row is about: a page shows such columns in lines below it (`Table.group`). */
  isPart?: boolean;
};

/** A date may come as `YYYY-MM-DD`, an instant as ISO 8601. A value of another kind than its column's is shown as text. */
export type Cell = string | number | boolean | Date | null | undefined;

/** A label and what it says. */
export type Fact = readonly [label: string, fact: string];

export type Row = Readonly<Record<string, Cell>>;

/** What a table is, and what someone who finds it in a file later must know of it. */
export type Table = {
  title: string;
  organisation: string;
  madeAt: Date;
  madeBy: string;
  /** Which records are in it, in words. */
  filter: string;
  columns: readonly Column[];
  /** The member of a row that says what it is about. Rows of the same come one after the other, and a page names it once. */
  group?: string;
  /** What follows the last row, read after it: what the table shows in short. */
  annex?: () => readonly Annex[];
};

/** Facts under a title. */
export type Annex = { title: string; facts: readonly Fact[] };

export const TABLE_MEDIA_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
