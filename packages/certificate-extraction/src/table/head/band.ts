import { enclose, gapBetween, measureOverlap } from '../../measure.ts';
import type { Box } from '../../page.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import { isCounted } from '../cell/test-piece.ts';
import type { Line, Segment } from '../segment/segment.ts';
import { CODE, type Evaluated, evaluateSegment, isStrict, isValueHead, LIMITING, type Stretch } from './stretch.ts';
import { isOverFindings } from './support.ts';
import { type HeadWord, readHeadWord } from './word.ts';

const readTogether = (segments: readonly Segment[]): HeadWord | undefined =>
  readHeadWord(
    [...segments]
      .sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
      .map(({ text }) => text)
      .join(' '),
  );

/** True for a word over limits; it may also stand between cells of a head that are centred beside its two levels. */
const isOfLimits = (evaluated: Evaluated): boolean =>
  isStrict(evaluated) && evaluated.word !== undefined && LIMITING.includes(evaluated.word.role);

/** True where a segment above or below a head's cell completes it, or spans several cells. */
const isStacked = (segment: Segment, members: readonly Segment[]): boolean => {
  const touched = members.filter((member) => measureOverlap(member, segment) > 0);
  if (touched.length === 0) return false;
  const isSpanning = touched.some((one) => touched.some((other) => other.x0 > one.x1));
  const evaluated = evaluateSegment(segment);
  const isEnd = isOfLimits(evaluated) && touched.some((each) => isOfLimits(evaluateSegment(each)));
  return isSpanning || isEnd || evaluated.filler || readTogether([...touched, segment])?.strict === true;
};

const FARTHEST_BESIDE = 14;
const VERDICT = /^(?:pass(?:ed)?|fail(?:ed)?)$/i;

/** True for a head word that stands on the height of a head, in a gap between its cells or at its side. */
const isBeside = (evaluated: Evaluated, members: readonly Segment[]): boolean => {
  const { segment } = evaluated;
  const band = enclose(members);
  if (gapBetween(segment, band) > -0.2 * segment.size || members.some((member) => measureOverlap(member, segment) > 0))
    return false;
  const distance = -measureOverlap(segment, band);
  // "Pass" beside a head is a cell of the table there.
  const isFiller = evaluated.filler && !VERDICT.test(segment.text);
  return isStrict(evaluated) || (isFiller && distance < FARTHEST_BESIDE * segment.size);
};

const MOST_HEIGHT = 6.5;
const NEAR = 0.75;
const NEAR_LOWER_HEAD = 1.7;

/** True where a line holds head words alone that are more than fillers: a lower level of the head, which may stand off. */
const isLowerHead = (inside: readonly Evaluated[]): boolean =>
  inside.length > 0 && inside.every((each) => isStrict(each) && each.word?.role !== 'unit');

/** True for a whole line of heads that repeats what stands below each sample: "Result, Q, Result, Q". */
const isRepeated = (inside: readonly Evaluated[]): boolean =>
  isLowerHead(inside) &&
  !inside.some(({ word }) => word?.role === 'parameter') &&
  inside.filter(isValueHead).length >= 2 &&
  new Set(inside.map(({ segment }) => segment.text)).size * 2 <= inside.length;

/** True for heads of which several stand under one cell of the level above. */
const isUnderOne = (inside: readonly Evaluated[], members: readonly Segment[]): boolean =>
  members.some((member) => inside.filter(({ segment }) => measureOverlap(member, segment) > 0).length >= 2);

const isHeadLike = (evaluated: Evaluated): boolean => isStrict(evaluated) || evaluated.filler;

/** True for a word at the side of a head that stands nearer to other words of its line: the end of a running text. */
const isOfAnother = (segment: Segment, line: Line, band: Box): boolean => {
  const distance = -measureOverlap(segment, band);
  const strangers = line.segments.filter((other) => other !== segment && !isHeadLike(evaluateSegment(other)));
  return (
    distance > 0 &&
    strangers.some((other) => measureOverlap(other, band) <= 0 && -measureOverlap(other, segment) < distance)
  );
};

const MOST_LEVEL_WORDS = 3;

/** True for a line that names columns of several kinds, even where one of its words is unknown, and holds nothing found. */
const isHeadLine = (within: readonly Evaluated[]): boolean => {
  if (within.every(isHeadLike)) return true;
  const roles = new Set(within.filter(isStrict).map(({ word }) => word?.role));
  const isShort = within.every(({ segment }) => segment.words.length <= MOST_LEVEL_WORDS);
  return roles.size >= 2 && isShort && !within.some(({ segment }) => isFinding(toKind(segment.text)));
};

