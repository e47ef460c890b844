import { expect } from 'chai';
import { toKind } from '../../../src/table/cell/cell-kind.ts';
import { readPageResults } from '../../../src/table/read-results.ts';
import { layOut, readResultsIn, readRows } from '../lay-out.ts';

const readSamples = (text: string): (string | null | undefined)[][] =>
  readPageResults([layOut(text)]).map(({ sample, parameter, result }) => [sample, parameter, result]);

describe('columns beside the results', () => {
  it('hold no limits where they say what a label claims and limits stand beside', () => {
    expect(
      readRows(
        layOut(`
Ingredient       Label Claim     Specification (% of claim)     % of Claim     Found         Status
Vitamin C        120 mg          100 - 150                      117            140 mg        Pass
Biotin           30 mcg          100 - 165                      93             27.9 mcg      Fail
Iodine           150 mcg         100 - 150                      NT`),
      ),
    ).to.deep.equal([
      ['Vitamin C', '100 - 150', '117', 'pass'],
      ['Biotin', '100 - 165', '93', 'fail'],
      ['Iodine', '100 - 150', 'NT', null],
    ]);
  });

  for (const head of ['Declared', 'Claim per serving'])
    it(`are never the result: ${head}`, () => {
      expect(
        readResultsIn(`
Ingredient       ${head.padEnd(20)}Limits          Found
Zinc             15 mg               13 - 18 mg      14.2 mg
Iron             18 mg               16 - 21 mg
Copper           2 mg                1.8 - 2.4 mg    2.1 mg`),
      ).to.deep.equal([
        ['Zinc', '14.2 mg'],
        ['Iron', null],
        ['Copper', '2.1 mg'],
      ]);
    });

  it('keep a claim as the limit where no other stands', () => {
    expect(
      readRows(
        layOut(`
Ingredient       Label Claim     Found
Zinc             NLT 15 mg       16.2 mg
Iron             NLT 18 mg       19 mg`),
      ).map((row) => row[1]),
    ).to.deep.equal(['NLT 15 mg', 'NLT 18 mg']);
  });

  it('take "NR" for not tested', () => {
    expect(
      readRows(
        layOut(`
Test             Limit           Result
Lead             0.5 ppm         NR
Cadmium          0.5 ppm         0.1 ppm`),
      )[0],
    ).to.deep.equal(['Lead', '0.5 ppm', 'NR', null]);
    expect(toKind('NR')).to.equal('untested');
  });

  it('hold qualifiers, which are no results, beside each of several samples', () => {
    expect(
      readSamples(`
Analyte          Units     MDL      RL            MW-03                MW-05R
                                              Result     Q          Result     Q
Benzene          µg/L      0.16     1.0       0.16       U          2.4
Acetone          µg/L      0.70     10        3.1        J B        2.8        J B`),
    ).to.deep.equal([
      ['MW-03', 'Benzene', '0.16'],
      ['MW-05R', 'Benzene', '2.4'],
      ['MW-03', 'Acetone', '3.1'],
      ['MW-05R', 'Acetone', '2.8'],
    ]);
  });

  it('name the samples also where these stand over nothing of the line below', () => {
    expect(
      readSamples(`
Analyte          Units     MDL      RL             MW-03                MW-05R
                                          Result            Q   Result             Q
Benzene          µg/L      0.16     1.0   0.16              U   2.4
Acetone          µg/L      0.70     10    3.1               J   2.8                B`),
    ).to.deep.include.members([
      ['MW-03', 'Benzene', '0.16'],
      ['MW-05R', 'Acetone', '2.8'],
    ]);
  });

  it('state the same sample in another amount', () => {
    expect(
      readSamples(`
Parameter        Unit      per 100 g      per serving (25 g)      RI %
Energy           kJ        2018           505                     6
Fat              g         24.1           6.0                     9`),
    ).to.deep.equal([
      [undefined, 'Energy', '2018'],
      [undefined, 'Fat', '24.1'],
    ]);
  });

  it('are samples of their own below one title that stands over the middle of them', () => {
    expect(
      readSamples(`
Test             Specification                        Result / Lot No.
                                     BEB/527/25         BM706076            0013192504
Water            max. 0.5 %          0.1 %              0.2 %               0.3 %
Ash              max. 0.5 %          0.1 %              0.2 %               0.4 %`).map(([, , result]) => result),
    ).to.deep.equal(['0.1 %', '0.2 %', '0.3 %', '0.1 %', '0.2 %', '0.4 %']);
  });

  it('limit residues under "MRL" where what was found stays below', () => {
    expect(
      readRows(
        layOut(`
Substance        Result (mg/kg)     Uncertainty     MRL (mg/kg)
Fluopyram        0.048              ± 0.024         0.2
Spinosad         16                 ± 8             15
Propamocarb      0.66               ± 0.33          40
Boscalid         <0.01                              50`),
      ).map((row) => [row[1], row[3]]),
    ).to.deep.equal([
      ['0.2', 'pass'],
      ['15', 'fail'],
      ['40', 'pass'],
      ['50', 'pass'],
    ]);
  });

  it('are limits of reporting under "MRL" where nothing found stays below', () => {
    expect(
      readRows(
        layOut(`
Analyte          Result (µg/L)      MRL (µg/L)
Benzene          0.62               0.50
Toluene          3.1                0.50`),
      ).map((row) => row[1]),
    ).to.deep.equal([null, null]);
  });
});
