import { expect } from 'chai';
import { layOut, readRows } from '../lay-out.ts';

const read = (text: string) => readRows(layOut(text));

describe('limits that are not a result’s own', () => {
  it('do not come from a head cut in two', () => {
    for (const word of ['Limit', 'Required'])
      expect(
        read(`
Test       ${word} Minimum     ${word} Maximum     Result
Assay      98.0                 102.0                97.0`),
      ).to.deep.equal([['Assay', '98.0 – 102.0', '97.0', 'fail']]);
  });

  it('do not come from another heat', () => {
    expect(
      read(`
Heat       C       Mn      Si
A1         .25     1.2     .3
Max.       0.20    1.5     0.5
A2         .25     1.3     .2
Max.       0.30    1.5     0.5`).filter(([name]) => name === 'C'),
    ).to.deep.equal([
      ['C', null, '.25', null],
      ['C', '≤ 0.20', '.25', 'fail'],
    ]);
  });

  it('are not what was measured at least and at most', () => {
    expect(
      read(`
Heat          C       Mn      Si
A1            0.12    1.2     0.3
Coil min.     0.10    1.1     0.2
Coil max.     0.25    1.6     0.4`).map(([, specification]) => specification),
    ).to.deep.equal(Array.from({ length: 9 }, () => null));
  });

  it('do not pass what is below a higher limit of detection', () => {
    expect(
      read('Analyte     LOD (ppm)     Limit (ppm)     Result (ppm)\nLead        0.5           NMT 0.1         <LOD'),
    ).to.deep.equal([['Lead', 'NMT 0.1', '<LOD', null]]);
  });
});

describe('cards that are not clear', () => {
  it('take nothing from the card beside them', () => {
    expect(
      read(`
Assay                    Water
Limit: 98-102 %          Limit: NMT 1 %
Result:                  Result: 0.5 %
Ash                      Iron
Limit: NMT 1 %           Limit: NMT 5 ppm
Result: 0.5 %            Result: 2 ppm`).map(([name]) => name),
    ).to.deep.equal(['Water', 'Ash', 'Iron']);
  });

  it('with two results are not read', () => {
    const card = (name: string, ...results: string[]) => [
      name,
      'Limit: NMT 1 %',
      ...results.map((r) => `Result: ${r}`),
    ];
    expect(
      read([...card('Water', '0.5 %', '1.5 %'), ...card('Ash', '0.5 %'), ...card('Chloride', '0.1 %')].join('\n')).map(
        ([name]) => name,
      ),
    ).to.deep.equal(['Ash', 'Chloride']);
  });

  it('of heats leave their results to the matrix', () => {
    expect(
      read(`
            C       Mn      Si
Heat A1
Minimum     0.1     0.2     0.1
Maximum     0.5     1.5     0.5
Result      0.2     1.0     0.6
Heat A2
Minimum     0.1     0.2     0.1
Maximum     0.5     1.5     0.5
Result      0.2     1.0     0.3`).map(([name, , result, status]) => [name, result, status]),
    ).to.deep.include(['Si', '0.6', 'fail']);
  });
});

describe('what is beside the results', () => {
  it('is no copy where two lots only agree in what they lack', () => {
    const line = (name: string, found: string) => `${name.padEnd(13)}Absent       ${found.padEnd(12)}`;
    const half = (text: string) => `${text.padEnd(48)}${text}`;
    const rows = ['Salmonella', 'E. coli', 'Listeria', 'Staph'].map((name) => half(line(name, 'ND')));
    expect(read([half('Test         Limit        Result'), ...rows].join('\n'))).to.have.length(8);
  });

  it('keeps a description among measured values', () => {
    expect(
      read(`
Test           Result                        Method
Appearance     White crystalline powder      Visual
Assay          99.1 %                        HPLC
Water          0.2 %                         KF
Ash            0.1 %                         USP
Chloride       12 ppm                        USP`).map(([name]) => name),
    ).to.deep.equal(['Appearance', 'Assay', 'Water', 'Ash', 'Chloride']);
  });

  it('keeps a target as the demand where another column names the tests', () => {
    expect(
      read('Test       Target      Result\nColour     White       White\nOdour      Faint       Faint'),
    ).to.deep.equal([
      ['Colour', 'White', 'White', 'pass'],
      ['Odour', 'Faint', 'Faint', 'pass'],
    ]);
  });

  it('keeps cells of methods that say so', () => {
    expect(
      read(`
Test       Method           Limit        Result
Assay      Method: HPLC     NLT 98 %     99 %
Water      Method: KF       NMT 1 %      0.3 %`).map(([name, , result]) => [name, result]),
    ).to.deep.equal([
      ['Assay', '99 %'],
      ['Water', '0.3 %'],
    ]);
  });
});
