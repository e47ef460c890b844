import { expect } from 'chai';
import type { Word } from '../../../src/page.ts';
import { joinWords, readLines, readSegments } from '../../../src/table/segment/segment.ts';
import { layOut } from '../lay-out.ts';

const listTexts = (text: string, columns?: number[]): string[] =>
  readSegments(layOut(text, columns ? { columns } : {})).map((segment) => segment.text);

const word = (text: string, x0: number, y: { y0: number; y1: number }): Word => ({
  text,
  x0,
  x1: x0 + 5 * text.length,
  ...y,
  confidence: 1,
  bold: false,
});

describe('segments', () => {
  it('part where the gap is wider than a blank', () => {
    expect(listTexts('Loss on drying   0.5 %')).to.deep.equal(['Loss on drying', '0.5 %']);
  });

  it('part at a vertical ruling', () => {
    expect(listTexts('Loss on drying', [5])).to.deep.equal(['Loss', 'on drying']);
  });

  it('leave out lines drawn with signs', () => {
    expect(listTexts('----------   ______   Assay')).to.deep.equal(['Assay']);
  });

  it('keep words of a typewriter together', () => {
    const words = ['the', 'main', 'peak', 'of', 'the', 'sample'].map((text, at) =>
      word(text, 40 + at * 36, { y0: 40, y1: 49 }),
    );
    const page = {
      ...layOut(''),
      words: words.map((each, at) => ({ ...each, x1: (words[at + 1]?.x0 ?? each.x1 + 6) - 6 })),
    };
    expect(readSegments(page).map(({ text }) => text)).to.deep.equal(['the main peak of the sample']);
  });

  it('stand on one line where their middles are on one height', () => {
    expect(
      readLines(readSegments(layOut('Assay     99.8\nWater     0.1'))).map(({ segments }) => segments.length),
    ).to.deep.equal([2, 2]);
  });
});

describe('raised signs', () => {
  const base = { y0: 40, y1: 50 };
  const raised = { y0: 38, y1: 45 };

  it('are exponents behind a ten', () => {
    expect(joinWords([word('10', 0, base), word('3', 10, raised), word('CFU/g', 18, base)])).to.equal('10³ CFU/g');
  });

  it('are footnote marks behind a name', () => {
    expect(joinWords([word('thujene', 0, base), word('3', 36, raised)])).to.equal('thujene');
  });
});
