import { expect } from 'chai';
import type { RecognizedWord } from '../../../src/ocr/look/recognizer.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { outvoteDigits } from '../../../src/ocr/repair/digit-vote.ts';
import { indexInk } from '../../../src/ocr/repair/repair-word.ts';
import { drawnPage } from '../drawn-page.ts';

const STEP = 24;

/** A page of printed numbers, a column each, and the words that recognition makes of them. */
const voted = (printed: readonly string[], read: readonly string[]): RecognizedWord[] => {
  const words: RecognizedWord[] = [];
  const page = drawnPage(1800, 200, (context) => {
    context.font = '40px Drawn';
    for (const [at, text] of printed.entries()) {
      const [x, y] = [30 + 110 * (at % 15), at < 15 ? 60 : 150];
      const letters = [...text].map((sign, index) => {
        context.fillText(sign, x + STEP * index, y);
        return { text: read[at]![index]!, x0: x + STEP * index, x1: x + STEP * (index + 1), y0: y - 32, y1: y };
      });
      const box = { x0: x, x1: x + STEP * text.length, y0: y - 32, y1: y };
      words.push({ ...box, text: read[at]!, confidence: 0.96, letters });
    }
  });
  return outvoteDigits(words, page, indexInk(findComponents(toInk(page))));
};
const many = Array.from({ length: 13 }, () => ['55', '66']).flat();

describe('figures that look like others of the page', () => {
  it('are set right by them, a little in doubt', () => {
    const words = voted([...many, '56'], [...many, '66']);
    expect(words.at(-1)).to.include({ text: '56', confidence: 0.91 });
    expect(words.slice(0, -1).map(({ text }) => text)).to.deep.equal(many);
    expect(words[0]!.confidence).to.equal(0.96);
  });

  it('are left where the figure that was read is rare on the page', () => {
    const fives = Array.from({ length: 26 }, () => '55');
    const words = voted([...fives, '56'], [...fives, '56']);
    expect(words.map(({ text }) => text)).to.deep.equal([...fives, '56']);
    expect(words.at(-1)!.confidence).to.equal(0.96);
  });
});
