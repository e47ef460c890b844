import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import ExcelJS, { type Worksheet } from 'exceljs';
import { cleanText, readCell, toText, type Value } from './cell.ts';
import type { Column, Row, Table } from './table.ts';

type Workbook = ExcelJS.stream.xlsx.WorkbookWriter;

/** What Excel holds at most. */
const ROWS_OF_SHEET = 1_048_575;
const TEXT_OF_CELL = 32_767;
const HEADER_LENGTH = 200;

const WIDEST = 60;
/** Of a line of text, and of the highest row, in points. */
const LINE_HEIGHT = 15;
const HIGHEST = 409;
const ELLIPSIS = '…';

const FORMATS: Partial<Record<Column['kind'], string>> = {
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss.000',
};

/** Before this day the calendar of spreadsheets is wrong or has no numbers. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** `_x0041_` would be read as an escape. */
const escapedText = (text: string): string =>
  text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll(/\r\n?/g, '\n');

/** Text as it is: as an inline string it is never a formula. */
const textCell = (text: string): ExcelJS.CellRichTextValue => {
  const escaped = escapedText(text);
  const fits = escaped.length <= TEXT_OF_CELL;
  return {
    richText: [{ text: fits ? escaped : `${escaped.slice(0, TEXT_OF_CELL - 1).toWellFormed()}${ELLIPSIS}` }],
  };
};

const toCell = (value: Value): ExcelJS.CellValue => {
  switch (value.kind) {
    case 'empty':
      return null;
    case 'text':
      return textCell(value.text);
    case 'number':
      return value.number;
    case 'boolean':
      // LibreOffice shows some truth values as numbers, whatever their format.
      return textCell(value.boolean ? 'yes' : 'no');
    case 'date':
    case 'datetime':
      return value.date.getTime() < FIRST_DAY ? textCell(toText(value)) : value.date;
  }
};

/** A sheet's name as Excel allows it: 31 characters, none of `[]:*?/\'`. */
const toSheetName = (title: string, number: number): string => {
  const suffix = number === 1 ? '' : ` (${number})`;
  const allowed = cleanText(title)
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim();
  return `${allowed.slice(0, 31 - suffix.length).trim() || 'Table'}${suffix}`;
};

/** Text in a page's head or foot, where `&` begins a code. */
const headText = (text: string): string =>
  cleanText(text)
    .slice(0, HEADER_LENGTH / 2)
    .replaceAll('&', '&&');

/** In characters. */
const columnWidth = ({ title, width = 16 }: Column): number => Math.min(WIDEST, Math.max(width, title.length + 4));

/** The height that shows wrapped texts: LibreOffice gives a row without a height one line. */
const measureHeight = (texts: readonly (readonly [text: string, width: number])[]): number => {
  const lines = texts.map(([text, width]) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (width - 2))), 0),
  );
  return Math.min(HIGHEST, LINE_HEIGHT * Math.max(1, ...lines));
};

const openSheet = (workbook: Workbook, table: Table, number: number): Worksheet => {
  const sheet = workbook.addWorksheet(toSheetName(table.title, number), {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { paperSize: 9, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0, printTitlesRow: '1:1' },
    headerFooter: {
      oddHeader: `&L${headText(table.title)}&R${headText(table.organisation)}`,
      oddFooter: '&RPage &P of &N',
    },
  });
  sheet.columns = table.columns.map((column) => ({
    width: columnWidth(column),
    style: {
      alignment: { vertical: 'top', wrapText: true },
      ...(FORMATS[column.kind] ? { numFmt: FORMATS[column.kind] } : {}),
    },
  }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: table.columns.length } };
  const head = sheet.addRow(table.columns.map(({ title }) => textCell(cleanText(title))));
  head.font = { name: 'Calibri', family: 2, size: 11, bold: true };
  head.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE3E8EE' } };
  head.commit();
  return sheet;
};

/** What of the table is not in its cells. */
type CutCells = { count: number; listed: [cell: string, text: string][] };

const LISTED = 1_000;

