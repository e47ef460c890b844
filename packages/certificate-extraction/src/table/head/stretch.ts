import { isLimit, toKind } from '../cell/cell-kind.ts';
import { type Line, readLines, type Segment, toSegment } from '../segment/segment.ts';
import { isOverFindings, isOverNames } from './support.ts';
import { type HeadWord, isHeadFiller, type Role, readHeadWord } from './word.ts';

/** What heads of limits speak of. */
export const LIMITING: readonly Role[] = ['specification', 'minimum', 'maximum'];

const CORE: readonly Role[] = [
  'parameter',
  'specification',
  'minimum',
  'maximum',
  'result',
  'status',
  'unit',
  'method',
  'detection',
  'control',
];
const MOST_WORDS = 7;

/** A segment with what its words say at the head of a column; `filler`: they say nothing by themselves. */
export type Evaluated = { segment: Segment; word: HeadWord | undefined; filler: boolean };

// A page asks for the same segment many times, once for each head that it could belong to.
const known = new WeakMap<Segment, Evaluated>();

/** Reads a segment as a head. */
export const evaluateSegment = (segment: Segment): Evaluated => {
  const before = known.get(segment);
  if (before) return before;
  const isShort = segment.words.length <= MOST_WORDS;
  const word = isShort ? readHeadWord(segment.text) : undefined;
  const evaluated = { segment, word, filler: isShort && isHeadFiller(segment.text) };
  known.set(segment, evaluated);
  return evaluated;
};

/** Head words may end in a colon where all of a line do; "Test: …" with something behind it is a form. */
const evaluateLine = ({ segments }: Line): Evaluated[] => {
  const isLabelled = segments.length >= 2 && segments.every(({ text }) => text.endsWith(':'));
  return segments.map((segment) =>
    isLabelled
      ? { ...evaluateSegment(segment), word: readHeadWord(segment.text.slice(0, -1)) }
      : evaluateSegment(segment),
  );
};

export const isStrict = ({ word }: Evaluated): boolean => word?.strict === true;

const HEADED: readonly Role[] = ['result', 'specification', 'status', 'minimum', 'maximum'];

const isHeaded = ({ word }: Evaluated): boolean => word?.strict === true && HEADED.includes(word.role);

/** True for a word that only stands at the head of what was found, demanded or judged. */
export const isValueHead = (evaluated: Evaluated): boolean => isHeaded(evaluated) && evaluated.word?.weak === false;

const ONE_COLUMN = /\b(?:values?|levels?|ranges?|pass|fail|conc)\b/i;
const MOST_MERGED = 4;

const partHead = (segment: Segment): Segment[] => {
  const { words, text } = segment;
  const isTwice = words.length === 2 && words[0]?.text === words[1]?.text;
  const isOne = (isStrict(evaluateSegment(segment)) && !isTwice) || ONE_COLUMN.test(text);
  if (isOne || words.length < 2 || words.length > MOST_MERGED) return [segment];
  for (let cut = 1; cut < words.length; cut += 1) {
    const [left, right] = [toSegment(words.slice(0, cut)), toSegment(words.slice(cut))];
    const [first, second] = [evaluateSegment(left), evaluateSegment(right)];
    const isRepeated = left.text === right.text && first.word !== undefined && LIMITING.includes(first.word.role);
    if (isHeaded(first) && isHeaded(second) && (isRepeated || first.word?.role !== second.word?.role))
      return [left, right];
  }
  return [segment];
};

/** The segments, those parted in which two heads of different kinds stand so close that they seem one ("Limit Findings"). */
export const partHeads = (segments: readonly Segment[]): Segment[] =>
  readLines(segments).flatMap((line) => {
    const parts = line.segments.map(partHead);
    return line.segments.some(isHeadSegment) || parts.every(({ length }) => length > 1) ? parts.flat() : line.segments;
  });

const isHeadSegment = (segment: Segment): boolean => isStrict(evaluateSegment(segment));

const isShort = ({ segment }: Evaluated): boolean => segment.words.length <= 3;

