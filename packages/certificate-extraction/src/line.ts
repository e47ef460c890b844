import { enclose, measureHeight } from './measure.ts';
import type { Box, Ruling, Word } from './page.ts';

/** Words that stand on one base line, left to right. */
export type Line = Box & { words: readonly Word[] };

/** A run of words of one line without a wide gap or a ruling between them. */
export type Segment = Box & { words: readonly Word[]; text: string };

const SUPERSCRIPT = 0.7;

/** The lines of a page from top to bottom. Follows each line from left to right, so that a slight skew does not break it. */
export function groupLines(words: readonly Word[]): Line[] {
  const open: { words: Word[]; last: Word }[] = [];
  for (const word of [...words].sort((a, b) => a.x0 - b.x0 || a.y0 - b.y0)) {
    const line = bestLine(open, word);
    if (!line) {
      open.push({ words: [word], last: word });
      continue;
    }
    line.words.push(word);
    if (!isRaised(word, line.last)) line.last = word;
  }
  return open
    .map((line) => ({ ...enclose(line.words), words: line.words }))
    .sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1 || a.x0 - b.x0);
}

/** Splits a line where the gap is wider than `gap` times the letter height or a vertical ruling stands. */
export function splitSegments(line: Line, rulings: readonly Ruling[] = [], gap = 0.8): Segment[] {
  const vertical = rulings.filter(
    (ruling) => measureHeight(ruling) > ruling.x1 - ruling.x0 && coversMiddle(ruling, line),
  );
  const runs: Word[][] = [];
  for (const word of line.words) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && !isApart({ previous, word, vertical, gap })) run.push(word);
    else runs.push([word]);
  }
  return runs.map((run) => ({ ...enclose(run), words: run, text: joinText(run) }));
}

/** The words of a run as text, one space between them. */
export function joinText(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}

type Gap = { previous: Word; word: Word; vertical: readonly Ruling[]; gap: number };

function isApart({ previous, word, vertical, gap }: Gap): boolean {
  const height = Math.max(measureHeight(previous), measureHeight(word));
  if (word.x0 - previous.x1 > gap * height) return true;
  const from = (previous.x0 + previous.x1) / 2;
  const to = (word.x0 + word.x1) / 2;
  return vertical.some((ruling) => ruling.x0 > from && ruling.x1 < to);
}

// An exponent says less about its line than the word that it hangs on.
function isRaised(word: Word, base: Word): boolean {
  const height = measureHeight(base);
  return (
    measureHeight(word) < SUPERSCRIPT * height && word.x0 - base.x1 < 0.25 * height && word.y1 < base.y1 - 0.15 * height
  );
}

// Among lines that share enough height the one whose last word is nearest decides: a skewed page climbs with its width.
function bestLine<T extends { last: Word }>(lines: readonly T[], word: Word): T | undefined {
  let best: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    if (sharedHeight(line.last, word) <= 0.5) continue;
    const apart =
      Math.abs(line.last.y0 + line.last.y1 - word.y0 - word.y1) / 2 + Math.abs(word.x0 - line.last.x1) / 100;
    if (apart < least) [best, least] = [line, apart];
  }
  return best;
}

// A tall title stands beside several small lines; it is on one line with none of them.
function sharedHeight(one: Box, other: Box): number {
  const small = Math.max(Math.min(measureHeight(one), measureHeight(other)), 0.1);
  const apart = Math.abs(one.y0 + one.y1 - other.y0 - other.y1) / 2;
  const overlap = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  const isTall = small < 0.45 * Math.max(measureHeight(one), measureHeight(other));
  const isTouching =
    other.x0 - one.x1 < 0.6 * small && apart < 0.35 * Math.max(measureHeight(one), measureHeight(other));
  return (isTall && !isTouching) || apart > 0.6 * small ? 0 : overlap / small;
}

function coversMiddle(ruling: Ruling, line: Line): boolean {
  const middle = (line.y0 + line.y1) / 2;
  return ruling.y0 <= middle && ruling.y1 >= middle;
}
