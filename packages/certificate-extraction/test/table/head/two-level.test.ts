import { expect } from 'chai';
import { layOut, readRows, readSamples } from '../lay-out.ts';

describe('heads of two levels', () => {
  it('give each numbered test piece its results, beside cells as high as both levels', () => {
    expect(
      readSamples(`
                                        Measured value, test piece
Characteristic      Requirement                                     Eval.
                                        1        2        3
Width               17.57 - 18.00       17.84    17.86    17.83     OK
Tensile strength    ≥ 830               871      884      866       OK`),
    ).to.have.deep.members([
      ['1', 'Width', '17.57 - 18.00', '17.84', 'pass'],
      ['2', 'Width', '17.57 - 18.00', '17.86', 'pass'],
      ['3', 'Width', '17.57 - 18.00', '17.83', 'pass'],
      ['1', 'Tensile strength', '≥ 830', '871', 'pass'],
      ['2', 'Tensile strength', '≥ 830', '884', 'pass'],
      ['3', 'Tensile strength', '≥ 830', '866', 'pass'],
    ]);
  });

  it('give each lot its results', () => {
    expect(
      readSamples(`
                                  Résultats – N° de lot
Critères         Spécifications
                                  E3127       E3128
Chlorures        ≤ 50 ppm         12 ppm      61 ppm
Perte            ≤ 0,5 %          0,1 %       0,2 %`),
    ).to.have.deep.members([
      ['E3127', 'Chlorures', '≤ 50 ppm', '12 ppm', 'pass'],
      ['E3128', 'Chlorures', '≤ 50 ppm', '61 ppm', 'fail'],
      ['E3127', 'Perte', '≤ 0,5 %', '0,1 %', 'pass'],
      ['E3128', 'Perte', '≤ 0,5 %', '0,2 %', 'pass'],
    ]);
  });
});

describe('heads in other scripts', () => {
  const line = (...cells: string[]): string => cells.map((cell) => cell.padEnd(16)).join('');
  for (const [language, heads, limit, word] of [
    ['Japanese', ['試験項目', '規格', '試験結果', '判定'], '7.0%以下', '適'],
    ['Korean', ['시험항목', '시험기준', '시험결과', '판정'], '7.0 % 이하', '적합'],
    ['Chinese', ['检验项目', '标准规定', '检验结果', '结论'], '≤ 7.0%', '符合'],
  ] as const)
    it(`are known in ${language}, with the words of limits behind their number`, () => {
      const page = [line(...heads), line('pH', '5.0 - 7.5', '6.4', word), line('LOD', limit, '7.9 %')].join('\n');
      expect(readRows(layOut(page))).to.deep.equal([
        ['pH', '5.0 - 7.5', '6.4', 'pass'],
        ['LOD', limit, '7.9 %', 'fail'],
      ]);
    });
});

describe('columns of what was measured', () => {
  it('are no limits where they say how far the values spread', () => {
    expect(
      readSamples(`
Caractéristique    Unité    Spécification        Valeurs mesurées        Décision
                                             Moyenne    Mini    Maxi
Retrait            %        ≤ 8,0            5,6        5,1     6,3      C
Perméabilité       %        ≤ 0,60           0,71       0,66    0,75     NC`).map((row) => row.slice(1)),
    ).to.deep.equal([
      ['Retrait', '≤ 8,0', '5,6', 'pass'],
      ['Perméabilité', '≤ 0,60', '0,71', 'fail'],
    ]);
  });
});

