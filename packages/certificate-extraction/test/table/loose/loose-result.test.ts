import { expect } from 'chai';
import { readValueCell } from '../../../src/table/cell/value-cell.ts';
import { computeConfidence } from '../../../src/table/confidence.ts';
import { readPageResults } from '../../../src/table/read-results.ts';
import { layOut, readResultsIn, readRows } from '../lay-out.ts';

describe('what one cell says', () => {
  const cells: [string, ReturnType<typeof readValueCell>][] = [
    ['0.49 (max 0.65) PASS', { result: '0.49', limits: 'max 0.65', verdict: 'PASS' }],
    ['Limit: 20 µg/kg · Pass', { limits: '20 µg/kg', bare: 'max', verdict: 'Pass' }],
    ['0.58 aw limit ≤ 0.65 aw', { result: '0.58 aw', limits: '≤ 0.65 aw', bare: 'max' }],
    ['<LOQ', { result: '<LOQ' }],
    ['1120 Industrial Loop, Sacramento', undefined],
    ['C11-0001167-LIC', undefined],
  ];
  for (const [text, cell] of cells)
    it(`is ${cell ? 'read' : 'nothing'} for "${text}"`, () => expect(readValueCell(text)).to.deep.equal(cell));
});

describe('lists without a head', () => {
  it('are read side by side, with limits and verdicts', () => {
    const page = layOut(`
HEAVY METALS                                        TERPENES
Arsenic        0.03 ppm   limit 0.2 ppm   PASS      Myrcene      0.61 %
Cadmium        0.27 ppm   limit 0.2 ppm   FAIL      Limonene     0.44 %
Zirconium      <LOQ       limit 0.5 ppm   PASS      Xanthene     ND`);
    expect(readRows(page)).to.have.deep.members([
      ['Arsenic', '0.2 ppm', '0.03 ppm', 'pass'],
      ['Cadmium', '0.2 ppm', '0.27 ppm', 'fail'],
      ['Zirconium', '0.5 ppm', '<LOQ', 'pass'],
      ['Myrcene', null, '0.61 %', null],
      ['Limonene', null, '0.44 %', null],
      ['Xanthene', null, 'ND', null],
    ]);
  });

  it('take the leftmost of one value in two units, and none of two values in one unit', () => {
    expect(readResultsIn('THCA      21.4 %      214 mg/g\nCBD       0.8 %      0.9 %')).to.deep.equal([
      ['THCA', '21.4 %'],
    ]);
  });

  it('hold no amounts of the goods', () => {
    expect(
      readResultsIn(`
Net weight           25.5 kg
Batch size           100.5 kg
Serving size         5.0 g`),
    ).to.deep.equal([]);
  });

  it('are doubtful below a head that is not understood', () => {
    const [found] = readPageResults([layOut('Nutrient       Per portion\nProtein        6.5 g')]);
    expect(found && computeConfidence(found)).to.be.below(0.9);
  });
});

describe('values in boxes of their own', () => {
  it('have their name above or below and their limits below', () => {
    const page = layOut(`
Cadmium                  Lead
0.052 ppm                0.6 ppm
Limit: 0.4 ppm · Pass    Limit: 0.5 ppm · Fail`);
    expect(readRows(page)).to.deep.equal([
      ['Cadmium', '0.4 ppm', '0.052 ppm', 'pass'],
      ['Lead', '0.5 ppm', '0.6 ppm', 'fail'],
    ]);
    expect(readResultsIn('22.37 %        ND\nTotal THC      Total CBD')).to.deep.equal([
      ['Total THC', '22.37 %'],
      ['Total CBD', 'ND'],
    ]);
  });

  it('are read for no name where tests stand as near above as below', () => {
    expect(readResultsIn('Total THC\n10.8 %\nMoisture')).to.deep.equal([]);
  });

  it('may share a name with the same value in another unit', () => {
    expect(readResultsIn('     Total THC\n20.1 %      777 mg')).to.deep.equal([['Total THC', '20.1 %']]);
  });
});

describe('sentences', () => {
  it('tell the result of a known test', () => {
    const page = layOut(
      'The moisture of the batch was found to be 5.4 % (max. 5.0 %).\nThe sample was found to be 99.8 %.',
    );
    expect(readRows(page)).to.deep.equal([['moisture', 'max. 5.0 %', '5.4 %', 'fail']]);
  });
});

describe('forms printed twice side by side', () => {
  it('are read half by half without heads', () => {
    const rows = readRows(
      layOut(`
Certificate of Analysis
Starch          min 80       86          Zinc            5 - 7        6.1
Assay           98 - 102     99.2        Lead            max 1        0.2
Water           max 0.5      0.7         Arsenic         max 2        ND`),
    );
    expect(rows).to.deep.equal([
      ['Starch', 'min 80', '86', 'pass'],
      ['Assay', '98 - 102', '99.2', 'pass'],
      ['Water', 'max 0.5', '0.7', 'fail'],
      ['Zinc', '5 - 7', '6.1', 'pass'],
      ['Lead', 'max 1', '0.2', 'pass'],
      ['Arsenic', 'max 2', 'ND', 'pass'],
    ]);
  });

  it('are parted at an unknown head over names', () => {
    const found = readResultsIn(`
Aspect checked    Limit        Found       Aspect checked    Limit        Found
Starch            min 80       86          Zinc              5 - 7        6.1
Assay             98 - 102     99.2        Lead              max 1        0.2`);
    expect(found.map(([name]) => name)).to.deep.equal(['Starch', 'Assay', 'Zinc', 'Lead']);
  });
});
