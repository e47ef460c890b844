import type { Box } from '../page.ts';
import type { CleanPage } from './clean-page.ts';
import { framedLine } from './framed-line.ts';
import { agree, fuller, hasFigures, isShort, type Reading, settle, surenessOf, surest } from './reading.ts';
import type { RecognizedWord, Recognizer } from './recognizer.ts';
import type { TextRun } from './text-run.ts';

/** A run is read again where less of it than this is covered by words, or where its words are less sure than this. */
const COVERED = 0.7;
const SURE = 0.75;
const LEAST_SURE = 0.3;
/** A word of the first look that stands on no run of letters is a speck or a drawing unless it is this sure. */
const SURE_ALONE = 0.7;
/** Most runs read again; the rest keep what the first look gave. Running text longer than this has no cells to save. */
const MOST_RUNS = 240;
const LONGEST = 25;
/** Height of capitals in a line that is read again, and the margin around it, in pixels: two looks that err differently. */
const SECOND = { tall: 30, margin: 20 };
const THIRD = { tall: 24, margin: 14 };

type Look = { run: TextRun; words: Reading; coverage: number; confidence: number };
type Scale = { tall: number; margin: number };

/** Reads cells again as single lines: those without words, then those that the first look was least sure of, and numbers. */
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
  const read = (run: TextRun, scale: Scale): Promise<Reading> => readRun(page, run, { recognizer, scale });
  const found = await Promise.all(doubtful.map((look) => lookAgain(look, read)));
  const replaced = new Set(doubtful.filter((_look, index) => found[index] !== null).flatMap((look) => look.words));
  const kept = words.filter((word) => !replaced.has(word) && isLikely(word, page.runs));
  const fresh = found.flatMap((own) => own ?? []).filter((word) => !kept.some((other) => isSamePlace(word, other)));
  return [...kept, ...fresh];
}

function isDoubtful({ run, words, coverage, confidence }: Look): boolean {
  if (coverage < COVERED) return true;
  return (confidence < SURE || hasFigures(words)) && run.x1 - run.x0 < LONGEST * run.size;
}

function weight({ coverage, confidence }: Look): number {
  return coverage < COVERED ? coverage - 1 : confidence;
}

function lookAt(run: TextRun, words: readonly RecognizedWord[]): Look {
  const near = words.filter((word) => heightShared(word, run) > 0.3 * Math.min(word.y1 - word.y0, run.y1 - run.y0));
  const covered = near.reduce((sum, word) => sum + Math.max(0, widthShared(word, run)), 0);
  const own = near.filter((word) => widthShared(word, run) > 0.5 * (word.x1 - word.x0));
  own.sort((one, other) => one.x0 - other.x0);
  const confidence = own.length === 0 ? 1 : surenessOf(own);
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
async function lookAgain(look: Look, read: (run: TextRun, scale: Scale) => Promise<Reading>): Promise<Reading | null> {
  const { run, words: first } = look;
  if (run.dash) return first.length > 0 ? null : [dashWord(run)];
  const second = await read(run, SECOND);
  const isNumber = hasFigures(first) || hasFigures(second);
  if (!isNumber) return betterText(look, second);
  if (look.coverage >= COVERED && agree(first, second)) return surest([first, second]);
  const whole = look.coverage >= COVERED ? fuller(first, second) : null;
  if (whole) return whole;
  const third = await read(run, THIRD);
  const readings = [first, second, third].filter((one) => one.length > 0);
  return readings.length === 0 ? null : settle(readings);
}

function betterText(look: Look, second: Reading): Reading | null {
  if (second.length === 0) return null;
  if (look.words.length === 0 || look.coverage < COVERED) return second;
  return surenessOf(second) > look.confidence && !isShort(second, look.words) ? second : null;
}

type Reader = { recognizer: Recognizer; scale: Scale };

async function readRun({ picture }: CleanPage, run: TextRun, { recognizer, scale }: Reader): Promise<Reading> {
  const { line, toPage } = framedLine(picture, run, scale);
  const words = await recognizer.recognize(line, 'line');
  return words
    .filter((word) => word.confidence >= LEAST_SURE)
    .map((word) => ({ ...toPage(word), letters: word.letters.map(toPage) }));
}

function dashWord({ x0, y0, x1, y1 }: TextRun): RecognizedWord {
  return { x0, y0, x1, y1, text: '-', confidence: SURE, letters: [{ x0, y0, x1, y1, text: '-' }] };
}
