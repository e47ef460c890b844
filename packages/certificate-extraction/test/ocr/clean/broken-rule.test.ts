import type { SKRSContext2D } from '@napi-rs/canvas';
import { expect } from 'chai';
import { brokenRules } from '../../../src/ocr/clean/broken-rule.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnPage } from '../drawn-page.ts';

const SIZE = 29;
const remainsIn = (draw: (context: SKRSContext2D) => void) => {
  const page = drawnPage(1200, 400, (context) => {
    context.font = '40px Drawn';
    draw(context);
  });
  return [...brokenRules(findComponents(toInk(page)), SIZE)];
};

describe('remains of rules', () => {
  it('are found where dots stand in a row, also close below letters', () => {
    const remains = remainsIn((context) => {
      context.fillText('Lead 99.8 %', 60, 100);
      for (let x = 60; x < 500; x += 12) context.fillRect(x, 106, 4, 3);
    });
    expect(remains).to.have.lengthOf(37);
    expect(remains.every(({ y0 }) => y0 >= 105)).to.equal(true);
  });

  it('are found upright', () => {
    expect(
      remainsIn((context) => {
        for (let y = 40; y < 340; y += 14) context.fillRect(600, y, 3, 5);
      }),
    ).to.have.lengthOf(22);
  });

  it('are found where specks stand far apart, clear of letters', () => {
    const draw = (context: SKRSContext2D) => {
      for (let x = 60; x < 900; x += 55) context.fillRect(x, 250, 7, 4);
    };
    expect(remainsIn(draw)).to.have.lengthOf(16);
  });

  it('are no points, dots and commas of text', () => {
    const remains = remainsIn((context) => {
      context.fillText('1.2.3.4, iiii: 0.05 - 0.1 % ... Initiation is in its infinity', 60, 100);
      for (let line = 0; line < 5; line++) context.fillText('0.05', 60, 160 + 50 * line);
      context.fillText('- - -', 400, 300);
    });
    expect(remains).to.deep.equal([]);
  });
});
