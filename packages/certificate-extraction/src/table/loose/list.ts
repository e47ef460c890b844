import { enclose } from '../../measure.ts';
import { isAnalyte } from '../cell/analyte.ts';
import { isLimit, isUnit, toKind } from '../cell/cell-kind.ts';
import { isMeasured, mergeCells, readValueCell, type ValueCell } from '../cell/value-cell.ts';
import { isProse } from '../grid/body.ts';
import { titleAbove } from '../grid/title.ts';
import { cleanName } from '../result/found-result.ts';
import { readLines, type Segment } from '../segment/segment.ts';
import type { Loose } from './loose.ts';

/** A name with the cells that follow it on its line, up to the next name. */
type Entry = { name: Segment; cells: ValueCell[]; parts: Segment[] };

const MOST_NAME_WORDS = 7;
const SAME_EDGE = 3;
const FARTHEST_ENTRY = 2.5;
const FEWEST_ENTRIES = 3;

const isName = (segment: Segment): boolean =>
  /\p{L}/u.test(segment.text) &&
  !segment.text.endsWith(':') &&
  segment.words.length <= MOST_NAME_WORDS &&
  toKind(segment.text) === 'text' &&
  !isLimit(segment.text) &&
  !isUnit(segment.text) &&
  !isProse(segment);

/** The names of a line with their values; a name without values begins no entry. */
const readEntries = (segments: readonly Segment[]): Entry[] => {
  const entries: Entry[] = [];
  let open: Entry | undefined;
  for (const segment of segments) {
    const cell = readValueCell(segment.text);
    if (open && cell) {
      if (open.cells.length === 0) entries.push(open);
      open.cells.push(cell);
      open.parts.push(segment);
    } else open = isName(segment) ? { name: segment, cells: [], parts: [segment] } : undefined;
  }
  return entries;
};

/** Entries of one column that follow each other closely. */
const splitBlocks = (entries: readonly Entry[]): Entry[][] => {
  const blocks: Entry[][] = [];
  for (const entry of entries) {
    const block = blocks.find((members) => {
      const last = members.at(-1)?.name;
      const gap = last ? entry.name.y0 - last.y1 : 0;
      return last && Math.abs(last.x0 - entry.name.x0) < SAME_EDGE && gap < FARTHEST_ENTRY * last.size;
    });
    if (block) block.push(entry);
    else blocks.push([entry]);
  }
  return blocks;
};

const toUnit = (text: string): string => text.replace(/^[^\p{L}%°]*/u, '').toLowerCase();

const hasUnit = (text: string): boolean => /\p{L}|[%°]/u.test(text);

/** What an entry says; undefined where several of its numbers could be the result. */
const toCell = ({ cells }: Entry): (ValueCell & { result: string }) | undefined => {
  const found = cells.flatMap(({ result }) => result ?? []);
  const cell = mergeCells(cells);
  const units = found.filter((text) => /\d/.test(text)).map(toUnit);
  const isClear = found.length === 1 || (units.every((unit) => unit !== '') && new Set(units).size === units.length);
  return cell.result !== undefined && isClear ? { ...cell, result: cell.result } : undefined;
};

/** True for an entry that is a test by itself: its name says so, or limits stand beside its result. */
const isInformative = (entry: Entry): boolean => {
  const cell = toCell(entry);
  if (!cell || !isMeasured(cell.result)) return false;
  return cell.limits !== undefined || (isAnalyte(cleanName(entry.name.text)) && hasUnit(cell.result));
};

/** True below words that stand over the values: a head that says more of them than is understood here. */
const isUnderHead = (block: readonly Entry[], segments: readonly Segment[]): boolean => {
  const [first] = block;
  const last = first?.parts.at(-1);
  if (!first || !last) return false;
  const above = segments.filter(
    ({ x0, x1, y1 }) =>
      y1 <= first.name.y0 + 1 && first.name.y0 - y1 < first.name.size && x1 > first.name.x0 && x0 < last.x1,
  );
  return above.filter(({ text }) => toKind(text) === 'text').length >= 2;
};

const MOSTLY = 0.6;

const isTested = (block: readonly Entry[]): boolean =>
  block.length >= FEWEST_ENTRIES && block.filter(isInformative).length >= MOSTLY * block.length;

/** Lists of tests without a head: names in a column with their values beside them, also several side by side. */
export const readLists = (segments: readonly Segment[]): Loose[] => {
  const blocks = splitBlocks(readLines(segments).flatMap((line) => readEntries(line.segments)));
  return blocks.flatMap((block) => {
    const isList = isTested(block);
    const guessed = isUnderHead(block, segments);
    const box = enclose(block.flatMap(({ parts }) => parts));
    const section = titleAbove({ ...box, cells: [], size: block[0]?.name.size ?? 1 }, segments);
    return block.flatMap((entry): Loose[] => {
      const cell = toCell(entry);
      if (!cell || (isList ? !isMeasured(cell.result) : !isInformative(entry))) return [];
      return [
        { name: entry.name.text, cell, parts: entry.parts, guessed, ...(section === undefined ? {} : { section }) },
      ];
    });
  });
};
