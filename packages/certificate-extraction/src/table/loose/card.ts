import type { Word } from '../../page.ts';
import { isAnalyte } from '../cell/analyte.ts';
import { isLimit, isUnit, toKind } from '../cell/cell-kind.ts';
import { isLooseName } from '../cell/test-name.ts';
import { type Role, readHeadWord } from '../head/word.ts';
import { cleanName, type FoundResult } from '../result/found-result.ts';
import { withSign } from '../result/limits.ts';
import { readResult } from '../result/plain-result.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';

/** A test in a block of its own: its name with labelled lines below it ("Limit: …", "Result: …"). */
type Card = { title: Segment; said: ReadonlyMap<Role, string>; parts: readonly Segment[] };

/** Results that stand in cards, and the words that say them. */
export type Cards = { results: FoundResult[]; words: Set<Word> };

const SAID: readonly Role[] = ['specification', 'minimum', 'maximum', 'result', 'status', 'method', 'unit'];
const JUDGED: readonly Role[] = ['specification', 'minimum', 'maximum', 'status'];
const SAMPLE = /^(?:heat|lot|batch|sample|coil|order|specimen|charge|test piece)\b/i;
const MOST_NAME_WORDS = 9;
const MOST_LABEL_WORDS = 3;
const FARTHEST_VALUE = 12;
const FARTHEST_LINE = 1.1;
const SAME_EDGE = 1.5;
const FEWEST_CARDS = 2;

type Entry = { role: Role; value: string; parts: Segment[] };

const findRole = (label: string): Role | undefined => {
  if (label.split(' ').length > MOST_LABEL_WORDS) return undefined;
  const word = readHeadWord(label);
  return word?.strict && word.unit === undefined && SAID.includes(word.role) ? word.role : undefined;
};

const INLINE = /^([^:]{2,30}?)\s*:\s*(\S.*)$/;

/** True for a label, with or without its value. */
const startsEntry = ({ text }: Segment): boolean =>
  findRole(INLINE.exec(text)?.[1] ?? text.replace(/\s*:$/, '')) !== undefined;

/** What the segment says behind its own label, or what stands beside it; undefined where several values do. */
const entryAt = ({ segments }: Line, at: number): Entry | undefined => {
  const segment = segments[at];
  if (!segment) return undefined;
  const [, inner = '', value] = INLINE.exec(segment.text) ?? [];
  const own = findRole(inner);
  if (own && value) return { role: own, value, parts: [segment] };
  const role = findRole(segment.text.replace(/\s*:$/, ''));
  const next = segments[at + 1];
  const third = segments[at + 2];
  const isOneOfSeveral =
    next && third && !startsEntry(third) && third.x0 - next.x1 < FARTHEST_VALUE * segment.size && !isTitle(third);
  const isNear = next && next.x0 - segment.x1 < FARTHEST_VALUE * segment.size;
  const isBeside = isNear && !startsEntry(next) && !isOneOfSeveral;
  return role && isBeside ? { role, value: next.text, parts: [segment, next] } : undefined;
};

const isTitle = (segment: Segment): boolean =>
  segment.words.length <= MOST_NAME_WORDS &&
  !segment.text.endsWith(':') &&
  toKind(segment.text) === 'text' &&
  !isLimit(segment.text) &&
  (isAnalyte(segment.text) || !isUnit(segment.text)) &&
  !INLINE.test(segment.text) &&
  findRole(segment.text) === undefined &&
  !SAMPLE.test(segment.text) &&
  isLooseName(cleanName(segment.text));

const readEntries = (lines: readonly Line[]): Entry[] =>
  lines.flatMap((line) => line.segments.flatMap((_, at) => entryAt(line, at) ?? []));

/** The labelled lines that stand closely below a title, at its edge. */
const toCard = (title: Segment, entries: readonly Entry[]): Card[] => {
  const said = new Map<Role, string>();
  const parts = [title];
  let last = title;
  for (const { role, value, parts: own } of entries) {
    const [label] = own;
    if (!label || label.y0 < last.y1 - 0.5 * label.size || Math.abs(label.x0 - title.x0) > SAME_EDGE * label.size)
      continue;
    if (label.y0 - last.y1 > FARTHEST_LINE * label.size) break;
    // Two results of one test are those of two samples.
    if (said.has(role)) return [];
    said.set(role, value);
    parts.push(...own);
    last = label;
  }
  return said.has('result') && JUDGED.some((role) => said.has(role)) ? [{ title, said, parts }] : [];
};

const findLimits = (said: ReadonlyMap<Role, string>): string | undefined => {
  const [low, high] = [said.get('minimum'), said.get('maximum')];
  const ends = low && high ? `${low} - ${high}` : low ? withSign(low, '≥') : high && withSign(high, '≤');
  return said.get('specification') ?? ends;
};

const readCard = ({ title, said, parts }: Card): FoundResult => {
  const [limits, verdict] = [findLimits(said), said.get('status')];
  return readResult({
    name: title.text,
    cell: {
      result: said.get('result') ?? '',
      ...(limits === undefined || toKind(limits) === 'nothing' ? {} : { limits }),
      ...(verdict === undefined ? {} : { verdict }),
    },
    words: parts.flatMap(({ words }) => words),
    source: 'card',
    unit: said.get('unit'),
  });
};

const joinKinds = ({ said }: Card): string => [...said.keys()].sort().join();

/**
 * Results that stand in cards: blocks of one test each, its name above labelled lines, beside and below each other. One
 * such block alone may be anything; several with the same labels are tests.
 */
export const readCards = (segments: readonly Segment[]): Cards => {
  const entries = readEntries(readLines(segments));
  if (entries.filter(({ role }) => role === 'result').length < FEWEST_CARDS) return { results: [], words: new Set() };
  const cards = segments.filter(isTitle).flatMap((title) => toCard(title, entries));
  const alike = cards.filter((card) => cards.some((other) => other !== card && joinKinds(other) === joinKinds(card)));
  return {
    results: alike.map(readCard),
    words: new Set(alike.flatMap(({ parts }) => parts.flatMap(({ words }) => words))),
  };
};
