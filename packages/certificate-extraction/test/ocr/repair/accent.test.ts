import { expect } from 'chai';
import type { RecognizedLetter } from '../../../src/ocr/look/recognizer.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { withAccents } from '../../../src/ocr/repair/accent.ts';
import { indexInk } from '../../../src/ocr/repair/repair-word.ts';
import { drawnPage } from '../drawn-page.ts';

/** What becomes of a word printed as `printed` and read letter for letter as `read`; `|` parts letters of one printed one. */
const accented = (printed: string, read: string, draw?: (context: { fillRect: CanvasFill }) => void): string => {
  const letters: RecognizedLetter[] = [];
  const page = drawnPage(900, 160, (context) => {
    context.font = '48px Drawn';
    draw?.(context);
    let x = 60;
    for (const [at, sign] of [...printed].entries()) {
      const { width } = context.measureText(sign);
      context.fillText(sign, x, 100);
      const parts = (read.split(' ')[at] ?? '').split('|');
      for (const [part, text] of parts.entries()) {
        const step = width / parts.length;
        letters.push({ text, x0: x + part * step + 1, x1: x + (part + 1) * step - 1, y0: 55, y1: 100 });
      }
      x += width + 2;
    }
  });
  const text = letters.map((letter) => letter.text).join('');
  const word = { text, x0: 60, x1: letters.at(-1)?.x1 ?? 60, y0: 60, y1: 100, confidence: 0.9, letters };
  return withAccents(word, page, indexInk(findComponents(toInk(page)))).text;
};
type CanvasFill = (x: number, y: number, width: number, height: number) => void;

describe('accents', () => {
  it('are put back where their ink stands above the letter', () => {
    expect(accented('Identität', 'I d e n t i t a t')).to.equal('Identität');
    expect(accented('à', 'a')).to.equal('à');
    expect(accented('Métaux', 'M e t a u x')).to.equal('Métaux');
    expect(accented('contrôle', 'c o n t r o l e')).to.equal('contrôle');
    expect(accented('Critères', 'C r i t é r e s')).to.equal('Critères');
  });

  it('tell an "ü" and an "ä" that were read as other letters', () => {
    expect(accented('Prüfung', 'P r i|i f u n g')).to.equal('Prüfung');
    expect(accented('vägen', 'v i|i g e n')).to.equal('vägen');
  });

  it('are not made of dots that belong to letters, nor of specks', () => {
    expect(accented('limits', 'l i m i t s')).to.equal('limits');
    expect(accented('are', 'a r e', (context) => context.fillRect(72, 62, 2, 2))).to.equal('are');
  });

  it('spell a street with "ß"', () => {
    expect(accented('Straße', 'S t r a f|l e')).to.equal('Straße');
  });
});