/** A batch number and the like at the head of a column of its results. */
export const CODE = /^(?=(?:\D*\d){2})[\p{Lu}\p{N}][\p{L}\p{N}/._#-]*(?: [\p{L}\p{N}/._#-]+)?$/u;

/** A batch named at the head of a column. */
export const BATCH = /^(?:batch|lot|charge|sample)\b.*\d/i;

const areBatches = (cells: readonly Evaluated[]): boolean =>
  cells.every(({ segment }) => CODE.test(segment.text) || BATCH.test(segment.text)) &&
  (cells.length >= 2 || cells.some(({ segment }) => BATCH.test(segment.text)));

/**
 * `open`: no stranger stands right behind the stretch. `supported`: what else stands on its line stands over findings, as
 * heads do.
 */
export type Stretch = { cells: Evaluated[]; open: boolean; supported?: boolean };

const NEAR_STRANGER = 30;

/** Ends a stretch with the strangers behind it: batches belong to it, other words stand near or far. */
const settle = (last: Stretch | undefined, strangers: readonly Evaluated[], size: number): void => {
  const [first] = strangers;
  if (!last || !first) return;
  if (areBatches(strangers)) last.cells.push(...strangers);
  else last.open = first.segment.x0 - (last.cells.at(-1)?.segment.x1 ?? 0) > NEAR_STRANGER * size;
};

/** The stretches of a line that could be heads: known words with at most one short stranger between two of them. */
export const findStretches = (line: Line): Stretch[] => {
  const stretches: Stretch[] = [];
  let strangers: Evaluated[] = [];
  for (const evaluated of evaluateLine(line)) {
    if (!isStrict(evaluated)) {
      strangers.push(evaluated);
      continue;
    }
    const last = stretches.at(-1);
    if (last && strangers.length <= 1 && strangers.every(isShort)) last.cells.push(...strangers, evaluated);
    else {
      settle(last, strangers, line.size);
      stretches.push({ cells: [evaluated], open: true });
    }
    strangers = [];
  }
  settle(stretches.at(-1), strangers, line.size);
  return stretches;
};

// A row has findings below its own.
const isHead = (segment: Segment, lines: readonly Line[]): boolean =>
  toKind(segment.text) === 'text' && !isLimit(segment.text) && isOverFindings(segment, lines);

/** The stretch with what the lines below say of the strangers on its line. */
export const withSupport = (stretch: Stretch, line: Line, lines: readonly Line[]): Stretch => {
  const left = stretch.cells[0]?.segment.x0 ?? 0;
  const others = line.segments.filter((segment) => segment.x0 > left && !isStrict(evaluateSegment(segment)));
  return { ...stretch, supported: others.length > 0 && others.every((segment) => isHead(segment, lines)) };
};

const MOST_NAME_WORDS = 5;

/** The stretch with the first word of its line, where that stands over names and several heads of values follow. */
export const withNames = (stretch: Stretch, line: Line, lines: readonly Line[]): Stretch => {
  const [first] = line.segments;
  if (!first || stretch.cells.some(({ segment }) => segment === first)) return stretch;
  const isHead = stretch.open && stretch.cells.filter(isValueHead).length >= 2;
  if (!isHead || first.words.length > MOST_NAME_WORDS || !isOverNames(first, lines)) return stretch;
  const named: Evaluated = { segment: first, word: { role: 'parameter', strict: true, weak: false }, filler: false };
  return { ...stretch, cells: [named, ...stretch.cells] };
};

/** True where a stretch alone shows a head: columns of two kinds, named by more than common words. */
export const isCore = ({ cells, open, supported }: Stretch): boolean => {
  const strict = cells.filter(isStrict);
  const core = strict.filter(({ word }) => word && CORE.includes(word.role));
  const roles = new Set(core.map(({ word }) => word?.role));
  if (roles.size < 2) return false;
  const isNamed = roles.has('parameter') || roles.has('result');
  if (!isNamed && cells.some((cell) => !isStrict(cell) && toKind(cell.segment.text) === 'number')) return false;
  const others = cells.filter((cell) => !isStrict(cell));
  const hasBatches = areBatches(others) && others.every(({ segment }) => toKind(segment.text) === 'text');
  if ((supported || hasBatches) && roles.has('parameter')) return true;
  if (core.some(({ word }) => word && !word.weak && word.role !== 'parameter')) return true;
  if (!open || strict.length < cells.length) return false;
  return cells.length >= 3 || core.some(({ word }) => word?.weak === false);
};
