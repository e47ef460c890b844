import { middleY } from '../../measure.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import { isSectionTitle } from '../cell/section-title.ts';
import type { Role } from '../head/word.ts';
import { joinWords } from '../segment/segment.ts';
import type { BodyLine, Layout } from './body-line.ts';

/** The columns that hold one of the wanted. */
export const findIndexes = (roles: Layout['roles'], wanted: readonly Role[]): number[] =>
  roles.flatMap((role, at) => (role && wanted.includes(role) ? [at] : []));

const joinText = (line: BodyLine, columns: readonly number[]): string =>
  columns
    .map((at) => joinWords(line.cells.get(at) ?? []))
    .filter(Boolean)
    .join(' ');

/** What a line holds, by the roles of its columns. */
export type Holding = {
  line: BodyLine;
  name: string;
  found: string;
  limits: string;
  nameBox: { x0: number; x1: number; first: number } | undefined;
  bold: boolean;
};

/** Reads what a line holds. */
export const readHolding = (line: BodyLine, { roles }: Layout): Holding => {
  const names = findIndexes(roles, ['parameter']);
  const words = names.flatMap((at) => line.cells.get(at) ?? []);
  const first = words[0];
  return {
    line,
    name: joinText(line, names),
    found: joinText(line, findIndexes(roles, roles.includes('result') ? ['result'] : ['status'])),
    limits: joinText(line, findIndexes(roles, ['specification', 'minimum', 'maximum'])),
    nameBox: first && { x0: first.x0, x1: words.at(-1)?.x1 ?? first.x1, first: first.x1 - first.x0 },
    bold: words.every((word) => word.bold),
  };
};

const OPEN_END = /(?:[-–,/(&+:]|\b(?:and|or|of|by|the|for|with|in|on|as|to|at|per|from|total|und|et|y))$/i;
const GOES_ON = /^(?:[a-z(&/)]|\d+[.,]?\d*\s?(?:µ|μ|u|m|n)?m\b)/;

/** True where a name reaches so far that its next word had to go to the next line. */
const isFull = (upper: Holding, lower: Holding, right: number): boolean => {
  if (!upper.nameBox || !lower.nameBox) return false;
  return upper.nameBox.x1 + 0.3 * upper.line.size + lower.nameBox.first > right - 0.5;
};

const opensBracket = (text: string): boolean => (text.match(/\(/g)?.length ?? 0) > (text.match(/\)/g)?.length ?? 0);

const ENUMERATED = /^\(?(?:[a-z]|[ivx]+|\d{1,2})[).] /i;

const goesOn = (upper: Holding, lower: Holding, { right, areLower }: Context): boolean => {
  if (ENUMERATED.test(lower.name) || upper.bold !== lower.bold) return false;
  if (OPEN_END.test(upper.name) || opensBracket(upper.name) || (!areLower && GOES_ON.test(lower.name))) return true;
  // A number of its own between limits begins a row, though its result is missing.
  if (/^[\d.,]+$/.test(lower.limits) && upper.limits !== '') return false;
  const isTitled = isSectionTitle(upper.found === '' ? upper.name : lower.name);
  return !isTitled && isFull(upper, lower, right);
};

/**
 * What is known of a body. `right`: where names have to break; `areLower`: names begin with a small letter here, so that
 * one that does need not go on from the line above; `pitch`: the usual distance of rows in points; `leading`: the widest
 * distance of lines in one cell as a share of the letter height; `topAligned`: cells begin on the first line of their row;
 * `balance`: how many lines the row so far has above its name and result more than below.
 */
export type Context = {
  right: number;
  areLower: boolean;
  pitch: number;
  topAligned: boolean;
  balance: number;
  leading: number;
  findBand: (line: BodyLine) => number | undefined;
};

const EVEN = 0.6;

/**
 * True where a line without name and result goes with the row above it: its cells begin at the top, or it stands nearer;
 * in the middle between two rows it fills up the one that has more lines above its name than below.
 */
const leansUp = (
  upper: Holding,
  line: Holding,
  next: Holding | undefined,
  { topAligned, balance }: Context,
): boolean => {
  if (topAligned || !next) return true;
  const [above, below] = [middleY(line.line) - middleY(upper.line), middleY(next.line) - middleY(line.line)];
  return Math.abs(above - below) > EVEN ? above < below : balance > 0;
};

/** True for a line of limits alone. */
export const isBlank = ({ name, found }: Holding): boolean => name === '' && found === '';
/** True for a line that could be a row by itself. */
export const isComplete = ({ name, found }: Holding): boolean => name !== '' && found !== '';

/** Two lines with those around them. */
type Neighbours = { before: Holding | undefined; upper: Holding; lower: Holding; next: Holding | undefined };

/** True where a line without a value goes on with the name above it, or with that of a line without a value. */
const namesGoOn = ({ before, upper, lower, next }: Neighbours, context: Context): boolean => {
  if (lower.found === '' && next && next.name === '' && next.found !== '' && upper.found !== '') return false;
  if (goesOn(upper, lower, context)) return true;
  if (upper.bold !== lower.bold || ENUMERATED.test(lower.name)) return false;
  const distance = middleY(lower.line) - middleY(upper.line);
  const isApartBelow = !next || middleY(next.line) - middleY(lower.line) > 1.1 * distance;
  if (lower.found === '') return lower.limits === '' && distance < 0.9 * context.pitch && isApartBelow;
  const isApartAbove = before !== undefined && middleY(upper.line) - middleY(before.line) > 1.4 * distance;
  return isApartAbove && next !== undefined && middleY(next.line) - middleY(lower.line) > 1.4 * distance;
};

/** True where a line belongs to the row of the line above it. */
export const joins = ({ before, upper, lower, next }: Neighbours, context: Context): boolean => {
  const distance = middleY(lower.line) - middleY(upper.line);
  const size = Math.min(upper.line.size, lower.line.size);
  const [above, below] = [context.findBand(upper.line), context.findBand(lower.line)];
  if (above !== undefined && above !== below) return false;
  if (distance < 0.8 * size) return true;
  if (isComplete(upper) && isComplete(lower)) {
    const isOpen = OPEN_END.test(upper.found) || !isFinding(toKind(lower.found));
    return isOpen && goesOn(upper, lower, context) && GOES_ON.test(lower.found);
  }
  if (distance > context.leading * size) return false;
  if (above !== undefined) return true;
  if (isBlank(lower)) return leansUp(upper, lower, next, context);
  if (isBlank(upper)) return lower.found !== '' && (lower.name === '' || !context.topAligned);
  if (lower.name === '')
    return upper.found === '' || !isFinding(toKind(lower.found)) || !isFinding(toKind(upper.found));
  if (upper.name === '') return lower.found === '' || goesOn(upper, lower, context);
  return namesGoOn({ before, upper, lower, next }, context);
};