/** What of a line belongs to the head whose members are known. */
const joinPart = (line: Line, members: readonly Segment[], size: number): Segment[] => {
  const band = enclose(members);
  const height = Math.max(line.y1, band.y1) - Math.min(line.y0, band.y0);
  if (gapBetween(line, band) > NEAR_LOWER_HEAD * size || height > MOST_HEIGHT * size) return [];
  const inside = line.segments.filter((segment) => !members.includes(segment)).map(evaluateSegment);
  const within = inside.filter(({ segment }) => measureOverlap(segment, band) > 0);
  const reach = line.y0 > band.y0 && isLowerHead(within) ? NEAR_LOWER_HEAD : NEAR;
  if (gapBetween(line, band) > reach * size) return [];
  const isHead = isHeadLine(within);
  const isBelow = line.y0 > band.y0 && within.length > 1;
  const isLevel = isBelow && (isRepeated(inside) || (isLowerHead(inside) && isUnderOne(inside, members)));
  const isTall = gapBetween(line, band) < -0.25 * size;
  return inside
    .filter(
      (each) =>
        isLevel ||
        (isHead && isOfLimits(each) && members.every((member) => measureOverlap(member, each.segment) <= 0)) ||
        (isBeside(each, members) && !isOfAnother(each.segment, line, band)) ||
        (isHead && !isHeadLike(each) && members.some((member) => measureOverlap(member, each.segment) > 0)) ||
        ((isHead || isTall) && isHeadLike(each) && isStacked(each.segment, members)),
    )
    .map(({ segment }) => segment);
};

const isCode = ({ text }: Segment): boolean => CODE.test(text) || /^(?:sample|batch|lot) \S{1,3}$/i.test(text);

/** Counted pieces need a group that stands over more than one of them. */
const spans = (group: Segment, samples: readonly Segment[]): boolean =>
  samples.every(isCode) || samples.filter((sample) => measureOverlap(sample, group) > 0).length >= 2;

const areSamples = (segments: readonly Segment[]): boolean =>
  segments.length >= 2 && (segments.every(isCode) || isCounted(segments));

/**
 * A head of two levels at the side of cells that are as high as both: what it says of results, batches or test pieces, and
 * their numbers below it.
 */
const samplesBeside = (members: readonly Segment[], lines: readonly Line[], size: number): Segment[] => {
  const band = enclose(members);
  const near = lines.filter((line) => gapBetween(line, band) < NEAR * size).flatMap(({ segments }) => segments);
  const outside = near.filter((segment) => members.every((member) => measureOverlap(member, segment) <= 0));
  return outside
    .filter((segment) => isStrict(evaluateSegment(segment)))
    .flatMap((group) => {
      const under = outside.filter(
        (segment) => segment.y0 >= group.y1 - 0.3 * size && segment.y0 - group.y1 < NEAR_LOWER_HEAD * size,
      );
      const samples = under.filter((segment) => measureOverlap(segment, group) > 0 || isCode(segment));
      return areSamples(samples) && spans(group, samples) ? [group, ...samples] : [];
    });
};

/** The batch numbers that stand on the line below a head, under what it says of results, batches or samples. */
const samplesBelow = (members: readonly Segment[], lines: readonly Line[], size: number): Segment[] => {
  const band = enclose(members);
  const groups = members.filter(({ text }) => /result|batch|lot|sample|heat|charge/i.test(text));
  const others = members.filter((member) => !groups.includes(member));
  const line = lines.find(
    (each) => each.y0 > band.y0 && each.y0 - band.y1 > -0.3 * size && each.y0 - band.y1 < NEAR_LOWER_HEAD * size,
  );
  if (!line || !areSamples(line.segments) || !groups.some((group) => spans(group, line.segments))) return [];
  return line.segments.every((code) => others.every((other) => measureOverlap(other, code) <= 0))
    ? [...line.segments]
    : [];
};

const MOST_UNKNOWN_WORDS = 4;
const FARTHEST_UNKNOWN = 22;

/** Words at the height of a head that say nothing to us, but stand over findings: the heads of columns all the same. */
const unknownBeside = (members: readonly Segment[], lines: readonly Line[], size: number): Segment[] => {
  const line = lines.find(({ segments }) => segments.some((segment) => segment === members[0]));
  const right = Math.max(...members.map(({ x1 }) => x1));
  const left = Math.min(...members.map(({ x0 }) => x0));
  return (line?.segments ?? []).filter(
    (segment) =>
      !members.includes(segment) &&
      segment.x0 > left &&
      segment.x0 - right < FARTHEST_UNKNOWN * size &&
      segment.words.length <= MOST_UNKNOWN_WORDS &&
      !segment.text.endsWith(':') &&
      members.every((member) => measureOverlap(member, segment) <= 0) &&
      isOverFindings(segment, lines),
  );
};

/** The segments of a head: its telling stretch and what stands above, below and beside it and belongs to it. */
export const growBand = ({ cells }: Stretch, lines: readonly Line[]): Segment[] => {
  const members = cells.map(({ segment }) => segment);
  const size = members[0]?.size ?? 1;
  for (let grown = true; grown; ) {
    const unknown = unknownBeside(members, lines, size);
    members.push(...unknown);
    grown = lines.some((line) => {
      const part = joinPart(line, members, size);
      members.push(...part);
      return part.length > 0;
    });
    grown ||= unknown.length > 0;
  }
  members.push(...samplesBeside(members, lines, size));
  return [...members, ...samplesBelow(members, lines, size)];
};
