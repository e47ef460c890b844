import { groupLines, joinText, type Line, splitSegments } from '../../line.ts';
import { enclose } from '../../measure.ts';
import type { Box, Page, Word } from '../../page.ts';
import { type LabelMatch, LONGEST_LABEL, matchLabel } from '../label/label.ts';
import { matchMisreadLabel } from '../label/misread.ts';
import { endsLabel, findRuns, splitGlued } from './run.ts';

/** A stretch of a line: a label with the words behind it, or words without a label. `match` is what the label names. */
export type Part = Box & {
  page: number;
  label: readonly Word[];
  value: readonly Word[];
  match: LabelMatch | undefined;
  colon: boolean;
};

// Words before a label that make it the label of something else ("Analytical Batch", "Lab Batch Date").
const CHANGING =
  /^(?:lab|laboratory|analytical|analysis|qc|qa|hplc|gc|lc|ms|icp|pcr|prep|preparation|extraction|run|reagent|standard|column|media|solvent|sampl(?:e|ing)|received|collected|tested|overall|total|per|the|this|of|for|in|each|every|another|next|order|harvest(?:ed)?|print|next)$/i;

/** The stretches of a page from top to bottom, left to right. */
export function splitParts(page: Page): Part[] {
  const lines = groupLines(page.words.flatMap(splitGlued));
  const gap = columnGap(lines);
  const parts = lines.flatMap((line) => partsOfLine(line, page, gap));
  return page.origin === 'ocr' ? parts.map(withMisreadLabel) : parts;
}

function withMisreadLabel(part: Part): Part {
  if (part.match && (part.match.hits[0]?.weight ?? 1) > 0.6) return part;
  const label = part.colon ? part.label : [...part.label, ...part.value];
  const hit =
    label.length > 5 || hasDigit(part.colon ? [] : part.value) ? undefined : matchMisreadLabel(joinText(label));
  return hit ? { ...part, label, value: part.colon ? part.value : [], match: { hits: [hit] } } : part;
}

/** The gap that parts columns, in letter heights: wide letters of one width stand wider apart than others. */
function columnGap(lines: readonly Line[]): number {
  const gaps = lines.flatMap(({ words }) =>
    words.slice(1).map((word, index) => {
      const before = words[index] ?? word;
      return (word.x0 - before.x1) / Math.max(word.y1 - word.y0, before.y1 - before.y0, 1);
    }),
  );
  const blanks = gaps.filter((gap) => gap > 0.1 && gap < 1.6).sort((a, b) => a - b);
  return Math.min(1.5, Math.max(0.9, 1.6 * (blanks[blanks.length >> 1] ?? 0)));
}

/** Where a candidate stands that a part gives. */
export function standsAt({ page, x0, y0, x1, y1 }: Part): { page: number; y: number; box: Box } {
  return { page, y: y0, box: { x0, y0, x1, y1 } };
}

/** The words of a label or value as one text. */
export function partText(part: Part): string {
  return joinText([...part.label, ...part.value]);
}

function partsOfLine(line: Line, page: Page, gap: number): Part[] {
  return findRuns(splitSegments(line, page.rulings, gap).map((segment) => segment.words)).flatMap((words) =>
    readParts(words).map((part) => ({ ...part, ...enclose([...part.label, ...part.value]), page: page.number })),
  );
}

type Stretch = Pick<Part, 'label' | 'value' | 'match' | 'colon'>;

function readParts(words: readonly Word[]): Stretch[] {
  const colons = words.flatMap((word, index) => (endsLabel(word) ? [index] : []));
  const first = colons[0];
  if (first === undefined) return [readWithoutColon(words)];
  const starts = colons.map((colon, index) => labelStart(words, index === 0 ? 0 : (colons[index - 1] ?? 0) + 1, colon));
  const before = words.slice(0, starts[0]);
  const labelled = colons.map((colon, index): Stretch => {
    const label = words.slice(starts[index], colon + 1);
    const value = words.slice(colon + 1, starts[index + 1] ?? words.length);
    return { label, value, match: matchLabel(joinText(label)), colon: true };
  });
  return before.length === 0 ? labelled : [readWithoutColon(before), ...labelled];
}

/** Where the label that ends at `colon` begins: the whole run, or the longest known label at its end. */
function labelStart(words: readonly Word[], from: number, colon: number): number {
  const isFirst = from === 0;
  if (isFirst && (colon - from < 6 || matchLabel(joinText(words.slice(from, colon + 1))))) {
    const known = matchLabel(joinText(words.slice(from, colon + 1)));
    if (known || !hasDigit(words.slice(from, colon))) return from;
  }
  for (let start = Math.max(from, colon - LONGEST_LABEL); start <= colon; start += 1) {
    const before = words[start - 1];
    if (before && start > from && CHANGING.test(before.text)) continue;
    if (matchLabel(joinText(words.slice(start, colon + 1)))) return start;
  }
  if (isFirst) return from;
  const isApart = /[,;]$/.test(words[colon - 1]?.text ?? '');
  return Math.max(from, boldStart(words, from, colon) ?? (isApart ? colon : colon - 1));
}

function boldStart(words: readonly Word[], from: number, colon: number): number | undefined {
  if (!words[colon]?.bold) return undefined;
  let start = colon;
  while (start > from && words[start - 1]?.bold) start -= 1;
  return start === from ? undefined : start;
}

// "Batch # 18362" and "DATE ISSUED 11/21/2021" carry no colon; labels of other things must stand alone then.
function readWithoutColon(words: readonly Word[]): Stretch {
  const whole = matchLabel(joinText(words));
  const isProse = whole?.hits.length === 0 && /^\p{Ll}/u.test(words[0]?.text ?? '');
  if (whole && !isProse) return { label: words, value: [], match: whole, colon: false };
  for (let end = Math.min(words.length - 1, LONGEST_LABEL); end > 0; end -= 1) {
    const match = matchLabel(joinText(words.slice(0, end)));
    if (!match) continue;
    if (match.hits.length === 0 && !/^by$/i.test(words[end - 1]?.text ?? '')) break;
    return { label: words.slice(0, end), value: words.slice(end), match, colon: false };
  }
  return { label: [], value: words, match: undefined, colon: false };
}

function hasDigit(words: readonly Word[]): boolean {
  return words.some((word) => /\d/.test(word.text));
}
