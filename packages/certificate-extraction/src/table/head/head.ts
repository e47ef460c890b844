import { enclose, gapBetween, measureOverlap, middleX, middleY } from '../../measure.ts';
import type { Box } from '../../page.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import { growBand } from './band.ts';
import { BATCH, CODE, findStretches, isCore, LIMITING, withNames, withSupport } from './stretch.ts';
import { areNamesBetween, isOverNames } from './support.ts';
import { type HeadWord, type Role, readHeadWord, TARGET } from './word.ts';

/** One cell of a head, its lines joined; `group` is the wider cell above it. */
export type HeadCell = Box & { text: string; role: Role | undefined; strict: boolean; unit?: string; group?: string };

/** The head of a table: its cells from left to right. */
export type Head = Box & { cells: readonly HeadCell[]; size: number };

const isBelow = (lower: Segment, upper: Segment): boolean => middleY(lower) > middleY(upper) + 0.4 * upper.size;

const isSample = ({ text }: Segment): boolean => CODE.test(text) || BATCH.test(text);

/** True where the lower of two segments stands under the upper, or under none and nearest to this one, a sample. */
const isUnder = (lower: Segment, upper: Segment, all: readonly Segment[]): boolean => {
  if (!isBelow(lower, upper)) return false;
  if (measureOverlap(lower, upper) > 0 || !isSample(upper)) return measureOverlap(lower, upper) > 0;
  const above = all.filter((other) => isBelow(lower, other));
  const distance = (other: Segment): number => Math.abs(middleX(other) - middleX(lower));
  const isFree = above.every((other) => measureOverlap(lower, other) <= 0);
  return isFree && above.filter(isSample).every((other) => distance(upper) <= distance(other));
};

const isGroup = (segment: Segment, all: readonly Segment[]): boolean => {
  const under = all.filter((other) => other !== segment && isUnder(other, segment, all));
  return under.some((one) => under.some((other) => other.x0 > one.x1));
};

const stack = (segments: readonly Segment[]): Segment[][] => {
  const stacks: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.x0 - b.x0)) {
    const home = stacks.find((members) => {
      const box = enclose(members);
      return measureOverlap(box, segment) > 0.25 * Math.min(box.x1 - box.x0, segment.x1 - segment.x0);
    });
    if (home) home.push(segment);
    else stacks.push([segment]);
  }
  return stacks;
};

type Grouping = { groups: readonly Segment[]; all: readonly Segment[] };

const isEnd = (word: HeadWord | undefined): boolean =>
  word?.strict === true && (word.role === 'minimum' || word.role === 'maximum');

const toCell = (members: readonly Segment[], { groups, all }: Grouping): HeadCell => {
  const box = enclose(members);
  const ordered = [...members].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const text = ordered
    .map((member) => member.text.replace(/:$/, ''))
    .join(' ')
    .replace(/- (?=\p{Ll})/gu, '');
  const group = groups
    .filter((each) => measureOverlap(each, box) > 0 || members.some((member) => isUnder(member, each, all)))
    .map((each) => each.text)
    .join(' ');
  const whole = readHeadWord(text);
  // "Limits" right above "from": the end of a limit, whatever stands above it.
  const isLimits = whole === undefined || LIMITING.includes(whole.role);
  const own = (isLimits && ordered.map((member) => readHeadWord(member.text)).find(isEnd)) || whole;
  const word = own && (own.role !== 'unit' || !group) ? own : (readHeadWord(`${group} ${text}`.trim()) ?? own);
  const unit = own?.unit ?? word?.unit;
  const isSpread = (own?.role === 'minimum' || own?.role === 'maximum') && readHeadWord(group)?.role === 'result';
  const isPiece = group !== '' && /^\d{1,2}$/.test(text);
  const isCode = isPiece || (!word?.strict && (CODE.test(text) || BATCH.test(text)));
  return {
    ...box,
    text,
    // "Measured values: mean, min., max.": how far they spread, and no limits.
    role: isCode ? 'sample' : isSpread ? 'other' : word?.role,
    strict: isCode || (word?.strict ?? false),
    ...(unit === undefined ? {} : { unit }),
    ...(group === '' ? {} : { group }),
  };
};

const readCells = (segments: readonly Segment[]): HeadCell[] => {
  const groups = segments.filter((segment) => isGroup(segment, segments));
  return stack(segments.filter((segment) => !groups.includes(segment)))
    .map((members) => toCell(members, { groups, all: segments }))
    .sort((a, b) => a.x0 - b.x0);
};

