import { expect } from 'chai';
import { isAnalyte } from '../../../src/table/cell/analyte.ts';
import { isLimit, isMethod, isUnit, toKind } from '../../../src/table/cell/cell-kind.ts';
import { isSectionTitle } from '../../../src/table/cell/section-title.ts';

describe('kinds of cells', () => {
  const kinds: [string, string][] = [
    ['99.8 %', 'number'],
    ['< 0.01 mg/kg', 'number'],
    ['2.22E+03', 'number'],
    ['0,05', 'number'],
    ['ND', 'absence'],
    ['<LOQ', 'absence'],
    ['Absent in 1 g', 'absence'],
    ['Complies', 'verdict'],
    ['-', 'nothing'],
    ['N/A', 'nothing'],
    ['NT', 'untested'],
    ['White powder', 'text'],
    ['0.02 / 0.07', 'text'],
  ];
  for (const [text, kind] of kinds) it(`takes "${text}" for ${kind}`, () => expect(toKind(text)).to.equal(kind));

  it('knows limits, methods and units', () => {
    expect(['NMT 0.5 %', '5.0 - 7.0', 'Absent in 1 g'].every(isLimit)).to.equal(true);
    expect(['White powder', '0.5'].some(isLimit)).to.equal(false);
    expect(['Ph. Eur. 2.2.32', 'HPLC', '<281>'].every(isMethod)).to.equal(true);
    expect(['mg/kg', '%'].every(isUnit)).to.equal(true);
  });
});

describe('names without a table', () => {
  it('knows what stands for a test by itself', () => {
    expect(['Moisture', 'Total THC', 'Loss on drying', 'Total Cannabinoids/Container'].every(isAnalyte)).to.equal(true);
    expect(['Net weight', 'Storage', 'Batch size', 'Unit mass'].some(isAnalyte)).to.equal(false);
  });

  it('knows what names a group of tests and no test', () => {
    expect(['Microbiological control', 'Related substances (by HPLC)', 'Heavy metals:'].every(isSectionTitle)).to.equal(
      true,
    );
    expect(['Lead', 'Loss on drying', 'Total plate count'].some(isSectionTitle)).to.equal(false);
  });
});
