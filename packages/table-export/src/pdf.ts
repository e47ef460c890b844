import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { cleanText } from './cell.ts';
import { countLines, type Grid, type Lines, makeGrid, shownText } from './pdf-grid.ts';
import { type Cover, INNER_WIDTH, makePages, measureFact, PAGE, type Pages, writeFact } from './pdf-page.ts';
import { makePen, type Pen, type Style } from './pdf-pen.ts';
import type { Annex, Column, Row, Table } from './table.ts';

const NOTE: Style = { face: 'regular', size: 8 };
const TITLE: Style = { face: 'bold', size: 8 };
const NAME: Style = { face: 'bold', size: 7.5 };
const NOTE_LINE = 12;
const NAME_LINE = 12;
/** How far the lines about a part of a row stand to the right of it. */
const INDENT = 24;
/** The rows by which the widths of the columns are chosen. */
const SAMPLES = 200;

/** A row of at most so many lines is not parted; of a higher one so many stand on its first page, which is not left half empty. */
const KEPT_WHOLE = 15;

/** Where on its page the next row goes. */
export type Place = { y: number; top: number };

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text that is escaped where `pdfkit` writes it into XML (the metadata of PDF/A), which it does not do itself. */
class InfoText extends String {
  override toString(): string {
    return this.valueOf().replaceAll(/[&<>]/g, (letter) => XML_ESCAPES[letter] ?? letter);
  }
}

const toInfo = (text: string): string => new InfoText(cleanText(text)) as unknown as string;

/** An empty document that tells what it is. @param options of `pdfkit`, for documents that are archived. */
export const openDocument = (
  cover: Cover,
  options: Pick<ConstructorParameters<typeof PDFDocument>[0] & object, 'subset' | 'tagged'> = {},
): InstanceType<typeof PDFDocument> =>
  new PDFDocument({
    ...options,
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // It would cache every word of every row.
    fontLayoutCache: false,
    info: {
      Title: toInfo(cover.title),
      Author: toInfo(cover.madeBy),
      Subject: toInfo(`${cover.organisation}: ${cover.facts.map(([, fact]) => fact).join(' ')}`),
      CreationDate: cover.madeAt,
      ModDate: cover.madeAt,
    },
  });

/** What draws the rows of a table: its grid, and above it those whose heads stand on each page. */
export type Drawing = { pen: Pen; pages: Pages; heads: readonly Grid[] };

/** Begins a page with the heads, and the name of what goes on from the page before. */
const turnPage = ({ pen, pages, heads }: Drawing, name?: string): Place => {
  let y = pages.begin();
  for (const grid of heads) {
    grid.drawHead(y, true);
    y += grid.measureHeight(countLines(grid.head));
  }
  const top = y;
  if (name === undefined) return { y, top };
  const shown = pen.writable(cleanText(`${name} (continued)`));
  pen.tags.asArtifact(() => pen.write(shown, { x: PAGE.margin + 3, y: y + 2, width: INNER_WIDTH - 6 }, NAME));
  return { y: y + NAME_LINE, top };
};

/** What of a cell is enough to name its row. */
const NAMING = 80;

/** What a row is about: its first two cells, as far as they name it. */
export const toRowName = (columns: readonly Column[], row: Row): string =>
  columns
    .slice(0, 2)
    .map((column) =>
      Array.from(shownText(column, row).split('\n')[0] ?? '')
        .slice(0, NAMING)
        .join(''),
    )
    .filter((text) => text !== '')
    .join(' · ');

type Drawn = {
  grid: Grid;
  lines: Lines;
  /** Says on a further page what it is that goes on there. */
  name: string;
  /** What must have room below it on the same page. */
  below?: number;
  /** It is itself a part of what is named. */
  isPart?: boolean;
};

/** Draws a row and returns the place after it. What goes on overleaf is named again. */
export const drawRow = (drawn: Drawn, from: Place, drawing: Drawing): Place => {
  const { grid, lines, name, below = 0, isPart = false } = drawn;
  const count = countLines(lines);
  const fits = grid.measureHeight(Math.min(count, KEPT_WHOLE)) + below <= PAGE.body - from.y;
  let place = fits || from.y === from.top ? from : turnPage(drawing, isPart ? name : undefined);
  for (let done = 0; done < count; ) {
    if (done > 0) place = turnPage(drawing, name);
    const part = Math.max(1, Math.min(count - done, grid.fittingIn(PAGE.body - place.y)));
    grid.drawRow(
      lines.map((cell) => cell.slice(done, done + part)),
      place.y,
    );
    done += part;
    place = { ...place, y: place.y + grid.measureHeight(part) };
  }
  return place;
};

