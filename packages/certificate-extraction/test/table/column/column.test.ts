import { expect } from 'chai';
import type { Word } from '../../../src/page.ts';
import { columnAt, partWords } from '../../../src/table/column/column.ts';
import { widestGap } from '../../../src/table/grid/frame.ts';
import { toSegment } from '../../../src/table/segment/segment.ts';

const COLUMNS = [
  { x0: 0, x1: 30, head: undefined },
  { x0: 33, x1: 60, head: undefined },
];

const word = (text: string, x0: number, x1: number, y1 = 10): Word => ({
  text,
  x0,
  x1,
  y0: 0,
  y1,
  confidence: 1,
  bold: false,
});

describe('columns', () => {
  it('take the box that overlaps them most, else the nearest', () => {
    expect([columnAt(COLUMNS, { x0: 25, x1: 40 }), columnAt(COLUMNS, { x0: 70, x1: 80 })]).to.deep.equal([1, 1]);
  });

  it('part the words of a segment, but leave a raised mark with the word before it', () => {
    const segment = toSegment([word('name', 0, 30), word('3', 31, 36, 6), word('0.5', 40, 55)]);
    const parts = [...partWords(segment, COLUMNS)].map(([at, words]) => [at, words.map(({ text }) => text)]);
    expect(parts).to.deep.equal([
      [0, ['name', '3']],
      [1, ['0.5']],
    ]);
  });

  it('are parted in the widest stretch that nothing covers, else where the least does', () => {
    const boxes = [
      { x0: 0, x1: 10 },
      { x0: 12, x1: 20 },
      { x0: 30, x1: 40 },
    ];
    expect(widestGap(boxes, 5, 35)).to.equal(25);
    expect(widestGap([...boxes, { x0: 0, x1: 40 }, { x0: 0, x1: 28 }], 5, 35)).to.equal(29);
  });
});
