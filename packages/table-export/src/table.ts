export const TABLE_FORMATS = ['csv', 'xlsx', 'pdf'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

export type ColumnKind = 'text' | 'number' | 'date' | 'datetime' | 'boolean';

export type Column = {
  /** The member of a row. */
  key: string;
  title: string;
  kind: ColumnKind;
  /** About how many characters its values have. */
  width?: number;
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
};

export const TABLE_MEDIA_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
