import { expect } from 'chai';
import { correctPage, makeRepair, repairLimits } from '../../../src/table/segment/ocr-word.ts';
import { layOut } from '../lay-out.ts';

const corrected = (text: string, origin: 'text' | 'ocr' = 'ocr'): string =>
  correctPage(layOut(text, { origin }))
    .words.map((word) => word.text)
    .join(' ');

describe('words of recognition', () => {
  const misread: [string, string][] = [
    ['<LOoQ', '<LOQ'],
    ['0.22 1U/mg', '0.22 IU/mg'],
    ['Absenceinlg', 'Absence in 1 g'],
    ['Resuit', 'result'],
    ['~~ Assay |', 'Assay'],
    ['A9-THC', 'Δ9-THC'],
    ['Na2S04', 'Na2SO4'],
    ['<10Q', '<LOQ'],
    ['6.6 m?g', '6.6 m²/g'],
    ['0.29 g/lcm?', '0.29 g/cm³'],
    ['10 CFU/y', '10 CFU/g'],
    ['mglg', 'mg/g'],
    ['Ce)', '(%)'],
    ['(ppm| {mg/g)', '(ppm) (mg/g)'],
    ['235.4°°C', '235.4°C'],
    ['237.4° Cc', '237.4° C'],
    ['2.8 mPas', '2.8 mPa·s'],
    ['aipha-Terpineot', 'alpha-Terpineol'],
    ['Tota! Borneo! OXAMYT', 'Total Borneol OXAMYL'],
    ['Eschenchia Theohromine', 'Escherichia Theobromine'],
    ['Absent in | g', 'Absent in 1 g'],
    ['NDinlg', 'ND in 1 g'],
    ['0.12% wiw', '0.12% w/w'],
    ['passing 45 um', 'passing 45 µm'],
    ['o Pinene B Pinene', 'α Pinene β Pinene'],
    ['B Pinene', 'B Pinene'],
    ['ND ND ND NO', 'ND ND ND ND'],
    ['ND NO Yes', 'ND NO Yes'],
    ['Fe203', 'Fe2O3'],
    ['(S04)', '(SO4)'],
    ['S04 A203 LOT05', 'S04 A203 LOT05'],
  ];
  for (const [read, printed] of misread) it(`sets "${read}" right`, () => expect(corrected(read)).to.equal(printed));

  it('is less sure of a word that it set right', () => {
    const page = layOut('Borneo! Acid', { origin: 'ocr' });
    expect(correctPage(page).words.map(({ confidence }) => confidence)).to.deep.equal([0.9, 1]);
  });

  it('leaves the words of a text layer as they are', () => expect(corrected('<LOoQ ~~', 'text')).to.equal('<LOoQ ~~'));

  it('puts back the decimal mark behind a nought, as the page marks decimals', () => {
    expect(makeRepair(layOut('0,19 1,2', { origin: 'ocr' }))('<0022 %')).to.equal('<0,022 %');
    expect(makeRepair(layOut('0.19 1.2', { origin: 'ocr' }))('018')).to.equal('0.18');
  });

  it('changes no number that may be printed so', () => {
    const repair = makeRepair(layOut('0.19', { origin: 'ocr' }));
    expect(['0.05', '2.22E+03', '10', '100', '1.0500', '2024-01-05'].map(repair)).to.deep.equal([
      '0.05',
      '2.22E+03',
      '10',
      '100',
      '1.0500',
      '2024-01-05',
    ]);
    expect(makeRepair(layOut('0.19'))('018')).to.equal('018');
  });
});

describe('limits of recognition', () => {
  const column = ['=< 5000 ppm', '< 410 ppm'];

  it('get back the stroke of "≤" that other limits of their column kept', () => {
    expect(repairLimits('< 410 ppm', () => column)).to.equal('≤ 410 ppm');
    expect(repairLimits('=< 5000 ppm', () => column)).to.equal('≤ 5000 ppm');
  });

  it('keep their "<" where no other shows a stroke', () => {
    expect(repairLimits('< 410 ppm', () => ['< 410 ppm', '< 5 ppm'])).to.equal('< 410 ppm');
  });

  it('get back the "≤" that was read as money, or as an "s" in a column of "≤"', () => {
    expect(repairLimits('£0.1%', () => [])).to.equal('≤ 0.1%');
    expect(repairLimits('s0.5 %', () => column)).to.equal('≤ 0.5 %');
    expect(repairLimits('s0.5 %', () => ['0.5 %'])).to.equal('s0.5 %');
  });

  it('get back the dash between two ends', () => {
    expect(repairLimits('97.0 102.0 %', () => [])).to.equal('97.0 - 102.0 %');
    expect(repairLimits('102.0 97.0 %', () => [])).to.equal('102.0 97.0 %');
  });
});
