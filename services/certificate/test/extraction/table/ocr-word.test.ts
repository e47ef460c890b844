import { expect } from 'chai';
import { correctPage, mender, mendLimits } from '../../../src/extraction/table/ocr-word.ts';
import { layOut } from './lay-out.ts';

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
    ['Fe203', 'Fe2O3'],
    ['(S04)', '(SO4)'],
    ['S04 A203 LOT05', 'S04 A203 LOT05'],
  ];
  for (const [read, printed] of misread) it(`sets "${read}" right`, () => expect(corrected(read)).to.equal(printed));

  it('leaves the words of a text layer as they are', () => expect(corrected('<LOoQ ~~', 'text')).to.equal('<LOoQ ~~'));

  it('puts back the decimal mark behind a nought, as the page marks decimals', () => {
    expect(mender(layOut('0,19 1,2', { origin: 'ocr' }))('<0022 %')).to.equal('<0,022 %');
    expect(mender(layOut('0.19 1.2', { origin: 'ocr' }))('018')).to.equal('0.18');
  });

  it('changes no number that may be printed so', () => {
    const mend = mender(layOut('0.19', { origin: 'ocr' }));
    expect(['0.05', '10', '100', '1.0500', '2024-01-05'].map(mend)).to.deep.equal([
      '0.05',
      '10',
      '100',
      '1.0500',
      '2024-01-05',
    ]);
    expect(mender(layOut('0.19'))('018')).to.equal('018');
  });
});

describe('limits of recognition', () => {
  const column = ['=< 5000 ppm', '< 410 ppm'];

  it('get back the stroke of "≤" that other limits of their column kept', () => {
    expect(mendLimits('< 410 ppm', () => column)).to.equal('≤ 410 ppm');
    expect(mendLimits('=< 5000 ppm', () => column)).to.equal('≤ 5000 ppm');
  });

  it('keep their "<" where no other shows a stroke', () => {
    expect(mendLimits('< 410 ppm', () => ['< 410 ppm', '< 5 ppm'])).to.equal('< 410 ppm');
  });

  it('get back the dash between two ends', () => {
    expect(mendLimits('97.0 102.0 %', () => [])).to.equal('97.0 - 102.0 %');
    expect(mendLimits('102.0 97.0 %', () => [])).to.equal('102.0 97.0 %');
  });
});
