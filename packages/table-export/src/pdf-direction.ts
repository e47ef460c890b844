import bidiFactory from 'bidi-js';

// Its types have a member `default` that the module as Node loads it does not have.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const STRONG = /[\p{L}\p{N}]/u;

/** A part of a line that is read in one direction. */
export type Run = { text: string; isRightToLeft: boolean };

/** Whether some of a text is read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

const LEFT_TO_RIGHT_MARK = '\u200e';
const RIGHT_TO_LEFT_MARK = '\u200f';
const MARKS = /[\u200e\u200f]/g;

/** The mark of the direction in which a paragraph as a whole is read (UAX #9, rules P2 and P3). */
export const directionMark = (paragraph: string): string =>
  bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level === 1 ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK;

export const withoutMarks = (line: string): string => line.replaceAll(MARKS, '');

type Part = { text: string; level: number };

const levelParts = (line: string, levels: Uint8Array): Part[] => {
  const parts: Part[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const character = line.charAt(at);
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const last = parts.at(-1);
    if (last?.level === level) last.text += shown;
    else parts.push({ text: shown, level });
  }
  return parts;
};

/** From the highest level down, what is at least at it is turned round (UAX #9, rule L2). */
const reordered = (parts: readonly Part[]): Part[] => {
  const ordered = [...parts];
  for (let level = Math.max(...parts.map((part) => part.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
};

/**
 * The parts of a line from left to right, each as it is stored: its letters are put in order when they are shaped, but for a part
 * of signs alone, which shows no script that says how.
 */
export const visualRuns = (marked: string): Run[] => {
  const line = withoutMarks(marked);
  const { levels } = bidi.getEmbeddingLevels(line, directionMark(marked) === RIGHT_TO_LEFT_MARK ? 'rtl' : 'ltr');
  return reordered(levelParts(line, levels)).map(({ text, level }) => {
    const turned = level % 2 === 1;
    return { text: turned && !STRONG.test(text) ? Array.from(text).reverse().join('') : text, isRightToLeft: turned };
  });
};
