import { parseSpecification } from '../value/specification.ts';
import { isAnalyte } from './analyte.ts';
import { isFinding, isLimit, kindOf } from './cell-kind.ts';
import { cleanName, cleanResult, type FoundResult } from './found-result.ts';
import { overlapOf } from './measure.ts';
import { type Line, readLines, type Segment } from './segment.ts';
import type { Sheet } from './table.ts';
import { decide } from './verdict.ts';

const INLINE = /^(.{2,60}?)\s*:\s*(\S.*)$/;
const BRACKETED = /^(.+?)\s*[([](?:limits?|spec(?:ification)?\.?|range|norm)?:?\s*([^()[\]]+)[)\]]$/i;
const RESULT_TITLE = /^(.{2,50}?)(?: (?:test|analysis))? results?$/i;

type Labelled = { name: string; value: string; limits: string | null; parts: readonly Segment[] };

/** A value that reports what was found; "≥ 99 %" behind a label promises. */
const isReported = (value: string): boolean => {
  const kind = kindOf(value);
  if (kind === 'absence') return !/^(?:present|detected|positive)/i.test(value);
  return kind === 'number' && /\d/.test(value) && !/^(?:≥|>=|≤|<=|min|max|nlt|nmt)/i.test(value);
};

const isMeasured = (value: string): boolean => isReported(value) && !/^\d+$/.test(value);

/** A label with its value, and with the limits in brackets behind it, which make any label a test. */
const readLabelled = (name: string, value: string, parts: readonly Segment[]): Labelled | undefined => {
  const [, found, limits] = BRACKETED.exec(value) ?? [];
  const demand = limits === undefined ? null : parseSpecification(limits);
  if (found && limits && demand?.kind === 'range' && isReported(found)) return { name, value: found, limits, parts };
  return isAnalyte(cleanName(name)) && isMeasured(value) ? { name, value, limits: null, parts } : undefined;
};

/** "Moisture   3.5 %   max. 5.0 %": the name of a test, its result with a unit and perhaps its limits alone on a line. */
const withoutColon = ({ segments }: Line): Labelled | undefined => {
  const [name, value, limits] = segments;
  if (!name || !value || segments.length > 3 || !isAnalyte(cleanName(name.text))) return undefined;
  if (!isMeasured(value.text) || !/\p{L}|%/u.test(value.text)) return undefined;
  if (!limits) return { name: name.text, value: value.text, limits: null, parts: segments };
  return isLimit(limits.text)
    ? { name: name.text, value: value.text, limits: limits.text, parts: segments }
    : undefined;
};

const inLine = (line: Line): Labelled[] =>
  line.segments.flatMap((segment, at): Labelled[] => {
    const [, label, value] = INLINE.exec(segment.text) ?? [];
    if (label && value) return [readLabelled(label, value, [segment])].filter((each) => each !== undefined);
    const next = line.segments[at + 1];
    const bare = at === 0 ? withoutColon(line) : undefined;
    if (bare) return [bare];
    if (!segment.text.endsWith(':') || !next || next.x0 - segment.x1 > 6 * segment.size) return [];
    return [readLabelled(segment.text.replace(/\s*:$/, ''), next.text, [segment, next])].filter(
      (each) => each !== undefined,
    );
  });

const nameOfTitle = (text: string): string | undefined => {
  const title = RESULT_TITLE.exec(text)?.[1];
  return title && isAnalyte(title) ? title : isAnalyte(text) ? text : undefined;
};

/** A name with its value right below it, as on summaries in boxes. */
const below = (segments: readonly Segment[]): Labelled[] =>
  segments.flatMap((segment): Labelled[] => {
    const name = nameOfTitle(segment.text);
    if (!name) return [];
    const values = segments.filter((other) => {
      const gap = other.y0 - segment.y1;
      return (
        other !== segment &&
        gap > -0.3 * segment.size &&
        gap < 0.9 * segment.size &&
        other.x0 - segment.x0 < 8 * segment.size &&
        overlapOf(other, segment) > -3 * segment.size
      );
    });
    const value = values.sort((a, b) => a.x0 - b.x0)[0];
    const isMarked = value && /%|[a-zµ]{1,3}\/|mg$|^nd$|detected/i.test(value.text);
    return value && isMarked && isReported(value.text)
      ? [{ name, value: value.text, limits: null, parts: [segment, value] }]
      : [];
  });

const UNIT_BEHIND = /\s*(?:%|\()\s*.*$/;

/** "Result: 6.59" below the title of a section that names one test. */
const underTitle = (lines: readonly Line[]): Labelled[] =>
  lines.flatMap((line, at): Labelled[] => {
    const [segment] = line.segments;
    const value = /^results?\s*:\s*(\S.*)$/i.exec(segment?.text ?? '')?.[1];
    const title = lines[at - 1]?.segments[0];
    if (!segment || !value || !title || !isReported(value) || segment.y0 - title.y1 > 2 * segment.size) return [];
    const name = title.text.replace(UNIT_BEHIND, '');
    return isAnalyte(name) ? [{ name, value, limits: null, parts: [title, segment] }] : [];
  });

const resultOf = ({ name, value, limits, parts }: Labelled): FoundResult => {
  const result = cleanResult(value);
  const verdict = decide({
    specification: limits,
    result,
    printed: '',
    bare: undefined,
    specificationUnit: undefined,
    resultUnit: undefined,
  });
  const words = parts.flatMap((part) => part.words);
  return {
    parameter: cleanName(name),
    specification: limits,
    result,
    status: verdict.status,
    signs: {
      ocr: Math.min(1, ...words.map(({ confidence }) => confidence)),
      kind: kindOf(result),
      crossing: false,
      lines: 1,
      verdict,
      hasSpecification: limits !== null,
      source: 'label',
    },
  };
};

/** Results that stand behind or below a label instead of in a table. */
export const readLabelResults = ({ segments }: Sheet): FoundResult[] => {
  const lines = readLines(segments);
  const labelled = [...lines.flatMap(inLine), ...below(segments), ...underTitle(lines)];
  const used = new Set<Segment>();
  return labelled
    .filter(
      ({ value, parts }) =>
        isFinding(kindOf(value)) && !parts.some((part) => used.has(part)) && parts.every((part) => used.add(part)),
    )
    .map(resultOf);
};
