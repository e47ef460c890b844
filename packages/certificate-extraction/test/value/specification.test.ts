import { expect } from 'chai';
import { evaluate } from '../../src/value/evaluation.ts';
import { parseSpecification } from '../../src/value/specification.ts';

const text = (value: number | null | undefined, inclusive: boolean | undefined) =>
  value === null || value === undefined ? '' : `${inclusive ? '=' : ''}${value}`;

const shown = (printed: string): string => {
  const specification = parseSpecification(printed);
  if (specification?.kind !== 'range') return specification?.kind ?? 'null';
  const { min, max, unit } = specification;
  return `${text(min?.value, min?.inclusive)}..${text(max?.value, max?.inclusive)}${unit ? ` ${unit}` : ''}`;
};

describe('specifications', () => {
  // Limits as MIN..MAX, "=" before an inclusive one.
  const forms: readonly [string, string][] = [
    ['≤ 0.5 %', '..=0.5 %'],
    ['=< 0.5', '..=0.5'],
    ['<= 0.5', '..=0.5'],
    ['< 0.5%', '..0.5 %'],
    ['⩾ 98', '=98..'],
    ['=> 98', '=98..'],
    ['> 98', '98..'],
    ['NMT 10 ppm', '..=10 ppm'],
    ['N.M.T. 10 ppm', '..=10 ppm'],
    ['NLT 98.0%', '=98.. %'],
    ['Not more than 0.5 % w/w', '..=0.5 % w/w'],
    ['not less than 99.0 %', '=99.. %'],
    ['No more than 1000 CFU/g', '..=1000 CFU/g'],
    ['maximum 0.5%', '..=0.5 %'],
    ['Max. 0,5 %', '..=0.5 %'],
    ['0.5 % max.', '..=0.5 %'],
    ['0.5% maximum', '..=0.5 %'],
    ['99.0 % min', '=99.. %'],
    ['min. 99.0 % / max. 101.0 %', '=99..=101 %'],
    ['NLT 98.0 % and NMT 102.0 %', '=98..=102 %'],
    ['not less than 98.0 percent and not more than 102.0 percent', '=98..=102'],
    ['98.0–102.0 %', '=98..=102 %'],
    ['98.0 % - 102.0 %', '=98..=102 %'],
    ['98,0 - 102,0 %', '=98..=102 %'],
    ['5.5 to 7.0', '=5.5..=7'],
    ['5.0 ~ 7.0', '=5..=7'],
    ['between 5.0 and 7.0', '=5..=7'],
    ['98.0% - 102.0% (on dried basis)', '=98..=102 %'],
    ['-25.0° to -22.0°', '=-25..=-22 °'],
    ['-22.0° to -25.0°', '=-25..=-22 °'],
    ['+10.5° ~ +12.0°', '=10.5..=12 °'],
    ['178 °C – 182 °C', '=178..=182 °C'],
    ['100 ± 5', '=95..=105'],
    ['100 +/- 5 %', '=95..=105 %'],
    ['50 mg ± 10 %', '=45..=55 mg'],
    ['98.0 ≤ x ≤ 102.0', '=98..=102'],
    ['≤ 10³ CFU/g', '..=1000 CFU/g'],
    ['NMT 103 CFU/g', '..=1000 CFU/g'],
    ['10^2 cfu/g', '..=100 cfu/g'],
    ['NMT 1,000 cfu/g', '..=1000 cfu/g'],
    ['höchstens 0,5 %', '..=0.5 %'],
    ['absent', 'absent'],
    ['Absent in 25 g', 'absent'],
    ['Absent/10g', 'absent'],
    ['Negative', 'absent'],
    ['Not detected', 'absent'],
    ['Not Detected in 1 g', 'absent'],
    ['ND', 'absent'],
    ['< LOQ', 'absent'],
    ['Positive', 'present'],
    ['Complies', 'complies'],
    ['Conforms to structure', 'complies'],
    ['Passes test', 'complies'],
    ['Must comply', 'complies'],
    ['White to off-white powder', 'text'],
    ['Clear, colourless solution', 'text'],
    ['Report', 'report'],
    ['Report value', 'report'],
    ['For information', 'report'],
    ['', 'null'],
    ['-', 'null'],
    ['N/A', 'null'],
    ['20.0', 'text'],
    ['Individual NMT 0.1 %, total NMT 0.5 %', 'text'],
    ['NMT 10 CFU/g; E. coli absent', 'text'],
  ];
  for (const [printed, form] of forms) {
    it(`reads "${printed}" as ${form}`, () => expect(shown(printed)).to.equal(form));
  }

  it('takes a bare number as the limit that its column says', () => {
    expect(parseSpecification('20.0', { bare: 'max' })).to.deep.include({
      max: { value: 20, inclusive: true },
      min: null,
    });
    expect(parseSpecification('20.0', { bare: 'min' })).to.deep.include({
      min: { value: 20, inclusive: true },
      max: null,
    });
  });
});

