import { isAnalyte } from '../cell/analyte.ts';
import { toKind } from '../cell/cell-kind.ts';
import { isLooseName } from '../cell/test-name.ts';
import { isMeasured, readValueCell } from '../cell/value-cell.ts';
import { cleanName, type FoundResult } from '../result/found-result.ts';
import { readResult } from '../result/plain-result.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Sheet } from '../table.ts';
import { readLists } from './list.ts';
import type { Loose } from './loose.ts';
import { readTiles } from './tile.ts';

const INLINE = /^(.{2,60}?)\s*:\s*(\S.*)$/;
const FARTHEST_VALUE = 6;

/** A value that reports what was found; "Present" behind a label may as well describe. */
const isReported = (value: string): boolean =>
  isMeasured(value) && !/^(?:present|detected|positive|≥|>=|≤|<=|min|max|nlt|nmt)/i.test(value);

/** A label with its value; limits beside the value make any label a test. */
const readLabelled = (name: string, value: string, parts: readonly Segment[]): Loose[] => {
  const cell = readValueCell(value);
  if (cell?.result === undefined || !isReported(cell.result)) return [];
  const isTest = cell.limits !== undefined || isAnalyte(cleanName(name));
  return isTest ? [{ name, cell: { ...cell, result: cell.result }, parts }] : [];
};

const inLine = (line: Line): Loose[] =>
  line.segments.flatMap((segment, at) => {
    const [, label, value] = INLINE.exec(segment.text) ?? [];
    if (label && value) return readLabelled(label, value, [segment]);
    const next = line.segments[at + 1];
    if (!segment.text.endsWith(':') || !next || next.x0 - segment.x1 > FARTHEST_VALUE * segment.size) return [];
    return readLabelled(segment.text.replace(/\s*:$/, ''), next.text, [segment, next]);
  });

const SENTENCE =
  /^(?:the )?(\p{L}[^.;:]{1,40}?)(?: of (?:the|this) [^.;:]{2,30}?)? (?:was|were|is) (?:found|determined|measured)(?: (?:to be|as|at))? ([^;]+?)\.?$/iu;

/** "The moisture of the batch was found to be 3.4 % (max. 5.0 %)." */
const inSentence = (line: Line): Loose[] =>
  line.segments.flatMap((segment) => {
    const [, name, value] = SENTENCE.exec(segment.text) ?? [];
    return name && value && isAnalyte(name) ? readLabelled(name, value, [segment]) : [];
  });

const UNIT_BEHIND = /\s*(?:%|\()\s*.*$/;

/** "Result: 6.59" below the title of a section that names one test. */
const underTitle = (lines: readonly Line[]): Loose[] =>
  lines.flatMap((line, at): Loose[] => {
    const [segment] = line.segments;
    const value = /^results?\s*:\s*(\S.*)$/i.exec(segment?.text ?? '')?.[1];
    const title = lines[at - 1]?.segments[0];
    if (!segment || !value || !title || segment.y0 - title.y1 > 2 * segment.size) return [];
    const name = title.text.replace(UNIT_BEHIND, '');
    return isAnalyte(name) && (isReported(value) || toKind(value) === 'number')
      ? [{ name, cell: { result: value }, parts: [title, segment] }]
      : [];
  });

/** Results that stand outside of tables: in lists, in boxes, behind labels, in sentences. */
export const readLabelResults = ({ segments }: Sheet): FoundResult[] => {
  const lines = readLines(segments);
  const used = new Set<Segment>();
  const all = [
    ...readLists(segments),
    ...lines.flatMap(inLine),
    ...lines.flatMap(inSentence),
    ...readTiles(segments),
    ...underTitle(lines),
  ];
  return all
    .filter(({ name }) => isLooseName(cleanName(name)))
    .filter(({ parts }) => !parts.some((part) => used.has(part)) && parts.every((part) => used.add(part)))
    .map((loose) => readResult({ ...loose, words: loose.parts.flatMap(({ words }) => words), source: 'label' }));
};
