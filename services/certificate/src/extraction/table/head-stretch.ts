import { type HeadWord, isHeadFiller, type Role, readHeadWord } from './head-word.ts';
import type { Line, Segment } from './segment.ts';

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
export type Judged = { segment: Segment; word: HeadWord | undefined; filler: boolean };

// A page asks for the same segment many times, once for each head that it could belong to.
const known = new WeakMap<Segment, Judged>();

/** Reads a segment as a head. */
export const judge = (segment: Segment): Judged => {
  const before = known.get(segment);
  if (before) return before;
  const isShort = segment.words.length <= MOST_WORDS;
  const word = isShort ? readHeadWord(segment.text) : undefined;
  const judged = { segment, word, filler: isShort && isHeadFiller(segment.text) };
  known.set(segment, judged);
  return judged;
};

/** Head words may end in a colon where all of a line do; "Test: …" with something behind it is a form. */
const judgeLine = ({ segments }: Line): Judged[] => {
  const isLabelled = segments.length >= 2 && segments.every(({ text }) => text.endsWith(':'));
  return segments.map((segment) =>
    isLabelled ? { ...judge(segment), word: readHeadWord(segment.text.slice(0, -1)) } : judge(segment),
  );
};

export const isStrict = ({ word }: Judged): boolean => word?.strict === true;
const isShort = ({ segment }: Judged): boolean => segment.words.length <= 3;

/** A batch number and the like at the head of a column of its results. */
export const CODE = /^(?=(?:\D*\d){2})[\p{Lu}\p{N}][\p{L}\p{N}/._#-]*(?: [\p{L}\p{N}/._#-]+)?$/u;

/** A batch named at the head of a column. */
export const BATCH = /^(?:batch|lot|charge|sample)\b.*\d/i;

const areBatches = (cells: readonly Judged[]): boolean =>
  cells.every(({ segment }) => CODE.test(segment.text) || BATCH.test(segment.text)) &&
  (cells.length >= 2 || cells.some(({ segment }) => BATCH.test(segment.text)));

/** `open`: no stranger stands right behind the stretch. */
export type Stretch = { cells: Judged[]; open: boolean };

const NEAR_STRANGER = 30;

/** The stretches of a line that could be heads: known words with at most one short stranger between two of them. */
export const stretchesOf = (line: Line): Stretch[] => {
  const stretches: Stretch[] = [];
  let strangers: Judged[] = [];
  const settle = (): void => {
    const last = stretches.at(-1);
    const [first] = strangers;
    if (!last || !first) return;
    if (areBatches(strangers)) last.cells.push(...strangers);
    else last.open = first.segment.x0 - (last.cells.at(-1)?.segment.x1 ?? 0) > NEAR_STRANGER * line.size;
  };
  for (const judged of judgeLine(line)) {
    if (!isStrict(judged)) {
      strangers.push(judged);
      continue;
    }
    const last = stretches.at(-1);
    if (last && strangers.length <= 1 && strangers.every(isShort)) last.cells.push(...strangers, judged);
    else {
      settle();
      stretches.push({ cells: [judged], open: true });
    }
    strangers = [];
  }
  settle();
  return stretches;
};

/** True where a stretch alone shows a head: columns of two kinds, named by more than common words. */
export const isCore = ({ cells, open }: Stretch): boolean => {
  const strict = cells.filter(isStrict);
  const core = strict.filter(({ word }) => word && CORE.includes(word.role));
  const roles = new Set(core.map(({ word }) => word?.role));
  if (roles.size < 2) return false;
  if (core.some(({ word }) => word && !word.weak && word.role !== 'parameter')) return true;
  if (!open || strict.length < cells.length) return false;
  return cells.length >= 3 || core.some(({ word }) => word?.weak === false);
};