const addRow = (sheet: Worksheet, columns: readonly Column[], row: Row, cut: CutCells): void => {
  const values = columns.map(({ key, kind }) => readCell(kind, row[key]));
  const added = sheet.addRow(values.map(toCell));
  added.height = measureHeight(
    values.map((value, at) => [value.kind === 'text' ? value.text : '', columnWidth(columns[at] as Column)]),
  );
  for (const [at, value] of values.entries()) {
    const length = value.kind === 'text' ? escapedText(value.text).length : 0;
    if (length <= TEXT_OF_CELL) continue;
    cut.count += 1;
    if (cut.count > LISTED) continue;
    const text = `${columns[at]?.title}: ${length} characters, of which the cell holds the first ${TEXT_OF_CELL - 1}`;
    cut.listed.push([`${sheet.name}, ${added.getCell(at + 1).address}`, text]);
  }
  added.commit();
};

/** What is not in the cells, for whoever has the file alone. */
const shortenedLines = ({ annex }: Table, { count, listed }: CutCells): [string, string][] => [
  ...(count > 0 ? [['Shortened cells', String(count)] as [string, string], ...listed] : []),
  ...(annex?.() ?? []).flatMap(({ title, facts }) => [
    [title, ''] as [string, string],
    ...facts.map(([label, fact]): [string, string] => [label, fact]),
  ]),
];

/** A sheet that tells where the table comes from, since a file is copied away from the request that made it. */
const addOrigin = (workbook: Workbook, table: Table, rows: number, cut: CutCells): void => {
  const sheet = workbook.addWorksheet('About this file', {
    pageSetup: { paperSize: 9, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = [
    { width: 26, style: { alignment: { vertical: 'top' } } },
    { width: WIDEST, style: { alignment: { wrapText: true, vertical: 'top', horizontal: 'left' } } },
  ];
  const lines: [string, string][] = [
    ['Title', table.title],
    ['Organisation', table.organisation],
    ['Made at', table.madeAt.toISOString()],
    ['Made by', table.madeBy],
    ['Filter', table.filter],
    ['Rows', String(rows)],
    ...shortenedLines(table, cut),
  ];
  for (const line of lines) {
    const added = sheet.addRow(line.map((text) => textCell(cleanText(text))));
    added.height = measureHeight([[line[1], WIDEST]]);
    added.commit();
  }
  sheet.commit();
};

/** What the pipe from a sheet to its archive is; neither it nor the state of a stream of that age is in the types. */
type Pipe = Writable & { _writableState: { needDrain: boolean } };

/** `exceljs` writes into its archive without asking whether that keeps up: the sheet's own pipe tells. */
const roomIn = async (sheet: Worksheet, signal: AbortSignal): Promise<void> => {
  const [pipe] = (sheet as unknown as { stream: { pipes: Pipe[] } }).stream.pipes;
  if (!pipe) throw new Error('The archive has not taken the sheet.');
  if (pipe._writableState.needDrain) await once(pipe, 'drain', { signal });
};

const makeWorkbook = (table: Table, out: Writable): Workbook => {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  return Object.assign(workbook, {
    title: cleanText(table.title),
    subject: cleanText(table.organisation),
    description: cleanText(table.filter),
    creator: cleanText(table.madeBy),
    lastModifiedBy: cleanText(table.madeBy),
    created: table.madeAt,
    modified: table.madeAt,
  });
};

const fill = async (workbook: Workbook, table: Table, rows: AsyncIterable<Row>, signal: AbortSignal) => {
  let sheet = openSheet(workbook, table, 1);
  let written = 0;
  const cut: CutCells = { count: 0, listed: [] };
  for await (const row of rows) {
    if (written > 0 && written % ROWS_OF_SHEET === 0) {
      sheet.commit();
      sheet = openSheet(workbook, table, written / ROWS_OF_SHEET + 1);
    }
    addRow(sheet, table.columns, row, cut);
    written += 1;
    await roomIn(sheet, signal);
  }
  sheet.commit();
  addOrigin(workbook, table, written, cut);
  await workbook.commit();
};

/**
 * A table as a workbook: dates and numbers as such, text as text and never a formula, the head row frozen,
 * filtered and printed on each page. A text beyond what a cell holds is cut, with an ellipsis, and
 * listed on the last sheet.
 */
export const writeXlsx = (table: Table, rows: AsyncIterable<Row>): Readable => {
  const out = new PassThrough();
  const left = new AbortController();
  out.once('close', () => left.abort());
  fill(makeWorkbook(table, out), table, rows, left.signal).catch((error) => out.destroy(error));
  return out;
};
