import type { Box, Page, Word } from '../page.ts';
import { type CleanPage, cleanPage } from './clean/clean-page.ts';
import { findBands } from './look/band.ts';
import type { RecognizedWord, Recognizer } from './look/recognizer.ts';
import { readAgain } from './look/second-look.ts';
import type { Gray } from './pixel/gray.ts';
import { chain, scaling } from './pixel/mapping.ts';
import { withAccents } from './repair/accent.ts';
import { withoutDecoration } from './repair/decoration.ts';
import { outvoteDigits } from './repair/digit-vote.ts';
import { evenBoxes } from './repair/even-box.ts';
import { indexInk, repairWord } from './repair/repair-word.ts';

const SIGN = 0.85;

/** A picture of a page; `dpi` null where it is not known. */
export type Scan = { number: number; picture: Gray; dpi: number | null };

/** Reads a scanned or photographed page: upright, in points, each word with the confidence of the recognition. */
export async function readScan({ number, picture, dpi }: Scan, recognizer: Recognizer): Promise<Page> {
  const page = cleanPage(picture, dpi);
  const first = await readBands(page, recognizer);
  const words = withoutDecoration(finish(page, await readAgain(page, first, recognizer)));
  const points = 72 / page.dpi;
  return {
    number,
    width: page.picture.width * points,
    height: page.picture.height * points,
    words: words.map((word) => wordInPoints(word, points)),
    rulings: page.rulings.map((ruling) => inPoints(ruling, points)),
    origin: 'ocr',
    warnings: [],
    inFile: chain(scaling(1 / points), page.from, scaling(1 / picture.width, 1 / picture.height)),
  };
}

async function readBands({ picture, runs }: CleanPage, recognizer: Recognizer): Promise<RecognizedWord[]> {
  if (runs.length === 0) return [];
  const bands = findBands(picture, runs, recognizer.size);
  const read = bands.map(async ({ picture: part, top }) => {
    const words = await recognizer.recognize(part, 'page');
    const lower = <T extends Box>(box: T): T => ({ ...box, y0: box.y0 + top, y1: box.y1 + top });
    return words.map((word) => ({ ...lower(word), letters: word.letters.map(lower) }));
  });
  return (await Promise.all(read)).flat();
}

/** Mends words by their ink and by each other and adds the signs that were taken out before. */
function finish({ picture, components, signs }: CleanPage, words: readonly RecognizedWord[]): RecognizedWord[] {
  const inkAt = indexInk(components);
  const added = signs.map((sign) => ({ ...sign, confidence: SIGN, letters: [] }));
  const repaired = words.map((word) => repairWord(withAccents(word, picture, inkAt), inkAt));
  return evenBoxes([...outvoteDigits(repaired, picture, inkAt), ...added]);
}

function wordInPoints({ text, confidence, ...box }: RecognizedWord, points: number): Word {
  const { x0, y0, x1, y1 } = inPoints(box, points);
  return { text, x0, y0, x1, y1, confidence, bold: false };
}

function inPoints<T extends Box>(box: T, points: number): T {
  return { ...box, x0: box.x0 * points, y0: box.y0 * points, x1: box.x1 * points, y1: box.y1 * points };
}
