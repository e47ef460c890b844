import { expect } from 'chai';
import { toDirection } from '../../../src/ocr/clean/direction.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnCanvas, grayOfCanvas, PROSE, turned } from '../drawn-page.ts';

const page = drawnCanvas(1400, 900, (context) => {
  context.font = '40px Drawn';
  for (let line = 0; line < 10; line++) context.fillText(PROSE[line % PROSE.length]!, 100, 120 + 70 * line);
});
const directionAt = (degrees: number) => {
  const patches = findComponents(toInk(grayOfCanvas(turned(page, degrees))));
  return toDirection(patches.filter((patch) => patch.y1 - patch.y0 > 8 && patch.x1 - patch.x0 < 200));
};

describe('direction of text', () => {
  for (const [degrees, quarters] of [
    [0, 0],
    [90, 3],
    [180, 2],
    [270, 1],
  ] as const) {
    it(`turns a page back that lies at ${degrees} degrees`, () => {
      expect(directionAt(degrees)).to.include({ quarters });
    });
  }

  it('leaves a page upright whose rows all say the same few words', () => {
    const rows = drawnCanvas(1654, 2339, (context) => {
      context.font = '28px Drawn';
      for (let row = 0; row < 22; row++)
        for (const [column, text] of ['Lead', 'ND', 'Pass'].entries())
          context.fillText(text, 200 + 450 * column, 300 + 70 * row);
    });
    expect(toDirection(findComponents(toInk(grayOfCanvas(rows))))).to.include({ quarters: 0 });
    expect(toDirection(findComponents(toInk(grayOfCanvas(turned(rows, 90)))))).to.include({ quarters: 3 });
  });

  it('measures a slope of 5 degrees either way to a tenth of a degree', () => {
    for (const degrees of [5, -5]) {
      const { quarters, slope } = directionAt(degrees);
      expect(quarters).to.equal(0);
      expect((Math.atan(slope) * 180) / Math.PI).to.be.closeTo(degrees, 0.1);
    }
  });

  it('leaves a page with hardly any letters as it is', () => {
    expect(toDirection([{ x0: 0, y0: 0, x1: 9, y1: 9, area: 50 }])).to.deep.equal({ quarters: 0, slope: 0, margin: 1 });
  });
});
