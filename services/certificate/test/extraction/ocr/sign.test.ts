import { expect } from 'chai';
import { componentsOf } from '../../../src/extraction/ocr/component.ts';
import { inkOf } from '../../../src/extraction/ocr/ink.ts';
import { signsOf } from '../../../src/extraction/ocr/sign.ts';
import { drawnPage } from './drawn-page.ts';

const signsIn = (text: string, font: string) => {
  const page = drawnPage(600, 120, (context) => {
    context.font = font;
    context.fillText(text, 40, 80);
  });
  const ink = inkOf(page);
  return signsOf(componentsOf(ink), ink).map((sign) => sign.text);
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
});
