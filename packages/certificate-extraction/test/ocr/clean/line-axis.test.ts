import { expect } from 'chai';
import { detectLineAxis } from '../../../src/ocr/clean/line-axis.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnCanvas, grayOfCanvas, turned } from '../drawn-page.ts';

const page = drawnCanvas(900, 1200, (context) => {
  context.font = '28px Drawn';
  for (let row = 0; row < 15; row++) context.fillText('Pass', 200, 100 + 70 * row);
});
const axisAt = (degrees: number) =>
  detectLineAxis(findComponents(toInk(grayOfCanvas(turned(page, degrees)))).filter(({ area }) => area > 40));

describe('lines of text', () => {
  it('run the way in which letters stand closer, also where each row says the same', () => {
    expect([0, 90, 180, 270, 4].map(axisAt)).to.deep.equal(['level', 'upright', 'level', 'upright', 'level']);
  });

  it('have no direction without neighbours', () => {
    expect(detectLineAxis([{ x0: 0, y0: 0, x1: 9, y1: 9, area: 50 }])).to.equal(null);
  });
});
