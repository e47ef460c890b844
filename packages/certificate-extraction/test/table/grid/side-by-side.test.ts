import { expect } from 'chai';
import { layOut, readRows } from '../lay-out.ts';

describe('tables side by side', () => {
  it('part where a head without a word for the names repeats itself', () => {
    expect(
      readRows(
        layOut(`
                     Limit         Result                           Limit          Result
Assay                NLT 98 %      99.4 %      Salmonella           Absent         Absent
Loss on drying       NMT 0.5 %     0.71 %      Total plate count    NMT 1000       <10
Chloride             NMT 50 ppm    12 ppm`),
      ),
    ).to.have.deep.members([
      ['Assay', 'NLT 98 %', '99.4 %', 'pass'],
      ['Loss on drying', 'NMT 0.5 %', '0.71 %', 'fail'],
      ['Chloride', 'NMT 50 ppm', '12 ppm', 'pass'],
      ['Salmonella', 'Absent', 'Absent', 'pass'],
      ['Total plate count', 'NMT 1000', '<10', 'pass'],
    ]);
  });
});

describe('a form with its copy on one sheet', () => {
  const rows = ['Assay', 'Moisture', 'Ash', 'Chloride'].map((name, at) => [name, `NMT ${at + 2} %`, `${at + 1}.5 %`]);
  const line = (cells: readonly (string | undefined)[]): string =>
    cells.map((text) => (text ?? '').padEnd(18)).join('');
  const twice = (others: readonly (readonly string[])[]): string =>
    [
      line(['Test', 'Limit', 'Result', '', 'Test', 'Limit', 'Result']),
      ...rows.map((row, at) => line([...row, '', ...(others[at] ?? [])])),
    ].join('\n');

  it('says its results once', () => {
    expect(readRows(layOut(twice(rows))).map(([name]) => name)).to.deep.equal(['Assay', 'Moisture', 'Ash', 'Chloride']);
  });

  it('is none where one cell differs', () => {
    const others = rows.map(([name = '', limit = '', result = ''], at) => [name, limit, at === 3 ? '0.1 %' : result]);
    expect(readRows(layOut(twice(others)))).to.have.length(8);
  });
});