const VALUES: readonly (Role | undefined)[] = ['result', 'unit', 'status'];
const FOUND: readonly (Role | undefined)[] = ['result', 'sample'];

type Opening = { cells: readonly HeadCell[]; at: number; lines: readonly Line[]; size: number };

/** True for a cell that names what stands in the rows: it says so, or it stands over names with a column of results behind. */
const opensTable = ({ cells, at, lines, size }: Opening): boolean => {
  const cell = cells[at];
  if (!cell) return false;
  if (cell.strict && !TARGET.test(cell.text)) return cell.role === 'parameter' || cell.role === 'index';
  const isFollowed = cells.slice(at + 1).some(({ role, strict }) => strict && FOUND.includes(role));
  return isFollowed && isOverNames({ ...cell, size }, lines);
};

/** True for a cell that says again what the first cell of a head without a word for the names said, behind names of its own. */
const repeatsHead = ({ cells, at, lines, size }: Opening, first: HeadCell | undefined): boolean => {
  const [before, cell] = [cells[at - 1], cells[at]];
  const isRepeated = first?.strict === true && first.role !== 'parameter' && first.text === cell?.text;
  return isRepeated && before !== undefined && areNamesBetween(before, { ...cell, size }, lines);
};

/** Parts heads that stand side by side: each begins at its own column of names. */
const splitSideBySide = (cells: readonly HeadCell[], lines: readonly Line[], size: number): HeadCell[][] => {
  const parts: HeadCell[][] = [];
  let hasValue = false;
  cells.forEach((cell, at) => {
    const opening = { cells, at, lines, size };
    if (parts.length === 0 || (hasValue && (opensTable(opening) || repeatsHead(opening, parts.at(-1)?.[0])))) {
      parts.push([]);
      hasValue = false;
    }
    parts.at(-1)?.push(cell);
    hasValue ||= VALUES.includes(cell.role);
  });
  return parts;
};

// What an unknown head holds, the cells below it tell.
const hasValueColumn = (cells: readonly HeadCell[]): boolean =>
  cells.some(({ role, strict }) => strict && VALUES.includes(role)) ||
  cells.some(({ role }) => role === 'sample' || role === undefined);

// What stands left of the first known column is another thing on the same line, unless the names stand below it.
const trim = (cells: readonly HeadCell[], lines: readonly Line[], size: number): HeadCell[] => {
  const first = cells.findIndex(
    (cell) => cell.strict || cell.text.length <= 2 || isOverNames({ ...cell, size }, lines),
  );
  return cells.slice(Math.max(0, first));
};

/** No page holds so many tables; what seems to is no certificate, and must not take its time. */
const MOST_HEADS = 60;

const RECOVERY = /recover/i;

/** The recovery is what was found, where nothing else is and limits stand beside it. */
const withRecovery = (cells: readonly HeadCell[]): HeadCell[] => {
  const roles = cells.map(({ role }) => role);
  const isFound = roles.includes('specification') && roles.filter((role) => role === 'control').length === 1;
  if (!isFound || roles.some((role) => FOUND.includes(role))) return [...cells];
  return cells.map((cell) =>
    cell.role === 'control' && RECOVERY.test(cell.text) ? { ...cell, role: 'result' } : cell,
  );
};

const isOver = (one: Box, other: Box): boolean => measureOverlap(one, other) > 0 && gapBetween(one, other) < 0;

/** The heads of the tables on a page, from the top down. */
export const findHeads = (segments: readonly Segment[]): Head[] => {
  const lines = readLines(segments);
  const used = new Set<Segment>();
  const heads: Head[] = [];
  const stretches = lines.flatMap((line) =>
    findStretches(line).map((stretch) => withNames(withSupport(stretch, line, lines), line, lines)),
  );
  for (const core of stretches) {
    if (heads.length >= MOST_HEADS) break;
    if (!isCore(core) || core.cells.some(({ segment }) => used.has(segment))) continue;
    const band = growBand(core, lines);
    for (const segment of band) used.add(segment);
    const size = band[0]?.size ?? 1;
    for (const part of splitSideBySide(readCells(band), lines, size)) {
      const cells = withRecovery(trim(part, lines, size));
      const head = { ...enclose(cells), cells, size };
      if (cells.length >= 2 && !heads.some((other) => isOver(head, other))) heads.push(head);
    }
  }
  return heads;
};

/** True for the head of a table of results: a column for what was found and none of a quality control or of an order. */
export const isResultHead = ({ cells }: Head): boolean =>
  hasValueColumn(cells) && !cells.some(({ role, strict }) => role === 'control' && strict);
