import { expect } from 'chai';
import { readPageResults } from '../../../src/table/read-results.ts';
import { layOut, readResultsIn, readRows } from '../lay-out.ts';

describe('what is no row', () => {
  it('is a box of the summary that repeats a row of a table in another unit', () => {
    const summary = layOut(`
Total THC            Total CBD            Moisture
0.271 %              14.39 %              11.2 %`);
    const table = layOut(`
Analyte              LOD mg/g             Result mg/g
Total THC            0.010                2.71
Total CBD            0.010                143.9`);
    const found = readPageResults([summary, table]).map(({ parameter, result }) => [parameter, result]);
    expect(found).to.deep.include.members([
      ['Total THC', '2.71'],
      ['Total CBD', '143.9'],
    ]);
    expect(found.filter(([name]) => name?.startsWith('Total'))).to.have.length(2);
  });

  it('is a line that tells the method', () => {
    expect(
      readResultsIn(`
Toxin                Limit ppb            Found ppb
Aflatoxin B1         20                   ND
Ochratoxin A         20                   ND

incubated 48 h       -                    Visual`).map(([name]) => name),
    ).to.deep.equal(['Aflatoxin B1', 'Ochratoxin A']);
  });

  it('is a line of titles of the tables below', () => {
    expect(
      readResultsIn(`
Cannabinoid          LOQ mg/mL            Result mg/mL
CBD                  0.02                 49.18
THC                  0.02                 1.71
Heavy metals                              Microbiology`).map(([name]) => name),
    ).to.deep.equal(['CBD', 'THC']);
  });

  it('is a line of names below a chart', () => {
    expect(
      readResultsIn(`
Test                 Limit                Result
Coliforms            100 CFU/g            <10 CFU/g
Yeast                100 CFU/g            <10 CFU/g
0 THC                CBN                  CBG`).map(([name]) => name),
    ).to.deep.equal(['Coliforms', 'Yeast']);
  });

  it('is part of a name where it stands left of the table', () => {
    const page = layOut(`
                              Pesticide        LOQ ppb    Limit ppb     Found ppb     P/F
                              Abamectin        5          300           ND            P
Solvents       PASS
                              Boscalid         10         3000          ND            P
Mycotoxins     NOT TESTED
                              Captan           10         500           ND            P
                              Naled            5          500           612           F`);
    expect(readRows(page).map(([name]) => name)).to.include.members(['Abamectin', 'Boscalid', 'Captan', 'Naled']);
  });

  it('is part of the last row of a ruled table where it stands off', () => {
    const text = `
Test                 Limit                Result
Coliforms            100 CFU/g            <10 CFU/g
Yeast                100 CFU/g            <10 CFU/g
Water activity       0.85                 0.61

mg per unit
THC`;
    expect(readResultsIn(text, { rows: [0, 1, 2] }).map(([name]) => name)).to.include('Water activity');
  });

  it('is the verdict of a table beside that stands on the height of a head', () => {
    const left = layOut(`
Solvent      Limit     Result              Status
Ethanol      5000      318                 Pass
Acetone      5000      ND                  Pass
Butane       5000      ND                  Pass
Hexane       290       ND                  Pass
Pentane      5000      ND                  Pass
Toluene      890       ND                  Pass`);
    const right = layOut(`


                                                     Test              Limit         Result      Status
                                                     Aerobic count     1000 CFU/g    <10         Pass
                                                     Yeast             1000 CFU/g    <10         Pass
                                                     Coliforms         100 CFU/g     <10         Pass`);
    const lower = right.words.map((word) => ({ ...word, y0: word.y0 - 6, y1: word.y1 - 6 }));
    const names = readRows({ ...left, words: [...left.words, ...lower] }).map(([name]) => name);
    expect(names).to.include.members(['Aerobic count', 'Yeast', 'Coliforms']);
  });
});

describe('a matrix of steel', () => {
  it('knows the energy of impact with the temperature of its test', () => {
    const page = layOut(`
Heat        ReH        Rm         A5        Z         KV1 -20 °C     KV mean
            MPa        MPa        %         %         J              J
Min         345        490        22        35        27             40
71843       389        541        28        71        118            39`);
    expect(
      readPageResults([page]).map(({ parameter, result, unit, status }) => [parameter, result, unit, status]),
    ).to.deep.equal([
      ['ReH', '389', 'MPa', 'pass'],
      ['Rm', '541', 'MPa', 'pass'],
      ['A5', '28', '%', 'pass'],
      ['Z', '71', '%', 'pass'],
      ['KV1 -20 °C', '118', 'J', 'pass'],
      ['KV mean', '39', 'J', 'fail'],
    ]);
  });

  it('reads the unit of impact in brackets', () => {
    const page = layOut(`
Test        Re [MPa]        Rm [MPa]        KV +20°C [J]
min.        650             900             35
1           748             948             64`);
    expect(readPageResults([page]).at(-1)).to.deep.include({ parameter: 'KV +20°C', result: '64', unit: 'J' });
  });
});
