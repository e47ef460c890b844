import { expect } from 'chai';
import { convert, findDecimalMark, parseNumber, parseQuantity, readUnit } from '../../src/value/number.ts';

describe('numbers as printed', () => {
  const numbers: readonly [string, number | null][] = [
    ['99.8', 99.8],
    ['99,8', 99.8],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,000', 1000],
    ['0,050', 0.05],
    ['1 234,5', 1234.5],
    ["12'500", 12500],
    ['1.234.567', 1234567],
    ['.05', 0.05],
    ['+23.5', 23.5],
    ['−23.5', -23.5],
    ['1.2 × 10³', 1200],
    ['1.2x10^3', 1200],
    ['1,2 * 10^3', 1200],
    ['1.2E3', 1200],
    ['2.5e-04', 0.00025],
    ['10^3', 1000],
    ['10³', 1000],
    ['10⁻²', 0.01],
    ['99.8.1', null],
    ['1,2,3', null],
    ['12 people', null],
    ['', null],
    ['-', null],
  ];
  for (const [text, value] of numbers) {
    it(`reads "${text}" as ${value}`, () => expect(parseNumber(text)).to.equal(value));
  }

  it('takes a lone comma before three digits as decimal only where the document marks decimals so', () => {
    expect(parseNumber('1,234')).to.equal(1234);
    expect(parseNumber('1,234', ',')).to.equal(1.234);
    expect(findDecimalMark('98,0 - 102,0')).to.equal(',');
    expect(findDecimalMark('1,000')).to.equal(undefined);
  });
});

describe('quantities', () => {
  const quantities: readonly [string, ReturnType<typeof parseQuantity>][] = [
    ['99.8 %', { relation: '=', value: 99.8, high: null, unit: '%' }],
    ['< 0.01 %', { relation: '<', value: 0.01, high: null, unit: '%' }],
    ['＜0.01', { relation: '<', value: 0.01, high: null, unit: null }],
    ['>99', { relation: '>', value: 99, high: null, unit: null }],
    ['≤10³ CFU/g', { relation: '<=', value: 1000, high: null, unit: 'CFU/g' }],
    ['=< 5 ppm', { relation: '<=', value: 5, high: null, unit: 'ppm' }],
    ['~5', { relation: '~', value: 5, high: null, unit: null }],
    ['less than 10 cfu/g', { relation: '<', value: 10, high: null, unit: 'cfu/g' }],
    ['pH 6.5', { relation: '=', value: 6.5, high: null, unit: null }],
    ['178 – 180 °C', { relation: '=', value: 178, high: 180, unit: '°C' }],
    ['178 °C - 180 °C', { relation: '=', value: 178, high: 180, unit: '°C' }],
    ['-22.5°', { relation: '=', value: -22.5, high: null, unit: '°' }],
    ['1.000 KBE/g', { relation: '=', value: 1000, high: null, unit: 'KBE/g' }],
    ['white powder', null],
    ['complies', null],
  ];
  for (const [text, quantity] of quantities) {
    it(`reads "${text}"`, () => expect(parseQuantity(text)).to.deep.equal(quantity));
  }
});

describe('units', () => {
  it('converts where both are of one dimension', () => {
    expect(convert(5, 'ppm', 'mg/kg')).to.be.closeTo(5, 1e-9);
    expect(convert(500, 'ppb', 'ppm')).to.be.closeTo(0.5, 1e-9);
    expect(convert(0.1, '%', 'ppm')).to.be.closeTo(1000, 1e-9);
    expect(convert(2, 'mg/g', '%')).to.be.closeTo(0.2, 1e-9);
    expect(convert(1, 'µg/g', 'mcg/g')).to.be.closeTo(1, 1e-9);
    expect(convert(100, 'CFU / 10 g', 'cfu/g')).to.be.closeTo(10, 1e-9);
  });

  it('refuses to convert between dimensions', () => {
    expect(convert(5, 'CFU/g', 'CFU/mL')).to.equal(null);
    expect(convert(5, '%', 'mg')).to.equal(null);
    expect(convert(5, 'ppm', 'spoons')).to.equal(null);
  });

  it('treats a plain % as the kind of % beside it', () => {
    expect(convert(5, '%', '% v/v')).to.equal(5);
    expect(convert(5, '% w/v', '% v/v')).to.equal(null);
  });

  it('knows bracketed units and no words', () => {
    expect(readUnit('[ppm]')?.dimension).to.equal('fraction');
    expect(readUnit('(CFU/g)')?.dimension).to.equal('count by mass');
    expect(readUnit('powder')).to.equal(null);
  });
});
