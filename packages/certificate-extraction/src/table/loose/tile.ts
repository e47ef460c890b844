import { gapBetween, middleX, type Span } from '../../measure.ts';
import { isAnalyte } from '../cell/analyte.ts';
import { isLimit, isUnit, toKind } from '../cell/cell-kind.ts';
import { isMeasured, mergeCells, readValueCell, type ValueCell } from '../cell/value-cell.ts';
import { cleanName } from '../result/found-result.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Loose } from './loose.ts';

const NEAR = 1.1;
const FARTHEST_BESIDE = 3;
const MOST_NAME_WORDS = 6;
const RESULT_TITLE = /^(.{2,50}?)(?: (?:test|analysis))? results?$/i;

type Valued = { segment: Segment; cell: ValueCell & { result: string } };

/** A value that stands alone, so that its name must be looked for above or below it. */
const toValued = (segment: Segment): Valued | undefined => {
  const cell = readValueCell(segment.text);
  const isMarked = cell?.result !== undefined && isMeasured(cell.result) && /\p{L}|%/u.test(cell.result);
  return isMarked && cell.result !== undefined ? { segment, cell: { ...cell, result: cell.result } } : undefined;
};

const isName = ({ text, words }: Segment): boolean =>
  /\p{L}{2}/u.test(text) &&
  words.length <= MOST_NAME_WORDS &&
  !/[:.]$/.test(text) &&
  toKind(text) === 'text' &&
  !isLimit(text) &&
  !isUnit(text);

const isCentred = (one: Span, other: Segment, slack: number): boolean =>
  Math.abs(middleX(one) - middleX(other)) < slack;

const isAligned = (value: Segment, name: Segment, line: Line): boolean => {
  const slack = 0.4 * Math.max(value.size, name.size);
  return Math.abs(value.x0 - name.x0) < slack || listSpans(value, line).some((span) => isCentred(span, name, slack));
};

const isValue = ({ text }: Segment): boolean => toKind(text) === 'nothing' || readValueCell(text)?.result !== undefined;

/** A value alone, and with the one before or behind it: a name may stand over "21.4 %   214 mg/g". */
const listSpans = (value: Segment, { segments }: Line): Span[] => {
  const at = segments.indexOf(value);
  const beside = [segments[at - 1], segments[at + 1]].filter((other) => other !== undefined && isValue(other));
  const pairs = beside.map((other) => ({
    x0: Math.min(value.x0, other?.x0 ?? value.x0),
    x1: Math.max(value.x1, other?.x1 ?? value.x1),
  }));
  return [value, ...pairs];
};

const isNear = (one: Segment, other: Segment): boolean =>
  one !== other &&
  gapBetween(one, other) > -0.35 * Math.max(one.size, other.size) &&
  gapBetween(one, other) < NEAR * Math.max(one.size, other.size);

type Place = { line: Line; segments: readonly Segment[] };

/** The nearest segment above or below that stands in one column with the value. */
const neighbour = (value: Segment, { line, segments }: Place, side: 'above' | 'below'): Segment | undefined =>
  segments
    .filter(
      (other) => isNear(other, value) && isAligned(value, other, line) && (side === 'above') === other.y0 < value.y0,
    )
    .sort((a, b) => gapBetween(a, value) - gapBetween(b, value))[0];

/** Limits and verdicts below a value or right behind it. */
const readSaid = (value: Segment, place: Place): { cells: ValueCell[]; parts: Segment[] } => {
  const below = neighbour(value, place, 'below');
  const behind: Segment[] = [];
  for (const segment of place.line.segments) {
    const last = behind.at(-1) ?? value;
    if (segment.x0 >= last.x1 && segment.x0 - last.x1 < FARTHEST_BESIDE * value.size) behind.push(segment);
  }
  const parts = [...behind, ...(below ? [below] : [])].filter(({ text }) => {
    const cell = readValueCell(text);
    return cell !== undefined && cell.result === undefined;
  });
  return { parts, cells: parts.flatMap(({ text }) => readValueCell(text) ?? []) };
};

const toName = (text: string): string => {
  const title = RESULT_TITLE.exec(text)?.[1];
  return title && isAnalyte(title) ? title : text;
};

const EVEN = 0.25;

/** The name of a value: above or below it, the nearer where tests stand on both sides; undefined where that decides nothing. */
const nameFor = (value: Segment, place: Place): Segment | undefined => {
  const named = (['above', 'below'] as const).flatMap((side) => neighbour(value, place, side) ?? []).filter(isName);
  const tests = named.filter(({ text }) => isAnalyte(cleanName(toName(text))));
  const [near, far] = tests.toSorted((a, b) => gapBetween(a, value) - gapBetween(b, value));
  if (near && far && gapBetween(far, value) - gapBetween(near, value) < EVEN * value.size) return undefined;
  return near ?? named[0];
};

type Tile = Loose & { informative: boolean };

const toTiles = ({ segment, cell }: Valued, place: Place): Tile[] => {
  const name = nameFor(segment, place);
  if (!name) return [];
  const said = readSaid(segment, place);
  const whole = { ...mergeCells(said.cells), ...cell };
  const informative = isAnalyte(cleanName(toName(name.text))) || whole.limits !== undefined;
  return [{ name: toName(name.text), cell: whole, parts: [name, segment, ...said.parts], informative }];
};

/** Results in boxes of their own: a value with its name right above or below it, and perhaps its limits and a verdict. */
export const readTiles = (segments: readonly Segment[]): Loose[] =>
  readLines(segments).flatMap((line) =>
    line.segments
      .flatMap((segment) => toValued(segment) ?? [])
      .flatMap((value) => toTiles(value, { line, segments }))
      .filter(({ informative }) => informative),
  );
