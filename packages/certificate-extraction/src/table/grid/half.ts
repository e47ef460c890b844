import type { Line, Segment } from '../segment/segment.ts';

/** True for segments that show by themselves that they are a row. */
type IsRow = (segments: readonly Segment[]) => boolean;

const SAME_EDGE = 4;
const FEWEST_LINES = 2;
const REACH = 3;

/** The segment where a line of two rows side by side begins its second one. */
const findSecond = ({ segments }: Line, isRow: IsRow): Segment | undefined =>
  segments.find((_, at) => at >= 2 && isRow(segments.slice(0, at)) && isRow(segments.slice(at)));

type Fold = { x: number; y0: number; y1: number };

/** Where a form is printed twice side by side: several lines hold two rows, and the second ones begin at one edge. */
const findFold = (lines: readonly Line[], isRow: IsRow): Fold | undefined => {
  const seconds = lines.flatMap((line) => findSecond(line, isRow) ?? []);
  const [first] = seconds;
  const alike = first ? seconds.filter(({ x0 }) => Math.abs(x0 - first.x0) < SAME_EDGE) : [];
  if (!first || alike.length < FEWEST_LINES) return undefined;
  const reach = REACH * first.size;
  return { x: first.x0 - SAME_EDGE, y0: first.y0 - reach, y1: Math.max(...alike.map(({ y1 }) => y1)) + reach };
};

/** The segments of a page in parts that are read apart: one, or two where rows stand side by side without heads. */
export const splitHalves = (
  segments: readonly Segment[],
  lines: readonly Line[],
  isRow: IsRow,
): (readonly Segment[])[] => {
  const fold = findFold(lines, isRow);
  if (!fold) return [segments];
  const isRight = ({ x0, y0, y1 }: Segment): boolean => x0 > fold.x && y1 > fold.y0 && y0 < fold.y1;
  return [segments.filter((segment) => !isRight(segment)), segments.filter(isRight)];
};
