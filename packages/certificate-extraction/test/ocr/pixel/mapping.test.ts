import { expect } from 'chai';
import { type Gray, turnQuarters } from '../../../src/ocr/pixel/gray.ts';
import { chain, mapBox, scaling, turnedFrom } from '../../../src/ocr/pixel/mapping.ts';

/** A picture of 5 by 3 pixels whose shades count from 1. */
const picture: Gray = { width: 5, height: 3, data: Uint8Array.from({ length: 15 }, (_, at) => at + 1) };

const boxOfPixel = ({ width, data }: Gray, shade: number) => {
  const at = data.indexOf(shade);
  const [x0, y0] = [at % width, Math.floor(at / width)];
  return { x0, y0, x1: x0 + 1, y1: y0 + 1 };
};

describe('where pixels come from', () => {
  for (const quarters of [0, 1, 2, 3] as const)
    it(`is found again in a picture that was turned by ${quarters} quarters`, () => {
      const turned = turnQuarters(picture, quarters);
      for (const shade of picture.data) {
        const back = mapBox(turnedFrom(quarters, picture), boxOfPixel(turned, shade));
        expect(back).to.deep.equal(boxOfPixel(picture, shade));
      }
    });

  it('goes through one mapping after the other, also one of perspective', () => {
    const box = { x0: 1, y0: 2, x1: 3, y1: 5 };
    const seen = [1, 0, 2, 0, 1, 3, 0.01, 0.02] as const;
    const byOne = mapBox(seen, mapBox(scaling(2, 3), box));
    const both = mapBox(chain(scaling(2, 3), seen), box);
    for (const side of ['x0', 'y0', 'x1', 'y1'] as const) expect(both[side]).to.be.closeTo(byOne[side], 1e-9);
  });
});
