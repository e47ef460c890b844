import type { Box } from '../../page.ts';
import type { CleanPage } from '../clean/clean-page.ts';
import type { TextRun } from '../clean/text-run.ts';
import { framedLine } from './framed-line.ts';
import { agree, computeConfidence, fuller, hasFigures, type Reading, settle, surest } from './reading.ts';
import type { RecognizedWord, Recognizer } from './recognizer.ts';

/** A run is read again where less of it than this is covered by words, or where its words are less sure than this. */
const COVERED = 0.7;
const SURE = 0.75;
const LEAST_SURE = 0.3;
/** A word this unsure counts only beside surer ones of its line. */
const FAINTEST = 0.1;
/** Two looks that agree settle a number if they are at least this sure. */
const LEAST_AGREED = 0.5;
/** Readings of a number that were settled no surer than this get one look more. */
const DOUBTFUL = 0.75;
/** A word of the first look that stands on no run of letters is a speck or a drawing unless it is this sure. */
const SURE_ALONE = 0.7;
/** Most runs read again; the rest keep what the first look gave. Running text longer than this has no cells to save. */
const MOST_RUNS = 240;
const LONGEST = 25;
/** Height of capitals in a line that is read again, and the margin around it, in pixels: looks that err differently. */
const SECOND = { tall: 36, margin: 20 };
const THIRD = { tall: 24, margin: 14 };
const FOURTH = { tall: 48, margin: 26 };

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
  const read: Read = (run, scale) => readRun(page, run, { recognizer, scale });
  const found = await Promise.all(doubtful.map((look) => lookAgain(look, read)));
  const replaced = new Set(doubtful.filter((_look, index) => found[index] !== null).flatMap((look) => look.words));
  const kept = words.filter((word) => !replaced.has(word) && isLikely(word, page.runs));
  const fresh = doubtful.map((look, index) => inDoubt(look.run, findBeside(kept, found[index] ?? [], look.words)));
  return [...kept, ...surestAtPlace(fresh)];
}

/** A new reading where it stands clear of the words that are kept, else what the first look read there. */
function findBeside(kept: readonly RecognizedWord[], fresh: Reading, first: Reading): Reading {
  const isClear = (word: RecognizedWord): boolean => !kept.some((other) => isSamePlace(word, other));
  if (fresh.length === 0 || fresh.every(isClear)) return fresh;
  return first.length > 0 ? first.filter(isClear) : fresh.filter(isClear);
}

/** Words that leave much of their run unread are in doubt: the rest of a name or number is missing. */
function inDoubt(run: TextRun, words: Reading): Reading {
  if (measureCoverage(run, words) >= COVERED) return words;
  return words.map((word) => ({ ...word, confidence: Math.min(word.confidence, DOUBTFUL) }));
}

function measureCoverage(run: TextRun, words: Reading): number {
  return words.reduce((sum, word) => sum + Math.max(0, widthShared(word, run)), 0) / (run.x1 - run.x0);
}

/** The words of all readings; of words that two of them have at one place the surest. */
function surestAtPlace(readings: readonly Reading[]): RecognizedWord[] {
  const placed = readings.flatMap((words, from) => words.map((word) => ({ word, from })));
  const isOutdone = (word: RecognizedWord, from: number): boolean =>
    placed.some(({ word: other, from: index }) => {
      if (index === from || !isSamePlace(word, other)) return false;
      return other.confidence > word.confidence || (other.confidence === word.confidence && index < from);
    });
  return placed.filter(({ word, from }) => !isOutdone(word, from)).map(({ word }) => word);
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
  const likely = near.filter((word) => word.confidence >= LEAST_SURE);
  const own = near.filter((word) => widthShared(word, run) > 0.5 * (word.x1 - word.x0));
  own.sort((one, other) => one.x0 - other.x0);
  const confidence = own.length === 0 ? 1 : computeConfidence(own);
  return { run, words: own, coverage: measureCoverage(run, likely), confidence };
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

type Read = (run: TextRun, scale: Scale) => Promise<Reading>;

/** The words of a run read as a single line; null where the first look was better. */
async function lookAgain(look: Look, read: Read): Promise<Reading | null> {
  const { run, words: first } = look;
  if (run.dash) return first.length > 0 ? null : [dashWord(run)];
  const second = await read(run, SECOND);
  if (!hasFigures(first) && !hasFigures(second)) return readText(look, second, read);
  const isCovered = look.coverage >= COVERED;
  const sure = isCovered && agree(first, second) ? surest([first, second]) : isCovered ? fuller(first, second) : null;
  if (sure && computeConfidence(sure) >= LEAST_AGREED) return sure;
  const three = [first, second, await read(run, THIRD)].filter((one) => one.length > 0);
  const settled = three.length === 0 ? [] : settle(three);
  if (computeConfidence(settled) > DOUBTFUL) return settled;
  const all = [...three, await read(run, FOURTH)].filter((one) => one.length > 0);
  return all.length === 0 ? null : settle(all);
}

/** The surest of two looks at words, of three where these are not sure. */
async function readText({ run, words: first, coverage }: Look, second: Reading, read: Read): Promise<Reading> {
  const two = [coverage < COVERED ? [] : first, second].filter((one) => one.length > 0);
  if (two.length > 0 && computeConfidence(surest(two)) >= SURE) return surest(two);
  const all = [...two, await read(run, FOURTH)].filter((one) => one.length > 0);
  return all.length > 0 ? surest(all) : first.filter((word) => word.confidence >= LEAST_SURE);
}

type Reader = { recognizer: Recognizer; scale: Scale };

async function readRun({ picture }: CleanPage, run: TextRun, { recognizer, scale }: Reader): Promise<Reading> {
  const { line, toPage } = framedLine(picture, run, scale);
  const words = await recognizer.recognize(line, 'line');
  if (!words.some((word) => word.confidence >= LEAST_SURE)) return [];
  return words
    .filter((word) => word.confidence >= FAINTEST)
    .map((word) => ({ ...toPage(word), letters: word.letters.map(toPage) }));
}

function dashWord({ x0, y0, x1, y1 }: TextRun): RecognizedWord {
  return { x0, y0, x1, y1, text: '-', confidence: SURE, letters: [{ x0, y0, x1, y1, text: '-' }] };
}
