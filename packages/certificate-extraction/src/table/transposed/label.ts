import { type Role, readHeadWord } from '../head/word.ts';
import type { Line, Segment } from '../segment/segment.ts';

const LABELS: readonly Role[] = [
  'parameter',
  'specification',
  'minimum',
  'maximum',
  'result',
  'status',
  'method',
  'unit',
  'detection',
];
const SAME_EDGE = 5;
const FARTHEST_LABEL = 9;
const FEWEST_COLUMNS = 2;

/** A word at the left that says what stands in its line, as heads do of their columns. */
export type Label = { segment: Segment; role: Role; unit?: string; line: Line };

const readLabel = (line: Line): Label | undefined => {
  const [segment] = line.segments;
  const text = segment?.text.replace(/\s*:$/, '') ?? '';
  const word = segment && segment.words.length <= 4 ? readHeadWord(text) : undefined;
  if (!segment || !word?.strict || !LABELS.includes(word.role) || line.segments.length < 2) return undefined;
  return { segment, role: word.role, line, ...(word.unit === undefined ? {} : { unit: word.unit }) };
};

const isStacked = (upper: Label, lower: Label): boolean => {
  const edges = [
    upper.segment.x0 - lower.segment.x0,
    (upper.segment.x0 + upper.segment.x1 - lower.segment.x0 - lower.segment.x1) / 2,
  ];
  const isNear = lower.segment.y0 - upper.segment.y1 < FARTHEST_LABEL * lower.segment.size;
  return isNear && edges.some((distance) => Math.abs(distance) < SAME_EDGE);
};

/** Stacks of labels, each from one line of names to the next. */
export const findStacks = (lines: readonly Line[]): Label[][] => {
  const stacks: Label[][] = [];
  for (const label of lines.flatMap((line) => readLabel(line) ?? [])) {
    const last = stacks.at(-1);
    const upper = last?.at(-1);
    const opens =
      label.role === 'parameter' || (label.role !== 'unit' && last?.some(({ role }) => role === label.role));
    if (last && upper && !opens && isStacked(upper, label)) last.push(label);
    else stacks.push([label]);
  }
  return stacks.filter(isTable);
};

const isFound = ({ role, unit }: Label): boolean => role === 'result' || (role === 'unit' && unit !== undefined);

const SINGLE: readonly Role[] = ['parameter', 'specification', 'result'];

/** Several labels of different kinds beside several columns; one column is enough where name, limits and result are labelled. */
const isTable = (labels: readonly Label[]): boolean => {
  const kinds = new Set(labels.map(({ role, unit }) => `${role}${unit ?? ''}`));
  if (!labels.some(isFound) || labels.length < 2 || kinds.size < labels.length) return false;
  return (
    labels.every(({ line }) => line.segments.length > FEWEST_COLUMNS) ||
    SINGLE.every((role) => labels.some((label) => label.role === role))
  );
};

/** Where a stack of labels ends. */
export const right = (labels: readonly Label[]): number => Math.max(...labels.map(({ segment }) => segment.x1));

/** The lines of one label. */
export type Band = { role: Role; unit?: string; lines: Line[] };

/** The lines of each label: from its own down to the next label's; the names may stand above the first label instead. */
export const findBands = (labels: readonly Label[], lines: readonly Line[]): Band[] => {
  const bands = labels.map((label, at) => {
    const from = lines.indexOf(label.line);
    const next = labels[at + 1];
    const last = labels.at(-1)?.line;
    const to = next
      ? lines.indexOf(next.line)
      : lines.findIndex((line, index) => index > from && last !== undefined && isApart(line, lines[index - 1] ?? last));
    const { role, unit } = label;
    return {
      role: isFound(label) ? ('result' as const) : role,
      lines: lines.slice(from, to < 0 ? undefined : to),
      ...(unit === undefined ? {} : { unit }),
    };
  });
  return bands.some(({ role }) => role === 'parameter')
    ? bands
    : [{ role: 'parameter', lines: namesAbove(labels, lines) }, ...bands];
};

const isApart = (line: Line, upper: Line): boolean => line.y0 - upper.y1 > 0.9 * line.size || line.segments.length < 2;

const namesAbove = (labels: readonly Label[], lines: readonly Line[]): Line[] => {
  const first = labels[0] ? lines.indexOf(labels[0].line) : -1;
  const names: Line[] = [];
  for (let at = first - 1; at >= 0 && names.length < 3; at -= 1) {
    const [line, lower] = [lines[at], lines[at + 1]];
    if (!line || !lower || line.x0 < right(labels) - 1 || lower.y0 - line.y1 > 0.9 * line.size) break;
    names.unshift(line);
  }
  return names;
};
