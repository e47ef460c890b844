import type { RecognizedWord } from '../look/recognizer.ts';

const STROKES = /^[|_~=\\/[\](){}.,:;'"`´^*•·°©®™—«»!]+$/;

/** Leaves out strokes and dots that stand alone, without a word beside them: what is left of frames and drawings. */
export function withoutDecoration(words: readonly RecognizedWord[]): RecognizedWord[] {
  const plain = words.filter((word) => !STROKES.test(word.text));
  return words.filter((word) => {
    const reach = 1.5 * (word.y1 - word.y0);
    const isBeside = (other: RecognizedWord): boolean =>
      other.x0 < word.x1 + reach && other.x1 > word.x0 - reach && other.y0 < word.y1 && other.y1 > word.y0;
    return !STROKES.test(word.text) || plain.some(isBeside);
  });
}