describe('status of a result against its specification', () => {
  const cases: readonly [specification: string, result: string, status: 'pass' | 'fail' | null][] = [
    ['98.0 - 102.0 %', '99.8 %', 'pass'],
    ['98.0 - 102.0 %', '97.9', 'fail'],
    ['98.0 - 102.0 %', '102.1%', 'fail'],
    ['98,0 - 102,0 %', '99,8', 'pass'],
    ['NMT 0.5 %', '0.5 %', 'pass'],
    ['< 0.5 %', '0.5 %', 'fail'],
    ['NMT 0.1', '<0.05', 'pass'],
    ['NMT 0.1', '< 0.5', null],
    ['< 10 CFU/g', '<10 CFU/g', 'pass'],
    ['NMT 0.1 %', 'ND', 'pass'],
    ['NMT 0.1 %', 'Not detected', 'pass'],
    ['NMT 0.1 %', '< LOQ', 'pass'],
    ['NLT 98 %', 'ND', null],
    ['NLT 98 %', '>99', 'pass'],
    ['NLT 99.5 %', '>99', null],
    ['NLT 99 %', '< 98', 'fail'],
    ['NMT 100', '>100', 'fail'],
    ['NMT 0.1 %', '500 ppm', 'pass'],
    ['NMT 0.1 %', '1500 ppm', 'fail'],
    ['NMT 10 CFU/g', '5 CFU/mL', null],
    ['NMT 1,000 CFU/g', '1.2 × 10³ CFU/g', 'fail'],
    ['178 - 182 °C', '179-181 °C', 'pass'],
    ['178 - 182 °C', '179-183 °C', 'fail'],
    ['NMT 0.5 %', '0.2 % - does not comply', 'fail'],
    ['NMT 0.5 %', 'Complies', 'pass'],
    ['NMT 0.5 %', 'OOS', 'fail'],
    ['NMT 0.5 %', 'N/A', null],
    ['NMT 0.5 %', 'see attachment', null],
    ['absent in 25 g', 'absent', 'pass'],
    ['absent in 25 g', 'Absent/25g', 'pass'],
    ['absent in 25 g', 'Not detected', 'pass'],
    ['absent in 25 g', 'Present', 'fail'],
    ['absent in 25 g', 'Detected', 'fail'],
    ['absent', '<10 CFU/g', null],
    ['not detected', '3 ppm', 'fail'],
    ['not detected', '< LOQ', null],
    ['< LOQ', 'ND', 'pass'],
    ['Positive', 'positive', 'pass'],
    ['Positive', 'negative', 'fail'],
    ['White to off-white powder', 'White to off-white powder', 'pass'],
    ['White to off-white powder', 'white to off-white powder.', 'pass'],
    ['White to off-white powder', 'White powder', null],
    ['White to off-white powder', 'Conforms', 'pass'],
    ['White to off-white powder', 'White powder, complies', 'pass'],
    ['White to off-white powder', 'Does not conform', 'fail'],
    ['White to off-white powder', 'Yellow powder, does not comply', 'fail'],
    ['Report', '12.5', null],
    ['For information', '12.5 %', null],
    ['Complies', 'Complies', 'pass'],
    ['Complies', '12.5', null],
  ];
  for (const [specification, result, status] of cases) {
    it(`"${result}" against "${specification}" is ${status}`, () => {
      const parsed = parseSpecification(specification);
      expect(parsed && evaluate(parsed, result)).to.equal(status);
    });
  }

  it('uses the units of the columns', () => {
    const limit = parseSpecification('NMT 0.1');
    expect(limit && evaluate(limit, '500', { specification: '%', result: 'ppm' })).to.equal('pass');
    expect(limit && evaluate(limit, '5', { specification: '%', result: 'CFU/g' })).to.equal(null);
  });
});
