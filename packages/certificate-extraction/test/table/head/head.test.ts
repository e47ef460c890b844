import { expect } from 'chai';
import { findHeads, isResultHead } from '../../../src/table/head/head.ts';
import { isHeadFiller, readHeadWord } from '../../../src/table/head/word.ts';
import { readSegments } from '../../../src/table/segment/segment.ts';
import { layOut } from '../lay-out.ts';

const findHeadsIn = (text: string) => findHeads(readSegments(layOut(text)));

describe('words of heads', () => {
  const roles: [string, string | undefined][] = [
    ['Analyte', 'parameter'],
    ['Test Results', 'result'],
    ['Test Method', 'method'],
    ['Acceptance criteria', 'specification'],
    ['Reference range', 'specification'],
    ['Limit of Detection', 'detection'],
    ['Limit (max)', 'maximum'],
    ['All Use (P/F)', 'status'],
    ['Batch No.', 'sample'],
    ['% Recovery', 'control'],
    ['mg/g', 'unit'],
    ['Unit of result', 'unit'],
    ['Ergebnis', 'result'],
    ['Especificación', 'specification'],
    ['Test / Parameter', 'parameter'],
    ['Appearance', undefined],
    ['< MRL', undefined],
    ['Result:', undefined],
  ];
  for (const [text, role] of roles)
    it(`reads "${text}" as ${role ?? 'no head'}`, () => expect(readHeadWord(text)?.role).to.equal(role));

  it('takes the unit out of a head', () => expect(readHeadWord('Result (mg/g)')?.unit).to.equal('mg/g'));

  it('is not strict where other words stand beside it', () =>
    expect(readHeadWord('Cannabinoid test results of June')?.strict).to.equal(false));

  it('knows what may fill up a head and what may not', () => {
    expect(['(mg/g)', 'Level', 'Action'].every(isHeadFiller)).to.equal(true);
    expect(['Appearance', '98.0'].some(isHeadFiller)).to.equal(false);
  });
});

describe('heads of tables', () => {
  it('needs two columns of different kinds', () => {
    expect(findHeadsIn('Analytical results        Results of tests')).to.have.length(0);
    expect(findHeadsIn('Parameter        Result')).to.have.length(1);
  });

  it('takes a row of the body for no head', () => {
    expect(findHeadsIn('Heavy metals        ppm        10        5')).to.have.length(0);
  });

  it('takes a line of labels with values for no head', () => {
    expect(findHeadsIn('Test: Assay        Result: 99.8 %')).to.have.length(0);
  });

  it('takes a line of labels alone for a head', () => {
    expect(findHeadsIn('Test:        Specification:        Result:')).to.have.length(1);
  });

  it('puts the lines of a cell together', () => {
    const [head] = findHeadsIn(`
                  Action
Analyte           Level            Result`);
    expect(head?.cells.map(({ text }) => text)).to.deep.equal(['Analyte', 'Action Level', 'Result']);
  });

  it('does not take a title above the head into its cell', () => {
    const [head] = findHeadsIn(`
Pesticides (ppb)
Pesticide           Limit            Result`);
    expect(head?.cells[0]?.text).to.equal('Pesticide');
  });

  it('takes all lines of a head in two languages, with a word that nobody knows', () => {
    const heads = findHeadsIn(`
Essai         Résultat      Norme           C
Test          Result        Acceptance      /
attribute     obtained      limit           NC
Assay         99.4 %        98 - 102 %      C
Chloride      12 ppm        ≤ 50 ppm        C`);
    expect(heads.map(({ cells }) => cells.slice(0, 3).map(({ text }) => text))).to.deep.equal([
      ['Essai Test attribute', 'Résultat Result obtained', 'Norme Acceptance limit'],
    ]);
  });

  it('parts heads that stand side by side', () => {
    expect(findHeadsIn('Analyte    Result    Limit        Analyte    Result    Limit')).to.have.length(2);
  });

  it('knows heads that are not of results', () => {
    const [control] = findHeadsIn('Analyte        Spike        Result        % Recovery');
    const [limits] = findHeadsIn('Parameter      Limit        Method');
    expect([control, limits].map((head) => head && isResultHead(head))).to.deep.equal([false, false]);
  });
});
