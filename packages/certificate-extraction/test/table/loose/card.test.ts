import { expect } from 'chai';
import { layOut, readRows } from '../lay-out.ts';

describe('tests in cards', () => {
  const rows = [
    ['Assay', '98.0 - 102.0 %', '99.4 %', 'pass'],
    ['Loss on drying', 'NMT 0.5 %', '0.71 %', 'fail'],
    ['Heavy metals', 'NMT 10 ppm', '<10 ppm', 'pass'],
    ['Salmonella', 'Absent in 10 g', 'Absent', 'pass'],
  ];

  it('are read beside each other, with labels before the values', () => {
    expect(
      readRows(
        layOut(`
Assay                              Loss on drying
Limit:    98.0 - 102.0 %           Limit:    NMT 0.5 %
Result:   99.4 %                   Result:   0.71 %
Heavy metals                       Salmonella
Limit:    NMT 10 ppm               Limit:    Absent in 10 g
Result:   <10 ppm                  Result:   Absent`),
      ),
    ).to.deep.equal(rows);
  });

  it('are read below each other, with labels without a colon', () => {
    expect(
      readRows(
        layOut(
          rows
            .map(([name, limit, result]) => `${name}\nRequirement      ${limit}\nFound            ${result}`)
            .join('\n'),
        ),
      ),
    ).to.deep.equal(rows);
  });

  it('take the printed verdict, and both ends of the limits', () => {
    expect(
      readRows(
        layOut(`
Melting point
Minimum: 168 °C
Maximum: 172 °C
Result: 173 °C
Verdict: Fail
pH
Minimum: 5.0
Maximum: 7.0
Result: 6.1
Verdict: Pass`),
      ),
    ).to.deep.equal([
      ['Melting point', '168 °C - 172 °C', '173 °C', 'fail'],
      ['pH', '5.0 - 7.0', '6.1', 'pass'],
    ]);
  });

  it('are not made of one block alone', () => {
    expect(readRows(layOut('Sampling\nMethod: by hand\nResult: 12 bags'))).to.deep.equal([]);
  });
});
