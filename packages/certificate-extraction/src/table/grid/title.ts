import { measureHeight } from '../../measure.ts';
import { toKind } from '../cell/cell-kind.ts';
import { isSectionTitle } from '../cell/section-title.ts';
import type { Head } from '../head/head.ts';
import { readLines, type Segment } from '../segment/segment.ts';
import { isForeign } from './body.ts';

const DOCUMENT = /certifi[ck]|zertifikat|zeugnis|bulletin|\b(?:report|page|bericht|rapport)\b/i;
const HIGHEST = 7;
const MOST_WORDS = 8;
const SIDE = 3;

/** Without what is printed beside a title: a date, "continued", a letter that counts the sections. */
const bare = (text: string): string =>
  text
    .replace(/^\[?[A-Z0-9]{1,2}[\].)]\s+/, '')
    .replace(/\s*[-–|]?\s*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: cont\w+)?|\(?cont(?:inued|'?d)?\.?\)?)\s*$/i, '')
    .trim();

const isTitle = (segment: Segment, head: Head): boolean => {
  const text = bare(segment.text);
  if (segment.text.includes(':') || toKind(text) !== 'text' || DOCUMENT.test(text)) return false;
  if (!/\p{L}{3}/u.test(text) || text.split(' ').length > MOST_WORDS || /[=;]|\.\w{3}$/.test(text)) return false;
  const isLarger = measureHeight(segment) > 1.1 * head.size;
  return isLarger || segment.bold || isSectionTitle(text) || (/\p{Lu}{4}/u.test(text) && text === text.toUpperCase());
};

/** The title that stands above a head, nearest to it; undefined where nothing there looks like one. */
export const titleAbove = (head: Head, segments: readonly Segment[]): string | undefined => {
  const above = readLines(segments.filter(({ y1 }) => y1 <= head.y0 + 1 && head.y0 - y1 < HIGHEST * head.size));
  for (const line of above.toReversed()) {
    const first = line.segments.find(({ x0, x1 }) => x1 > head.x0 - SIDE * head.size && x0 < head.x1);
    if (first && !isForeign({ ...line, segments: [first] }) && isTitle(first, head)) return bare(first.text);
  }
  return undefined;
};
