import { directionMark, hasRightToLeft } from './pdf-direction.ts';

type Measure = (text: string) => number;

const BETWEEN_WORDS = /(?<=\p{L}{2}[/-])(?=\p{L}{2})/u;

/** Scripts that are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const splitSegments = (text: string, by: Intl.Segmenter): string[] =>
  Array.from(by.segment(text), ({ segment }) => segment);

/** The parts of a word: it may end after a slash or a hyphen, but not where a digit makes it a code, a time or an identifier. */
const wordParts = (word: string): string[] => {
  if (UNSPACED.test(word)) return splitSegments(word, words);
  return /\d/.test(word) ? [word] : word.split(BETWEEN_WORDS);
};

/** The parts of a paragraph after which a line may end. */
const splitPieces = (paragraph: string): string[] => (paragraph.match(/\s|\S+/g) ?? []).flatMap(wordParts);

/** A piece that is wider than a line, in parts that are not: added up by character, so that a long one takes no longer each. */
const splitParts = (piece: string, width: number, measure: Measure): string[] => {
  if (measure(piece) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  let filled = 0;
  for (const character of splitSegments(piece, graphemes)) {
    const more = measure(character);
    if (part !== '' && filled + more > width) {
      parts.push(part);
      part = '';
      filled = 0;
    }
    part += character;
    filled += more;
  }
  return [...parts, part];
};

const wrapParagraph = (paragraph: string, width: number, measure: Measure): string[] => {
  if (measure(paragraph) <= width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  for (const piece of splitPieces(paragraph)) {
    for (const part of splitParts(piece, width, measure)) {
      // A line grows by no blanks beyond its width: it would be measured again for each.
      if (part.trim() === '' && measure(line + part) > width) continue;
      if (line !== '' && measure((line + part).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      if (line !== '' || part.trim() !== '') line += part;
    }
  }
  return [...lines, line.trimEnd()];
};

/** The lines of a text that are at most `width` wide; at least one. A mark gives for each line the direction of its paragraph. */
export const wrap = (text: string, width: number, measure: Measure): string[] =>
  text
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/)
    .flatMap((paragraph) => {
      const lines = wrapParagraph(paragraph, width, measure);
      return hasRightToLeft(paragraph) ? lines.map((line) => `${directionMark(paragraph)}${line}`) : lines;
    });
