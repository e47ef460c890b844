import { toKind } from '../cell/cell-kind.ts';
import { isCounted } from '../cell/test-piece.ts';
import { isForeign } from '../grid/body.ts';
import { readHeadWord } from '../head/word.ts';
import type { Line, Segment } from '../segment/segment.ts';
import { isLimited, isLimitsLine } from './limit.ts';
import { isKnown, unitAlone, unitOfName } from './name.ts';

/** Fewer columns of known names than this are no matrix. */
export const FEWEST_COLUMNS = 3;
/** Absences fill a line of values too, but names of other things look like them. */
const FEWEST_NUMBERS = 2;
const NEAR = 1.3;

/** Codes of EN 10168 for goods and tests. */
const ANY_CODE = /^[BC]\d\d(?:\s|$)/;

const isHeadWord = ({ text }: Segment): boolean => readHeadWord(text)?.strict === true;

/** True for a line of values under several names. */
export const isValueLine = ({ segments }: Line): boolean => {
  const kinds = segments.map(({ text }) => toKind(text));
  if (kinds.filter((kind) => kind === 'number').length < FEWEST_NUMBERS) return false;
  const found = segments.filter((_, at) => kinds[at] === 'number' || kinds[at] === 'absence');
  // "Heat, 1, 2, 3, mean": the figures count the test pieces.
  const areCounts = isCounted(found) && segments.some(isHeadWord);
  return found.length >= FEWEST_COLUMNS && !areCounts;
};

/** True for a line of units. */
export const isUnitLine = ({ segments }: Line): boolean =>
  segments.filter(({ text }) => unitAlone(text) !== undefined).length * 2 > segments.length;

/** The lines of a matrix. */
export type Band = { head: Line[]; body: Line[] };

const MOST_ABOVE = 2;
const MOST_BELOW = 4;
const FARTHEST_ROW = 3;

const linesAbove = (lines: readonly Line[], at: number): Line[] => {
  const above: Line[] = [];
  for (let index = at - 1; index >= 0 && above.length < MOST_ABOVE; index -= 1) {
    const [upper, lower] = [lines[index], lines[index + 1]];
    if (!upper || !lower || isForeign(upper) || isValueLine(upper) || upper.segments.length < 2) break;
    if (lower.y0 - upper.y1 > NEAR * lower.size) break;
    above.unshift(upper);
  }
  return above;
};

const knownIn = ({ segments }: Line): number => segments.filter(({ text }) => isKnown(text)).length;

/** True for the names of another matrix: words and units alone in several columns. */
const isOtherHead = ({ segments }: Line): boolean =>
  segments.length >= FEWEST_COLUMNS &&
  segments.every(({ text }) => toKind(text) === 'text' && /\p{L}/u.test(text)) &&
  segments.some(({ text }) => isKnown(text));

const bodyFrom = (lines: readonly Line[]): Line[] => {
  const body: Line[] = [];
  for (const line of lines) {
    const last = body.at(-1);
    const isFar = last !== undefined && line.y0 - last.y1 > FARTHEST_ROW * line.size;
    if (isForeign(line) || isFar || isOtherHead(line) || knownIn(line) >= FEWEST_COLUMNS) break;
    body.push(line);
  }
  return body;
};

/** What the first word of a line says of it, where it is a head's. */
export const findRole = ({ segments: [label] }: Line): string | undefined => {
  const word = label && readHeadWord(label.text);
  return word?.strict ? word.role : undefined;
};

/** True for a line of methods or units between the names and the limits, or for the rest of a name. */
const isBetween = (line: Line): boolean =>
  findRole(line) === 'method' || findRole(line) === 'unit' || isUnitLine(line) || line.segments.length < FEWEST_COLUMNS;

/** True for a line of names above one of limits. */
const isOverLimits = (line: Line, below: readonly Line[]): boolean => {
  const at = below.slice(0, MOST_BELOW).findIndex(isLimited);
  const lines = [line, ...below.slice(0, at + 1)];
  const areNear = lines.every((each, index) => index === 0 || each.y0 - (lines[index - 1]?.y1 ?? 0) < NEAR * each.size);
  return at >= 0 && areNear && !isBetween(line) && below.slice(0, at).every(isBetween);
};

/** True for a line that names several tests beside each other: they are known, or limits for all of them stand below. */
export const isNameLine = (line: Line, below: readonly Line[]): boolean =>
  (line.segments.length > FEWEST_COLUMNS && isOverLimits(line, below) && !isValueLine(line)) ||
  (knownIn(line) > 0 &&
    line.segments.filter(({ text }) => isKnown(text) || ANY_CODE.test(text) || unitOfName(text) !== undefined).length >=
      FEWEST_COLUMNS);

/** The lines of a head around one that names several tests, and the lines of values below it. */
export const bandAt = (lines: readonly Line[], at: number): Band | undefined => {
  const start = lines.findIndex((line, index) => index > at && (isValueLine(line) || isLimitsLine(line)));
  if (start < 0 || start - at > MOST_BELOW) return undefined;
  return { head: [...linesAbove(lines, at), ...lines.slice(at, start)], body: bodyFrom(lines.slice(start)) };
};
