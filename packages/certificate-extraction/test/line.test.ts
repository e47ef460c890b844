import { expect } from 'chai';
import { groupLines, joinText, splitSegments } from '../src/line.ts';
import type { Word } from '../src/page.ts';

const word = (text: string, x0: number, y0: number, height = 9): Word => {
  return { text, x0, y0, x1: x0 + text.length * 5, y1: y0 + height, confidence: 1, bold: false };
};
const lines = (...words: Word[]) => groupLines(words).map((line) => joinText(line.words));

describe('lines of a page', () => {
  it('puts words of one base line together, left to right, and lines from top to bottom', () => {
    expect(lines(word('below', 10, 30), word('right', 60, 11), word('left', 10, 10))).to.deep.equal([
      'left right',
      'below',
    ]);
  });

  it('follows a skewed line across the page', () => {
    const skewed = Array.from({ length: 10 }, (_, index) => word(`w${index}`, 10 + index * 50, 10 + index * 2));
    expect(lines(...skewed)).to.have.length(1);
  });

  it('keeps small lines apart that stand beside a tall title', () => {
    expect(lines(word('Title', 10, 10, 32), word('first', 200, 10, 8), word('second', 200, 20, 8))).to.have.length(3);
  });

  it('keeps two lines apart that stand beside larger letters', () => {
    expect(lines(word('Large', 10, 10, 16), word('first', 200, 8, 9), word('second', 200, 19, 9))).to.have.length(3);
  });

  it('keeps a raised exponent on its line and the words behind it too', () => {
    expect(lines(word('10', 10, 12), word('3', 20.5, 10.5, 6), word('CFU/g', 30, 12))).to.deep.equal(['10 3 CFU/g']);
  });

  it('parts segments at wide gaps and at vertical rulings', () => {
    const [line] = groupLines([word('Batch', 10, 10), word('No.', 38, 10), word('A1', 120, 10), word('B2', 133, 10)]);
    const ruling = { x0: 131, x1: 131.5, y0: 0, y1: 40 };
    expect(line && splitSegments(line, [ruling]).map(({ text }) => text)).to.deep.equal(['Batch No.', 'A1', 'B2']);
    expect(line && splitSegments(line).map(({ text }) => text)).to.deep.equal(['Batch No.', 'A1 B2']);
  });
});
