import { expect } from 'chai';
import { findSigns } from '../../../src/ocr/clean/sign.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnPage } from '../drawn-page.ts';

const signsIn = (text: string, font: string) => {
  const page = drawnPage(600, 120, (context) => {
    context.font = font;
    context.fillText(text, 40, 80);
  });
  const ink = toInk(page);
  return findSigns(findComponents(ink), ink).map((sign) => sign.text);
};

describe('signs of two parts', () => {
  for (const font of ['36px Drawn', '48px DrawnBold']) {
    it(`tells at least, at most and plus-minus apart in ${font}`, () => {
      expect(signsIn('≥ 98.0', font)).to.deep.equal(['≥']);
      expect(signsIn('≤ 0.5', font)).to.deep.equal(['≤']);
      expect(signsIn('± 0.2', font)).to.deep.equal(['±']);
    });

    it(`finds none in other text in ${font}`, () => {
      expect(signsIn('a = b: < 2 i j ; - 7.5 % E + T', font)).to.deep.equal([]);
    });
  }

  /** An angle that opens to one side with its bar grown on to it, and text behind it. */
  const grown = (opens: 'left' | 'right', text: string, before = '') => {
    const page = drawnPage(600, 120, (context) => {
      const x = (share: number): number => 100 + 22 * (opens === 'right' ? share : 1 - share);
      context.lineWidth = 4;
      context.lineJoin = 'round';
      context.beginPath();
      context.moveTo(x(1), 58);
      context.lineTo(x(0.1), 65);
      context.lineTo(x(1), 72);
      context.stroke();
      context.fillRect(100, 73, 22, 4);
      context.font = '36px Drawn';
      context.fillText(text, 132, 80);
      context.fillText(before, 98 - context.measureText(before).width, 80);
    });
    const ink = toInk(page);
    return findSigns(findComponents(ink), ink).map((sign) => sign.text);
  };

  it('tells signs whose parts have grown together', () => {
    expect(grown('right', '98.0')).to.deep.equal(['≤']);
    expect(grown('left', '98.0')).to.deep.equal(['≥']);
  });

  it('takes no letter of a word for a sign', () => {
    expect(grown('right', '98.0', 'P')).to.deep.equal([]);
    expect(grown('right', '')).to.deep.equal([]);
  });
});
