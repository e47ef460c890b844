import type { Topic } from '../material/material.ts';
import type { TruthRow } from '../truth.ts';
import { type Line, toTruthRow } from '../wording/line.ts';
import type { TextLook } from './paper.ts';
import type { Column, TableRow } from './table.ts';

type Shown = 'parameter' | 'specification' | 'result' | 'unit' | 'method' | 'verdict' | 'minimum' | 'maximum';

/** A column of a table of results; `mark` chooses the look of a cell, for instance of a failing one. */
export type ResultColumn = Column & { show: Shown; head: string; mark?: (line: Line) => TextLook };

/** Titles between rows; null where the table has none. */
export type Titles = Record<Topic, string> | null;

/** The rows of a table in which each finding is a line, with a title before each new topic. */
export function resultRows(lines: readonly Line[], columns: readonly ResultColumn[], titles: Titles): TableRow[] {
  return lines.flatMap((line, index) => {
    const row: TableRow = {
      cells: columns.map((column) => ({ text: cellText(line, column.show), look: column.mark?.(line) ?? {} })),
    };
    if (titles === null || lines[index - 1]?.topic === line.topic) return [row];
    return [{ kind: 'title', cells: [{ text: titles[line.topic], span: columns.length }] }, row] satisfies TableRow[];
  });
}

/** A head of one row out of the columns' own words. */
export function headRow(columns: readonly ResultColumn[]): TableRow {
  return { cells: columns.map((column) => ({ text: column.head })) };
}

/** The truth of the same rows. */
export function resultTruth(lines: readonly Line[], titles: Titles): TruthRow[] {
  return lines.map((line) => toTruthRow(line, titles === null ? {} : { section: titles[line.topic] }));
}

export function cellText(line: Line, show: Shown): string {
  return line[show] ?? '';
}
