import type { Box } from '../page.ts';
import type { CleanPage } from './clean-page.ts';
import { crop, type Gray } from './gray.ts';
import type { RecognizedWord, Recognizer } from './recognizer.ts';
import { straighten } from './resample.ts';
import type { TextRun } from './text-run.ts';

/** A run is read again where less of it than this is covered by words, or where its words are less sure than this. */
const COVERED = 0.7;
const SURE = 0.75;
const LEAST_SURE = 0.3;
/** A word of the first look that stands on no run of letters is a speck or a drawing unless it is this sure. */
const SURE_ALONE = 0.7;
/** Most runs read again; the rest keep what the first look gave. Running text longer than this has no cells to save. */
const MOST_RUNS = 120;
const LONGEST = 25;
/** Height of capitals in a line that is read again, and the margin around it, in pixels. */
const TALL = 40;
const MARGIN = 26;

type Look = { run: TextRun; words: readonly RecognizedWord[]; coverage: number; confidence: number };

/** Reads cells again as single lines, enlarged: those without words, then those that the first look was least sure of. */
export async function readAgain(
  page: CleanPage,
  words: readonly RecognizedWord[],
  recognizer: Recognizer,
): Promise<RecognizedWord[]> {
  const looks = page.runs.map((run) => lookAt(run, words));
  const doubtful = looks
    .filter(isDoubtful)
    .sort((one, other) => weight(one) - weight(other))
    .slice(0, MOST_RUNS);
  const found = await Promise.all(doubtful.map((look) => readRun(page.picture, look, recognizer)));
  const replaced = new Set(doubtful.filter((_look, index) => found[index] !== null).flatMap((look) => look.words));
  const kept = words.filter((word) => !replaced.has(word) && isLikely(word, page.runs));
  const fresh = found.flatMap((own) => own ?? []).filter((word) => !kept.some((other) => isSamePlace(word, other)));
  return [...kept, ...fresh];
}

function isDoubtful({ run, coverage, confidence }: Look): boolean {
  if (coverage < COVERED) return true;
  return confidence < SURE && run.x1 - run.x0 < LONGEST * run.size;
}

function weight({ coverage, confidence }: Look): number {
  return coverage < COVERED ? coverage - 1 : confidence;
}

function lookAt(run: TextRun, words: readonly RecognizedWord[]): Look {
  const near = words.filter((word) => heightShared(word, run) > 0.3 * Math.min(word.y1 - word.y0, run.y1 - run.y0));
  const covered = near.reduce((sum, word) => sum + Math.max(0, widthShared(word, run)), 0);
  const own = near.filter((word) => widthShared(word, run) > 0.5 * (word.x1 - word.x0));
  const confidence = Math.min(1, ...own.map((word) => word.confidence));
  return { run, words: own, coverage: covered / (run.x1 - run.x0), confidence };
}

function widthShared(one: Box, other: Box): number {
  return Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
}

function heightShared(one: Box, other: Box): number {
  return Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
}

function isSamePlace(one: Box, other: Box): boolean {
  const isLevel = heightShared(one, other) > 0.4 * Math.min(one.y1 - one.y0, other.y1 - other.y0);
  return isLevel && widthShared(one, other) > 0.3 * Math.min(one.x1 - one.x0, other.x1 - other.x0);
}

function isLikely(word: RecognizedWord, runs: readonly TextRun[]): boolean {
  if (word.confidence >= SURE_ALONE) return true;
  if (word.confidence < LEAST_SURE) return false;
  return runs.some((run) => widthShared(word, run) > 0 && heightShared(word, run) > 0.3 * run.size);
}

/** The words of a run read as a single line; null where the first look was better. */
async function readRun(picture: Gray, look: Look, recognizer: Recognizer): Promise<RecognizedWord[] | null> {
  const { run } = look;
  if (run.dash) return look.words.length > 0 ? null : [dashWord(run)];
  const factor = Math.min(3, Math.max(0.5, TALL / run.size));
  const { line, x, y } = lineOf(picture, run, factor);
  const read = await recognizer.recognize(line, 'line');
  const onPage = <T extends Box>(box: T): T => ({
    ...box,
    x0: box.x0 / factor + x,
    x1: box.x1 / factor + x,
    y0: box.y0 / factor + y,
    y1: box.y1 / factor + y,
  });
  const words = read
    .filter((word) => word.confidence >= LEAST_SURE)
    .map((word) => ({ ...onPage(word), letters: word.letters.map(onPage) }));
  if (words.length === 0) return null;
  const confidence = Math.min(...words.map((word) => word.confidence));
  return look.words.length === 0 || look.coverage < COVERED || confidence > look.confidence ? words : null;
}

function dashWord({ x0, y0, x1, y1 }: TextRun): RecognizedWord {
  return { x0, y0, x1, y1, text: '-', confidence: SURE, letters: [{ x0, y0, x1, y1, text: '-' }] };
}

/** The run alone on white paper, enlarged; `x`, `y` is the corner of that paper on the page. */
function lineOf(picture: Gray, run: TextRun, factor: number): { line: Gray; x: number; y: number } {
  const seam = 2;
  const margin = Math.ceil(MARGIN / factor);
  const box = { x0: run.x0 - seam, y0: run.y0 - seam, x1: run.x1 + seam, y1: run.y1 + seam };
  const piece = crop(picture, box);
  const width = piece.width + 2 * margin;
  const height = piece.height + 2 * margin;
  const line = { width, height, data: new Uint8Array(width * height).fill(255) };
  for (let row = 0; row < piece.height; row++) {
    const from = row * piece.width;
    line.data.set(piece.data.subarray(from, from + piece.width), (row + margin) * width + margin);
  }
  return { line: straighten(line, 0, factor), x: box.x0 - margin, y: box.y0 - margin };
}
