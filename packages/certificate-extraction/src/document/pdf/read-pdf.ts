import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Recognizer } from '../../ocr/look/recognizer.ts';
import { chain, scaling, turnedFrom } from '../../ocr/pixel/mapping.ts';
import { readScan } from '../../ocr/read-scan.ts';
import type { Page } from '../../page.ts';
import { unreadableForm } from '../document-error.ts';
import type { Opened } from '../opened.ts';
import { disagreements, misnamed, overpainted } from './disagreement.ts';
import { type SortedGlyphs, sortGlyphs } from './glyph/seen-glyph.ts';
import { mainQuarter, type Quarter, turnBack, turnedSize, uprightWords } from './glyph/upright.ts';
import { evaluateLayer } from './layer-quality.ts';
import { fromPdf, withPdf } from './open-pdf.ts';
import { renderPage } from './render-page.ts';
import { tracePage } from './trace/trace-page.ts';
import { findRulings } from './trace/trace-ruling.ts';
import type { LayerTest, PageTrace } from './trace/tracing.ts';

const SAME = 2;

/**
 * Reads the pages of a PDF: from the text layer where it can be trusted, else from the picture by recognition. `opened` hears
 * how many they are, before they are read.
 */
export function makePdfReader(recognizer: Recognizer): (bytes: Uint8Array, opened?: Opened) => Promise<Page[]> {
  return (bytes, opened) =>
    withPdf(bytes, (pdf) => {
      opened?.(pdf.numPages);
      return readPages(pdf, recognizer);
    });
}

async function readPages(pdf: PDFDocumentProxy, recognizer: Recognizer): Promise<Page[]> {
  const layers = await fromPdf(() => pdf.getOptionalContentConfig());
  const pages: Page[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await fromPdf(() => pdf.getPage(number));
    pages.push(await readPage(page, (properties) => layers.isVisible(properties as never), recognizer));
    page.cleanup();
  }
  const { info } = await fromPdf(() => pdf.getMetadata());
  if ('IsXFAPresent' in info && info.IsXFAPresent && pages.every(isPlaceholder)) throw unreadableForm();
  return pages;
}

// What a form of Adobe LiveCycle shows where its data is not drawn; the sentences come in the language of the form.
function isPlaceholder({ words }: Page): boolean {
  const text = words.map((word) => word.text).join(' ');
  return text === '' || /\badobe (?:acrobat )?reader\b|^please wait/i.test(text);
}

async function readPage(source: PDFPageProxy, isShown: LayerTest, recognizer: Recognizer): Promise<Page> {
  const trace = await fromPdf(() => tracePage(source, isShown));
  const glyphs = sortGlyphs(trace);
  const page = textPage(source.pageNumber, trace, glyphs);
  const lies = misnamed(glyphs.seen);
  const quality = lies.length > 0 ? 'garbled' : evaluateLayer(page.words, trace);
  if (quality === 'good' || quality === 'blank') return page;
  const { picture, dpi } = await fromPdf(() => renderPage(source));
  const scan = await readScan({ number: source.pageNumber, picture, dpi }, recognizer);
  const isHidden = quality === 'missing' && isSameSize(scan, page);
  const hidden = isHidden ? disagreements(readWords(glyphs.unseen, trace), scan.words) : [];
  return { ...scan, warnings: [...lies, ...hidden] };
}

/** A picture that was cropped or straightened no longer lies where the text layer does. */
function isSameSize(one: Page, other: Page): boolean {
  return Math.abs(one.width - other.width) < SAME && Math.abs(one.height - other.height) < SAME;
}

function readWords(glyphs: SortedGlyphs['seen'], trace: PageTrace) {
  return uprightWords(glyphs, mainQuarter(glyphs), trace).words;
}

function textPage(number: number, trace: PageTrace, { seen, covered }: SortedGlyphs): Page {
  const quarter = mainQuarter(seen);
  const { words, turned } = uprightWords(seen, quarter, trace);
  const rulings = findRulings(trace).map((ruling) => turnBack(ruling, quarter, trace));
  const { width, height } = turnedSize(trace, quarter);
  const warnings = overpainted(uprightWords(covered, quarter, trace).words, words);
  const page: Page = { number, width, height, words, turned, rulings, origin: 'text', warnings };
  if (quarter === 0) return page;
  const back = turnedFrom(((4 - quarter) % 4) as Quarter, trace);
  return { ...page, inFile: chain(back, scaling(1 / trace.width, 1 / trace.height)) };
}
