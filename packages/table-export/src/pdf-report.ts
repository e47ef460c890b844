import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { cleanText } from './cell.ts';
import { drawEnd, drawRow, openDocument, toRowName } from './pdf.ts';
import { countLines, makeGrid } from './pdf-grid.ts';
import { INNER_WIDTH, makePages, measureFact, PAGE, type Pages, writeFact } from './pdf-page.ts';
import { makePen, type Pen, type Style } from './pdf-pen.ts';
import { wrap } from './pdf-wrap.ts';
import type { Block, PagedReport } from './report.ts';

const HEADINGS: Record<1 | 2, { style: Style; line: number; before: number }> = {
  1: { style: { face: 'bold', size: 13 }, line: 18, before: 14 },
  2: { style: { face: 'bold', size: 9.5 }, line: 14, before: 6 },
};

const TEXT: Style = { face: 'regular', size: 8.5 };
const TEXT_LINE = 12;
const GAP = 6;

/** What a heading must have room for below it, so that it does not stand at the foot of a page alone. */
const KEPT_WITH = 3 * TEXT_LINE;

type Writing = { pen: Pen; pages: Pages };

/** Where the next line goes; a new page where it has no room. */
const placeFor = ({ pages }: Writing, y: number, height: number): number =>
  height > PAGE.body - y ? pages.begin() : y;

const wrapLines = (pen: Pen, text: string, style: Style): string[] =>
  wrap(pen.writable(cleanText(text)), INNER_WIDTH, (part) => pen.width(part, style));

const drawHeading = (writing: Writing, { text, level }: Extract<Block, { kind: 'heading' }>, from: number): number => {
  const { style, line, before } = HEADINGS[level];
  const lines = wrapLines(writing.pen, text, style);
  let y = placeFor(writing, from + before, lines.length * line + KEPT_WITH);
  for (const shown of lines) {
    writing.pen.write(shown, { x: PAGE.margin, y }, style);
    y += line;
  }
  return y;
};

const drawParagraph = (writing: Writing, text: string, from: number): number => {
  let y = from;
  for (const line of wrapLines(writing.pen, text, TEXT)) {
    y = placeFor(writing, y, TEXT_LINE);
    writing.pen.write(line, { x: PAGE.margin, y }, TEXT);
    y += TEXT_LINE;
  }
  return y + GAP;
};

const drawFacts = (writing: Writing, { facts }: Extract<Block, { kind: 'facts' }>, from: number): number => {
  let y = from;
  for (const fact of facts) y = writeFact(writing.pen, fact, placeFor(writing, y, measureFact(writing.pen, fact[1])));
  return y + GAP;
};

const drawTable = (writing: Writing, { columns, rows }: Extract<Block, { kind: 'table' }>, from: number): number => {
  const { pen, pages } = writing;
  const grid = makeGrid(pen, columns, { left: PAGE.margin, width: INNER_WIDTH, samples: rows });
  const headHeight = grid.measureHeight(countLines(grid.head));
  const y = placeFor(writing, from, headHeight + KEPT_WITH);
  grid.drawHead(y);
  // The head stands in the middle of a page here: a first row without room goes overleaf, with the head again.
  let place = { y: y + headHeight, top: Number.NaN };
  const drawing = { pen, pages, heads: [grid] };
  for (const row of rows)
    place = drawRow({ grid, lines: grid.wrapLines(row), name: toRowName(columns, row) }, place, drawing);
  return place.y + GAP;
};

const drawBlock = (writing: Writing, block: Block, from: number): number => {
  switch (block.kind) {
    case 'heading':
      return drawHeading(writing, block, from);
    case 'paragraph':
      return drawParagraph(writing, block.text, from);
    case 'facts':
      return drawFacts(writing, block, from);
    case 'table':
      return drawTable(writing, block, from);
  }
};

async function* writeChunks(report: PagedReport): AsyncGenerator<Buffer> {
  const document = openDocument(report);
  const pen = makePen(document);
  const writing: Writing = { pen, pages: makePages(pen, report) };
  let y = writing.pages.begin();
  for (const block of report.blocks) {
    y = drawBlock(writing, block, y);
    const written: Buffer | null = document.read();
    if (!written) continue;
    yield written;
    // Between two blocks others get their turn: laying out is work of the processor alone.
    await setImmediate();
  }
  drawEnd(writing, { end: 'End of the report.' }, y);
  writing.pages.finish();
  document.end();
  yield* document as AsyncIterable<Buffer>;
}

/** The report as a PDF: A4, lying, with its facts on the first page, a running head and "page x of y". */
export const writeReportPdf = (report: PagedReport): Readable =>
  Readable.from(writeChunks(report), { objectMode: false });
