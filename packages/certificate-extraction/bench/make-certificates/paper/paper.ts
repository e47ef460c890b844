import PDFDocument from 'pdfkit';
import { type Face, type Family, fontSource } from './font.ts';

/** A document being written: points from the top left, `y` is where the next part begins. */
export type Paper = {
  document: PDFKit.PDFDocument;
  family: Family;
  left: number;
  right: number;
  top: number;
  bottom: number;
  y: number;
  /** Draws what stands on top of every page after the first one and leaves `y` below it. */
  runningHead: ((paper: Paper) => void) | null;
};

export type TextLook = {
  size?: number;
  face?: Face;
  family?: Family;
  color?: string;
  align?: 'left' | 'center' | 'right';
  gap?: number;
};

export type PaperSetting = {
  family: Family;
  size?: 'A4' | 'LETTER';
  landscape?: boolean;
  margin?: number;
  foot?: number;
};

/** Opens a document with its first page; `foot` is the height kept free at the bottom. */
export function openPaper({ family, size = 'A4', landscape = false, margin = 50, foot = 60 }: PaperSetting): Paper {
  const document = new PDFDocument({
    size,
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    // A fixed date, since the file identifier is made of it.
    info: {
      Title: 'Certificate',
      Producer: 'LIMS print service',
      Creator: 'LIMS',
      CreationDate: new Date(Date.UTC(2025, 0, 1)),
    },
  });
  const { width, height } = document.page;
  return {
    document,
    family,
    left: margin,
    right: width - margin,
    top: margin,
    bottom: height - foot,
    y: margin,
    runningHead: null,
  };
}

/** Begins a page with its running head. */
export function turnPage(paper: Paper): void {
  paper.document.addPage();
  paper.y = paper.top;
  paper.runningHead?.(paper);
}

/** Turns the page where less than `height` is left. */
export function reserve(paper: Paper, height: number): void {
  if (paper.y + height > paper.bottom) turnPage(paper);
}

export type Place = { x: number; y: number; width: number };

/** Writes text that wraps within `place.width`; answers its height. */
export function write(paper: Paper, text: string, { x, y, width, ...look }: Place & TextLook): number {
  const { document } = paper;
  const height = measure(paper, text, { width, ...look });
  document
    .fillColor(look.color ?? '#111111')
    .text(text, x, y, { width, align: look.align ?? 'left', lineGap: look.gap ?? 0 });
  return height;
}

/** The height of text that wraps within `width`; also chooses its font. */
export function measure(paper: Paper, text: string, { width, ...look }: { width: number } & TextLook): number {
  chooseFont(paper, text, look);
  return paper.document.heightOfString(text === '' ? ' ' : text, { width, lineGap: look.gap ?? 0 });
}

/** The width of text on one line. */
export function measureWidth(paper: Paper, text: string, look: TextLook = {}): number {
  chooseFont(paper, text, look);
  return paper.document.widthOfString(text);
}

function chooseFont(paper: Paper, text: string, look: TextLook): void {
  const source = fontSource(look.family ?? paper.family, look.face ?? 'regular');
  if (!source.symbols && /[^\p{ASCII}\u00a0-\u00ff–—’“”‘…•€™]/u.test(text))
    throw new RangeError(`no letters for "${text}" in ${source.name}`);
  paper.document.font(source.name).fontSize(look.size ?? 9);
}

/** Writes a paragraph at the cursor over the whole width and moves the cursor below it. */
export function paragraph(paper: Paper, text: string, look: TextLook & { after?: number } = {}): void {
  const width = paper.right - paper.left;
  reserve(paper, measure(paper, text, { width, ...look }));
  paper.y += write(paper, text, { x: paper.left, y: paper.y, width, ...look }) + (look.after ?? 4);
}

/** Draws a straight line. */
export function rule(
  paper: Paper,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  look: { width?: number; color?: string } = {},
): void {
  paper.document
    .lineWidth(look.width ?? 0.6)
    .strokeColor(look.color ?? '#333333')
    .moveTo(x0, y0)
    .lineTo(x1, y1)
    .stroke();
}

/** Calls `draw` for each page, counted from 1, once all are written. */
export function onEachPage(paper: Paper, draw: (page: number, pages: number) => void): void {
  const { start, count } = paper.document.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    paper.document.switchToPage(start + index);
    draw(index + 1, count);
  }
}

/** Ends the document; answers its bytes. */
export async function closePaper({ document }: Paper): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
