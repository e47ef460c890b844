import { expect } from 'chai';
import { computeConfidence } from '../../src/table/confidence.ts';
import { readPageResults } from '../../src/table/read-results.ts';
import type { Signs } from '../../src/table/result/found-result.ts';
import { layOut } from './lay-out.ts';

const TABLE = `
Test                 Specification        Result        Status
Assay                98.0 - 102.0 %       99.6 %        Pass`;

const found = (print = {}) => readPageResults([layOut(TABLE, print)])[0]!;
const withSigns = (signs: Partial<Signs>) => ({ ...found(), signs: { ...found().signs, ...signs } });

describe('confidence of a row', () => {
  it('is above nine tenths for a clean row of a text layer', () =>
    expect(computeConfidence(found())).to.be.above(0.98));

  it('falls with the least certain word of recognition', () => {
    const read = [0.97, 0.91, 0.7].map((confidence) => computeConfidence(found({ origin: 'ocr', confidence })));
    expect(read).to.deep.equal(read.toSorted((a, b) => b - a));
    expect(read[2]).to.be.below(0.9);
  });

  it('falls below nine tenths where the printed word and the limits disagree', () => {
    const page = layOut(TABLE.replace('99.6', '97.1'));
    expect(computeConfidence(readPageResults([page])[0]!)).to.be.below(0.9);
  });

  it('is lower for a row that is found by less', () => {
    const clean = computeConfidence(found());
    const signs: Partial<Signs>[] = [
      { source: 'headless' },
      { kind: 'text' },
      { crossing: true },
      { lines: 6 },
      { hasSpecification: false },
    ];
    for (const sign of signs) expect(computeConfidence(withSigns(sign)), JSON.stringify(sign)).to.be.below(clean);
  });
});