/** Writes the last note, what the table shows in short, and the characters that no font has. */
export const drawEnd = (
  drawing: Pick<Drawing, 'pen' | 'pages'>,
  { end, annex = [] }: { end: string; annex?: readonly Annex[] },
  from: number,
): void => {
  const { pen, pages } = drawing;
  let y = from + 8;
  const roomFor = (height: number): void => {
    if (height > PAGE.body - y) y = pages.begin();
  };
  const note = (text: string, style: Style): void => {
    roomFor(2 * NOTE_LINE);
    pen.tags.within('P', () =>
      pen.write(pen.writable(cleanText(text)), { x: PAGE.margin, y, width: INNER_WIDTH }, style),
    );
    y += NOTE_LINE;
  };
  note(end, NOTE);
  for (const { title, facts } of annex) {
    y += NOTE_LINE / 2;
    note(title, TITLE);
    for (const fact of facts) {
      roomFor(measureFact(pen, fact[1]));
      y = writeFact(pen, fact, y);
    }
  }
  const missing = pen.missing();
  if (missing.length === 0) return;
  y += NOTE_LINE / 2;
  roomFor(measureFact(pen, missing.join(' ')));
  writeFact(pen, ['Not in the fonts', `Shown by their code points: ${missing.join(' ')}`], y);
};

/** Takes the first rows apart, so that the columns can be measured by them, and gives all of them. */
const lookAhead = async (rows: AsyncIterable<Row>): Promise<{ samples: Row[]; all: AsyncIterable<Row> }> => {
  const iterator = rows[Symbol.asyncIterator]();
  const samples: Row[] = [];
  while (samples.length < SAMPLES) {
    const { value, done } = await iterator.next();
    if (done) break;
    samples.push(value);
  }
  async function* all(): AsyncGenerator<Row> {
    try {
      yield* samples;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { samples, all: all() };
};

type Body = { main: Grid; parts: Grid | null; drawing: Drawing; table: Table };

const openBody = (pen: Pen, pages: Pages, table: Table, samples: readonly Row[]): Body => {
  const own = table.columns.filter(({ isPart }) => !isPart);
  const parted = table.group === undefined ? [] : table.columns.filter(({ isPart }) => isPart);
  const main = makeGrid(pen, parted.length > 0 ? own : table.columns, {
    left: PAGE.margin,
    width: INNER_WIDTH,
    samples,
  });
  const inner = { left: PAGE.margin + INDENT, width: INNER_WIDTH - INDENT, samples };
  const parts = parted.length > 0 ? makeGrid(pen, parted, inner) : null;
  return { main, parts, drawing: { pen, pages, heads: parts ? [main, parts] : [main] }, table };
};

/** Draws rows one after the other: what they are about once, and its parts below it. */
const makeRowDrawer = ({ main, parts, drawing, table }: Body) => {
  const own = table.columns.filter(({ isPart }) => !isPart);
  let group: unknown;
  return (row: Row, from: Place): Place => {
    const name = toRowName(own, row);
    if (!parts || table.group === undefined)
      return drawRow({ grid: main, lines: main.wrapLines(row), name }, from, drawing);
    const isNew = group === undefined || row[table.group] !== group;
    group = row[table.group];
    const lines = parts.wrapLines(row);
    const isEmpty = lines.every((cell) => cell.every((text) => text === ''));
    const below = isEmpty ? 0 : parts.measureHeight(countLines(lines));
    const place = isNew ? drawRow({ grid: main, lines: main.wrapLines(row), name, below }, from, drawing) : from;
    return isEmpty ? place : drawRow({ grid: parts, lines, name, isPart: true }, place, drawing);
  };
};

async function* writeChunks(table: Table, rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  const { samples, all } = await lookAhead(rows);
  const cover: Cover = { ...table, facts: [['Filter', table.filter]] };
  const document = openDocument(cover);
  const pen = makePen(document);
  const pages = makePages(pen, cover);
  const body = openBody(pen, pages, table, samples);
  const draw = makeRowDrawer(body);
  let place = turnPage(body.drawing);
  let count = 0;
  for await (const row of all) {
    place = draw(row, place);
    count += 1;
    const written: Buffer | null = document.read();
    if (!written) continue;
    yield written;
    // Between two pages others get their turn: laying out is work of the processor alone.
    await setImmediate();
  }
  // The end of the list, so that a reader sees that nothing is missing.
  drawEnd({ pen, pages }, { end: `End of the list. Rows: ${count}.`, annex: table.annex?.() ?? [] }, place.y);
  pages.finish();
  document.end();
  yield* document as AsyncIterable<Buffer>;
}

/**
 * A table as a PDF to be read and filed: A4, lying, with its title, organisation, time, filter and maker, the head of the table
 * and "page x of y" on each page. Pages leave memory as they are full; what stays is the index of pages, under 2 KB each.
 */
export const writePdf = (table: Table, rows: AsyncIterable<Row>): Readable =>
  Readable.from(writeChunks(table, rows), { objectMode: false });
