import { expect } from 'chai';
import { findComponents } from '../../../src/ocr/pixel/component.ts';

const ink = (rows: readonly string[]) => ({
  width: rows[0]!.length,
  height: rows.length,
  data: Uint8Array.from(
    rows
      .join('')
      .split('')
      .map((mark) => (mark === '#' ? 1 : 0)),
  ),
});

describe('patches of ink', () => {
  it('joins pixels that touch at a corner', () => {
    expect(findComponents(ink(['#..', '.#.', '..#']))).to.deep.equal([{ x0: 0, y0: 0, x1: 3, y1: 3, area: 3 }]);
  });

  it('joins two arms that meet further down', () => {
    expect(findComponents(ink(['#.#', '#.#', '###']))).to.deep.equal([{ x0: 0, y0: 0, x1: 3, y1: 3, area: 7 }]);
  });

  it('keeps apart what a gap parts', () => {
    expect(findComponents(ink(['##.#', '....', '#..#']))).to.have.lengthOf(4);
  });
});