describe('heads that are hard to part', () => {
  it('are two where two words for different columns stand close', () => {
    expect(
      readRows(
        layOut(`
Analyte         Limit Findings    Status
Abamectin       0.1   ND          Pass
Acephate        0.1   0.3         Fail`),
      ),
    ).to.deep.equal([
      ['Abamectin', '0.1', 'ND', 'pass'],
      ['Acephate', '0.1', '0.3', 'fail'],
    ]);
  });

  it('keep their column where the next one is empty', () => {
    expect(
      readRows(
        layOut(`
Analyte       LOQ      Dil.     Action Limit      Results      Qualifier
Aflatoxin     10       1        20                ND
Ochratoxin    10       1        20                24`),
      ),
    ).to.deep.equal([
      ['Aflatoxin', '20', 'ND', 'pass'],
      ['Ochratoxin', '20', '24', 'fail'],
    ]);
  });

  it('name what is sought a target, where names stand below', () => {
    expect(
      readRows(
        layOut(`
Analyte     Limit     Result     Status       Target           Limit      Result     Status
Arsenic     0.2       ND         PASS         Salmonella       ND/1g      ND         PASS
Cadmium     0.2       0.3        FAIL         A. flavus        ND/1g      ND         PASS`),
      ),
    ).to.have.deep.members([
      ['Arsenic', '0.2', 'ND', 'pass'],
      ['Cadmium', '0.2', '0.3', 'fail'],
      ['Salmonella', 'ND/1g', 'ND', 'pass'],
      ['A. flavus', 'ND/1g', 'ND', 'pass'],
    ]);
  });

  it('call the recovery the result where nothing else was found', () => {
    expect(
      readRows(
        layOut(`
Test strain              Inoculum     Required recovery     Recovery     Verdict
Candida albicans         39           ≥ 70 %                79 %         Pass
Bacillus subtilis        55           ≥ 70 %                61 %         Fail`),
      ),
    ).to.deep.equal([
      ['Candida albicans', '≥ 70 %', '79 %', 'pass'],
      ['Bacillus subtilis', '≥ 70 %', '61 %', 'fail'],
    ]);
  });

  it('carry footnote figures and ends of limits in German', () => {
    expect(
      readRows(
        layOut(`
Merkmal          Einheit      Unterer        Oberer         Wert
                              Grenzwert²     Grenzwert²
Hydroxylzahl     mg KOH/g     170            200            184
Wassergehalt     %                           1,0            1,24`),
      ),
    ).to.deep.equal([
      ['Hydroxylzahl', '170 – 200', '184', 'pass'],
      ['Wassergehalt', '≤ 1,0', '1,24', 'fail'],
    ]);
  });
});

describe('lines between the rows', () => {
  it('that note the method close no table and name no test', () => {
    expect(
      readRows(
        layOut(`
QD20T - Elements                       Result       Unit        Specification
Method Reference: AOAC 993.14     Start Date: 31Oct2024     Completed: 05Nov2024
Arsenic                                <0.010       mg/kg       ≤ 1.5
Lead                                   0.618        mg/kg       ≤ 0.5`),
      ),
    ).to.deep.equal([
      ['Arsenic', '≤ 1.5', '<0.010', 'pass'],
      ['Lead', '≤ 0.5', '0.618', 'fail'],
    ]);
  });

  it('that name a method alone, indented below each test, belong to none', () => {
    expect(
      readRows(
        layOut(`
Test                  Limit          Result
Acid value            max. 2.0       0.7
   Ph.Eur. 2.5.1
Hydroxyl value        170 - 200      184
   Ph.Eur. 2.5.3
Viscosity             max. 300       371
   DIN 53015`),
      ),
    ).to.deep.equal([
      ['Acid value', 'max. 2.0', '0.7', 'pass'],
      ['Hydroxyl value', '170 - 200', '184', 'pass'],
      ['Viscosity', 'max. 300', '371', 'fail'],
    ]);
  });

  it('that stand among findings and hold words are no results', () => {
    expect(
      readRows(
        layOut(`
Parameters            Results                              Units
6020B MET, Dissolved  Plumas Analytical Services Inc
Arsenic               3.4                                  ug/L
Barium                88.1                                 ug/L
Cadmium               <0.15                                ug/L
Lead                  0.61                                 ug/L
Mercury               0.02                                 ug/L`),
      ).map(([name]) => name),
    ).to.deep.equal(['Arsenic', 'Barium', 'Cadmium', 'Lead', 'Mercury']);
  });

  it('that hold names beside each other are no results', () => {
    expect(
      readRows(
        layOut(`
Test            Limit        Result
Moisture        ≤ 13 %       11.4 %
Total THC                    Total CBD`),
      ).map(([name]) => name),
    ).to.deep.equal(['Moisture']);
  });
});

describe('a verdict behind a measured value', () => {
  it('judges it', () => {
    expect(
      readRows(
        layOut('Test                Result\nWater activity      0.54 aw - Pass\nMoisture            14.1 % (Fail)'),
      ),
    ).to.deep.equal([
      ['Water activity', null, '0.54 aw - Pass', 'pass'],
      ['Moisture', null, '14.1 % (Fail)', 'fail'],
    ]);
  });
});
