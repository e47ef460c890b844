import { expect } from 'chai';
import { whitenTints } from '../../../src/ocr/clean/tint.ts';
import { drawnPage } from '../drawn-page.ts';

const readLevels = (tint: string, text: string) => {
  const page = drawnPage(900, 200, (context) => {
    context.fillStyle = tint;
    context.fillRect(50, 60, 800, 70);
    context.fillStyle = text;
    context.font = '40px Drawn';
    context.fillText('Parameter   Specification   Result', 80, 110);
  });
  whitenTints(page, 300);
  const inside = [];
  for (let y = 70; y < 120; y++) for (let x = 60; x < 840; x++) inside.push(page.data[y * page.width + x]!);
  return { light: inside.filter((level) => level > 220).length / inside.length, darkest: Math.min(...inside) };
};

describe('tinted areas', () => {
  for (const [name, tint, text] of [
    ['white on a dark bar', '#124', '#fff'],
    ['black on a grey bar', '#aaa', '#000'],
    ['white on a coloured bar', '#2a6', '#fff'],
  ] as const) {
    it(`turns ${name} to black on white`, () => {
      const { light, darkest } = readLevels(tint, text);
      expect(light).to.be.greaterThan(0.75);
      expect(darkest).to.be.lessThan(90);
    });
  }
});
