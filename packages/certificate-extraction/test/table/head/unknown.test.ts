import { expect } from 'chai';
import { computeConfidence } from '../../../src/table/confidence.ts';
import { readPageResults } from '../../../src/table/read-results.ts';
import { layOut, readResultsIn, readRows } from '../lay-out.ts';

const readSamples = (text: string): (string | null | undefined)[][] =>
  readPageResults([layOut(text)]).map(({ sample, parameter, result }) => [sample, parameter, result]);

describe('heads that say nothing known', () => {
  it('name samples where they stand over findings', () => {
    expect(
      readSamples(`
Analyte        MDL      RL       GW Standard    MW-1      MW-2
Benzene        0.15     0.50     5              0.50 U    7.1
Toluene        0.15     0.50     1000           3.5       0.21 J`),
    ).to.deep.equal([
      ['MW-1', 'Benzene', '0.50 U'],
      ['MW-2', 'Benzene', '7.1'],
      ['MW-1', 'Toluene', '3.5'],
      ['MW-2', 'Toluene', '0.21 J'],
    ]);
  });

  it('lower the confidence where the cells alone tell what they hold', () => {
    const found = readPageResults([
      layOut(`
Parameter        Unit      Effluent     Permit limit
BOD              mg/L      12           25
TSS              mg/L      9            30`),
    ]);
    expect(found.map(({ result }) => result)).to.deep.equal(['12', '9']);
    for (const row of found) expect(computeConfidence(row)).to.be.below(0.9);
  });

  it('do not end a head', () => {
    expect(
      readRows(
        layOut(`
Characteristic   Unit     Nominal   Min.      Max.     Mean found     AQL     Result
Height           mm       45.0      44.5      45.5     45.06          0.65    OK
Wall             mm       1.00      0.96      1.04     1.05           0.65    NOT OK`),
      ),
    ).to.deep.equal([
      ['Height', '44.5 – 45.5', '45.06', 'pass'],
      ['Wall', '0.96 – 1.04', '1.05', 'fail'],
    ]);
  });

  it('may be missing over verdicts, also between tables side by side', () => {
    expect(
      readRows(
        layOut(`
Solvent     Limit µg/g     Result µg/g               Solvent     Limit µg/g     Result µg/g
Acetone     5000           ND             Pass       Hexane      290            311            Fail
Benzene     1              ND             Pass       Pentane     5000           ND             Pass`),
      ).map((row) => row[3]),
    ).to.deep.equal(['pass', 'pass', 'fail', 'pass']);
  });

  it('are no head where a row of findings goes on below', () => {
    expect(
      readResultsIn(`
Moisture       %       ≤ 10.0      7.9      8.1
Pungency       SHU     2000        1100     1150
Colour         ASTA    130         131      128`),
    ).to.deep.equal([]);
  });

  it('begin another table where they follow rows', () => {
    expect(
      readRows(
        layOut(`
Test           Min     Max     Found     Result
Height         44      46      45        OK
Wall           1       2       1.5       OK
Visual defects                 Found     Result
Cracks                         0         OK
Scratches                      9         OK`),
      ).map(([name, limits]) => [name, limits]),
    ).to.deep.include.members([
      ['Cracks', null],
      ['Scratches', null],
    ]);
  });
});

describe('what columns hold', () => {
  it('is an upper limit for a bare number where detection limits are stated', () => {
    expect(
      readRows(
        layOut(
          'Analyte     MDL     Result     Standard\nZinc        1.2     131        117\nLead        0.1     0.3        65',
        ),
      ).map((row) => row[3]),
    ).to.deep.equal(['fail', 'pass']);
  });

  it('is no result where it is a date', () => {
    expect(
      readResultsIn(`
Test             Limit       P23-4471       P23-4472
Assay            98 - 102    99.1           99.4
Water            max 0.5     0.2            0.3
Manufactured                 2023-10-02     2023-10-03`).map(([name]) => name),
    ).to.deep.equal(['Assay', 'Assay', 'Water', 'Water']);
  });

  it('is parted by the rows, and not by a title with a verdict beside it', () => {
    const page = layOut(`
Analyte     LOD     Result    Status    Action Level
Arsenic     0.02    ND        PASS      1.5
Cadmium     0.02    0.1       PASS      0.5
HEAVY METALS                                      FAILED
Lead        0.02    0.71      FAIL      0.5`);
    expect(readRows(page).map((row) => row[1])).to.deep.equal(['1.5', '0.5', '0.5']);
  });
});

describe('two matrices one below the other', () => {
  it('have their own columns', () => {
    expect(
      readSamples(`
Heat No.     C         Mn        P         S
max          0.20      1.60      0.025     0.025
441207       0.16      1.43      0.014     0.004
Heat No.          ReH MPa          Rm MPa          A %
min               345              470             22
441207            398              538             29`).slice(4),
    ).to.deep.equal([
      ['441207', 'ReH', '398'],
      ['441207', 'Rm', '538'],
      ['441207', 'A', '29'],
    ]);
  });
});
