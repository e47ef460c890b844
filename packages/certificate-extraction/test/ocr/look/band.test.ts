import { expect } from 'chai';
import { findBands } from '../../../src/ocr/look/band.ts';

const page = { width: 100, height: 1000, data: new Uint8Array(100_000).fill(255) };
const runs = Array.from({ length: 20 }, (_, index) => ({
  x0: 10,
  x1: 90,
  y0: 50 * index + 10,
  y1: 50 * index + 40,
  size: 30,
}));

describe('bands of a page', () => {
  it('cuts into equal parts between lines', () => {
    const bands = findBands(page, runs, 2);
    expect(bands.map((band) => band.top)).to.deep.equal([0, 500]);
    expect(bands.map((band) => band.picture.height)).to.deep.equal([500, 500]);
  });

  it('does not cut where a tall run spans the middle', () => {
    expect(findBands(page, [...runs, { x0: 0, x1: 5, y0: 0, y1: 1000, size: 30 }], 2)).to.have.lengthOf(1);
  });

  it('does not cut a page with little on it', () => {
    expect(findBands(page, runs.slice(0, 4), 2)).to.have.lengthOf(1);
  });
});
