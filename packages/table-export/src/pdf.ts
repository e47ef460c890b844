import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { cleanText } from './cell.ts';
import { countOf, type Grid, type Lines, makeGrid } from './pdf-grid.ts';
import { type Cover, makePages, PAGE, type Pages } from './pdf-page.ts';
import { makePen, type Pen, type Style } from './pdf-pen.ts';
import type { Row, Table } from './table.ts';

const NOTE: Style = { face: 'regular', size: 8 };
const NOTE_LINE = 12;

/** Where on its page the next row goes. */
export type Place = { y: number; top: number };

/** An empty document that tells what it is. */
export const openDocument = (cover: Cover): InstanceType<typeof PDFDocument> =>
  new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // It would remember every word of every row.
    fontLayoutCache: false,
    info: {
      Title: cleanText(cover.title),
      Author: cleanText(cover.madeBy),
      Subject: cleanText(`${cover.organisation}: ${cover.facts.map(([, fact]) => fact).join(' ')}`),
      CreationDate: cover.madeAt,
      ModDate: cover.madeAt,
    },
  });

const turnPage = (pages: Pages, grid: Grid): Place => {
  const y = pages.begin();
  grid.drawHead(y);
  const top = y + grid.heightOf(countOf(grid.head));
  return { y: top, top };
};

/** Draws a row and returns the place after it. A row that fits on a page is not parted; a higher one goes on overleaf. */
export const drawRow = (lines: Lines, from: Place, { pages, grid }: { pages: Pages; grid: Grid }): Place => {
  const count = countOf(lines);
  const fits = (place: Place) => grid.heightOf(count) <= PAGE.body - place.y;
  let place = fits(from) || from.y === from.top ? from : turnPage(pages, grid);
  for (let done = 0; done < count; ) {
    if (done > 0) place = turnPage(pages, grid);
    const part = Math.max(1, Math.min(count - done, grid.fittingIn(PAGE.body - place.y)));
    grid.drawRow(
      lines.map((cell) => cell.slice(done, done + part)),
      place.y,
    );
    done += part;
    place = { ...place, y: place.y + grid.heightOf(part) };
  }
  return place;
};

/** Writes the last notes, and what stands for characters that the font does not have. */
export const drawEnd = (pen: Pen, end: string, { place, pages }: { place: Pick<Place, 'y'>; pages: Pages }): void => {
  const notes = [end];
  if (pen.hasMissed()) notes.push('□ stands for a character that the font of this document does not have.');
  let y = PAGE.body - place.y < (notes.length + 1) * NOTE_LINE ? pages.begin() : place.y + 8;
  for (const note of notes) {
    pen.write(note, { x: PAGE.margin, y }, NOTE);
    y += NOTE_LINE;
  }
};

async function* chunksOf(table: Table, rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  const cover: Cover = { ...table, facts: [['Filter', table.filter]] };
  const document = openDocument(cover);
  const pen = makePen(document);
  const pages = makePages(pen, cover);
  const grid = makeGrid(pen, table.columns);
  let place = turnPage(pages, grid);
  let count = 0;
  for await (const row of rows) {
    place = drawRow(grid.linesOf(row), place, { pages, grid });
    count += 1;
    const written: Buffer | null = document.read();
    if (!written) continue;
    yield written;
    // Between two pages others get their turn: laying out is work of the processor alone.
    await setImmediate();
  }
  // The end of the list, so that a reader sees that nothing is missing.
  drawEnd(pen, `End of the list. Rows: ${count}.`, { place, pages });
  pages.finish();
  document.end();
  yield* document as AsyncIterable<Buffer>;
}

/**
 * A table as a PDF to be read and filed: A4, lying, with its title, organisation, time, filter and maker, the head of the table
 * and "page x of y" on each page. Pages leave memory as they are full; what stays is the index of pages, under 2 KB each.
 */
export const pdfOf = (table: Table, rows: AsyncIterable<Row>): Readable =>
  Readable.from(chunksOf(table, rows), { objectMode: false });
