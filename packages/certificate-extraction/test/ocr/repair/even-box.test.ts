import { expect } from 'chai';
import type { RecognizedWord } from '../../../src/ocr/look/recognizer.ts';
import { evenBoxes } from '../../../src/ocr/repair/even-box.ts';

/** A word from `x0` on; each letter 10 wide, from the top `y0` down to 30, or to 38 where it hangs below the line. */
const word = (text: string, x0: number, { y0 = 10, base = 30 } = {}): RecognizedWord => {
  const letters = [...text].map((sign, at) => ({
    text: sign,
    x0: x0 + 10 * at,
    x1: x0 + 10 * at + 9,
    y0,
    y1: /[gp(),]/.test(sign) ? base + 8 : base,
  }));
  const y1 = Math.max(...letters.map((letter) => letter.y1));
  return { text, x0, x1: x0 + 10 * text.length, y0, y1, confidence: 1, letters };
};
const bottoms = (words: readonly RecognizedWord[]) => evenBoxes(words).map(({ y1 }) => y1);

describe('boxes of recognition', () => {
  it('reach as low for a number as for the word before it on its line', () => {
    expect(bottoms([word('passing', 0), word('45', 76)])).to.deep.equal([38, 38]);
  });

  it('leave a raised figure raised, and a number that stands apart', () => {
    expect(bottoms([word('mg', 0), word('2', 22, { base: 18 })])[1]).to.equal(18);
    expect(bottoms([word('passing', 0), word('45', 140)])[1]).to.equal(30);
  });

  it('end where the letters do, not the brackets', () => {
    expect(bottoms([word('(TAMC)', 0), word('(ag)', 200)])).to.deep.equal([30, 38]);
  });
});
