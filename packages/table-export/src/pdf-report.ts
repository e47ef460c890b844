import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { cleanText } from './cell.ts';
import { drawEnd, drawRow, openDocument, toRowName } from './pdf.ts';
import { countLines, makeGrid } from './pdf-grid.ts';
import { INNER_WIDTH, makePages, measureFact, PAGE, type Pages, writeFact } from './pdf-page.ts';
import { makePen, type Pen, type Style } from './pdf-pen.ts';
import { makeTags } from './pdf-tags.ts';
import { wrap } from './pdf-wrap.ts';
import type { Block, PagedReport } from './report.ts';

const HEADINGS: Record<1 | 2, { style: Style; line: number; before: number }> = {
  1: { style: { face: 'bold', size: 13 }, line: 18, before: 14 },
  2: { style: { face: 'bold', size: 9.5 }, line: 14, before: 6 },
};

const TEXT: Style = { face: 'regular', size: 8.5 };
const TEXT_LINE = 12;
const GAP = 6;

/** What a table must have room for below its head. */
const KEPT_WITH = 3 * TEXT_LINE;
/** What a heading must have room for below it, so that it does not stand at the foot of a page alone: a table as well. */
const KEPT_WITH_HEADING = 6 * TEXT_LINE;

/** The headings of the first level and the pages that they stand on. */
type Contents = { text: string; page: number }[];

type Writing = { pen: Pen; pages: Pages; contents: Contents; found: Contents };

/** Where the next line goes; a new page where it has no room. */
const placeFor = ({ pages }: Pick<Writing, 'pages'>, y: number, height: number): number =>
  height > PAGE.body - y ? pages.begin() : y;

const wrapLines = (pen: Pen, text: string, style: Style): string[] =>
  wrap(pen.writable(cleanText(text)), INNER_WIDTH, (part) => pen.width(part, style));

type Heading = Extract<Block, { kind: 'heading' }>;

const drawHeading = (writing: Writing, { text, level, beginsPage = false }: Heading, from: number): number => {
  const { pen, pages, found } = writing;
  const { style, line, before } = HEADINGS[level];
  const lines = wrapLines(pen, text, style);
  let y = beginsPage ? pages.begin() : placeFor(writing, from + before, lines.length * line + KEPT_WITH_HEADING);
  if (level === 1) {
    pen.document.outline.addItem(cleanText(text));
    found.push({ text, page: pages.count() });
  }
  pen.tags.within(level === 1 ? 'H1' : 'H2', () => {
    for (const shown of lines) {
      pen.write(shown, { x: PAGE.margin, y }, style);
      y += line;
    }
  });
  return y;
};

const NUMBER_WIDTH = 40;

const drawContents = (writing: Writing, from: number): number => {
  const { pen, contents } = writing;
  let y = from + GAP;
  const drawLine = ({ text, page }: Contents[number]): void => {
    y = placeFor(writing, y, TEXT_LINE);
    const number = String(page);
    const right = PAGE.margin + INNER_WIDTH - pen.width(number, TEXT);
    pen.tags.within('TOCI', () => {
      const shown = pen.writable(cleanText(text));
      pen.write(shown, { x: PAGE.margin, y, width: INNER_WIDTH - NUMBER_WIDTH }, TEXT);
      pen.write(number, { x: right, y }, TEXT);
    });
    y += TEXT_LINE;
  };
  pen.tags.within('TOC', () => contents.forEach(drawLine));
  return y + GAP;
};

const drawParagraph = (writing: Writing, text: string, from: number): number => {
  let y = from;
  writing.pen.tags.within('P', () => {
    for (const line of wrapLines(writing.pen, text, TEXT)) {
      y = placeFor(writing, y, TEXT_LINE);
      writing.pen.write(line, { x: PAGE.margin, y }, TEXT);
      y += TEXT_LINE;
    }
  });
  return y + GAP;
};

const drawFacts = (writing: Writing, { facts }: Extract<Block, { kind: 'facts' }>, from: number): number => {
  let y = from;
  for (const fact of facts) y = writeFact(writing.pen, fact, placeFor(writing, y, measureFact(writing.pen, fact[1])));
  return y + GAP;
};

/** Rows that widths of columns are measured by. */
const SAMPLES = 200;

const drawTable = (writing: Writing, { columns, rows }: Extract<Block, { kind: 'table' }>, from: number): number => {
  const { pen, pages } = writing;
  const grid = makeGrid(pen, columns, { left: PAGE.margin, width: INNER_WIDTH, samples: rows.slice(0, SAMPLES) });
  const headHeight = grid.measureHeight(countLines(grid.head));
  const y = placeFor(writing, from, headHeight + KEPT_WITH);
  // The head stands in the middle of a page here: a first row without room goes overleaf, with the head again.
  let place = { y: y + headHeight, top: Number.NaN };
  const drawing = { pen, pages, heads: [grid] };
  pen.tags.within('Table', () => {
    grid.drawHead(y);
    for (const row of rows)
      place = drawRow({ grid, lines: grid.wrapLines(row), name: toRowName(columns, row) }, place, drawing);
  });
  return place.y + GAP;
};

const drawBlock = (writing: Writing, block: Block, from: number): number => {
  switch (block.kind) {
    case 'heading':
      return drawHeading(writing, block, from);
    case 'contents':
      return drawContents(writing, from);
    case 'paragraph':
      return drawParagraph(writing, block.text, from);
    case 'facts':
      return drawFacts(writing, block, from);
    case 'table':
      return drawTable(writing, block, from);
  }
};

const isFirstHeading = (block: Block): block is Heading => block.kind === 'heading' && block.level === 1;

/** @param found takes the pages of the headings. */
async function* writeDocument(report: PagedReport, contents: Contents, found: Contents): AsyncGenerator<Buffer> {
  const document = openDocument(report, { subset: 'PDF/A-2b', tagged: true });
  const pen = makePen(document, makeTags(document));
  const writing: Writing = { pen, pages: makePages(pen, report), contents, found };
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

/** The pages of the headings are known when the report was written once; contents take the same room whatever they are. */
async function* writeChunks(report: PagedReport): AsyncGenerator<Buffer> {
  const pages: Contents = [];
  if (report.blocks.some(({ kind }) => kind === 'contents')) {
    const unknown = report.blocks.filter(isFirstHeading).map(({ text }) => ({ text, page: 0 }));
    for await (const _written of writeDocument(report, unknown, pages));
  }
  yield* writeDocument(report, pages, []);
}

/** The report as a PDF/A-2b with tags, to be archived and read by machines too: A4, lying, with its facts on the first page, a running head and "page x of y". */
export const writeReportPdf = (report: PagedReport): Readable =>
  Readable.from(writeChunks(report), { objectMode: false });
