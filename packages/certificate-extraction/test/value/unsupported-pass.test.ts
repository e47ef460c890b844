import { expect } from 'chai';
import type { TestStatus } from '../../src/result.ts';
import { decide } from '../../src/table/result/verdict.ts';

const getStatus = (
  specification: string | null,
  result: string,
  evidence: { printed?: string; unit?: string; mark?: ','; below?: string } = {},
): TestStatus =>
  decide({
    specification,
    result,
    printed: evidence.printed ?? '',
    bare: undefined,
    specificationUnit: evidence.unit,
    resultUnit: evidence.unit,
    ...(evidence.mark ? { mark: evidence.mark } : {}),
    below: evidence.below,
  }).status;

describe('a pass that nothing supports', () => {
  const cases: [rule: string, specification: string | null, result: string, status: TestStatus][] = [
    ['takes no words behind a number for its verdict', null, '12 ppm, no-pass', null],
    ['takes no words behind a number for its verdict', null, '5, non-pass', null],
    ['takes no words behind a number for its verdict', null, '12 not - pass', null],
    ['takes no words behind a number for its verdict', null, '3 of 5 - pass', null],
    ['takes no words behind a number for its verdict', null, '12 %, conditional - pass', null],
    ['lets limits overrule the verdict behind a number', 'NMT 1', '5 - Pass', 'fail'],
    ['demands nothing where both outcomes are printed', 'Presence/Absence in 25 g', 'Presence', null],
    ['demands nothing where both outcomes are printed', 'Presence/Absence in 25 g', 'Absence', null],
    ['reads the sign in two languages', 'max. / NMT 0,5 %', '0,6 %', 'fail'],
    ['reads the sign in two languages', 'min. / NLT 98,0 %', '98,2 %', 'pass'],
    ['reads no signs of two sides for one', 'max. / NLT 0,5 %', '0,6 %', null],
    ['reads limits that are printed in two languages', '≤ 10 KBE/g ≤ 10 CFU/g', '20 CFU/g', 'fail'],
    ['reads limits that are printed in two languages', 'max. 0,5 % / NMT 0.5 %', '0,4 %', 'pass'],
    ['reads no limits that differ', 'max. 0,5 % / NMT 0.6 %', '0,55 %', null],
    ['takes no value for another one behind it', 'NMT 0.5 %', '0.2 % 0.7 %', null],
    ['takes no value for another one behind it', 'NMT 0.5', '0.2 0.7', null],
    ['reads a point without a zero before it', '≤ .020', '.029', 'fail'],
    ['reads a point without a zero before it', 'NMT .5 %', '0.4 %', 'pass'],
    ['compares units of two words', 'max. 10 meq O2/kg', '11,4 meq O2/kg', 'fail'],
    ['compares units of two words', 'max. 3,0 mg KOH/g', '0,6 mg KOH/g', 'pass'],
    ['takes the strength of a reagent for no second limit', 'max. 0.60 mL 0.01 M HCl', '0.71 mL', 'fail'],
    ['takes the strength of a reagent for no second limit', 'NMT 0.5 ml of 0.1 M NaOH', '0.3 ml', 'pass'],
    ['reads limits with an accent', 'Máx. 0,10%', '0,18%', 'fail'],
    ['knows absence in Italian', 'assente/1 g', 'assente', 'pass'],
    ['keeps the sign of both ends of a range', '-25.0 to -22.0', '+21.0', 'fail'],
    ['keeps the sign of both ends of a range', '-20 to -25', '-22.5', 'pass'],
    ['keeps the sign of both ends of a range', 'between -25.0 and -22.0', '0', 'fail'],
    ['takes no word in the middle of a result for its verdict', 'NLT 95% pass 80 mesh', '90% pass 80 mesh', null],
    ['takes no doubtful word for a verdict', 'Complies', 'Blue; no longer complies', null],
    ['takes no doubtful word for a verdict', 'White powder', 'White powder, complies', 'pass'],
    ['takes no word of agreement that is taken back', 'Complies', 'Complies: No', null],
    ['takes no word of agreement that is taken back', 'Complies', 'Conforms except particle size', null],
    ['takes no word of agreement that is taken back', 'Complies', '☑ Fail ☐ Pass', null],
    ['takes no word of agreement that is taken back', 'Complies', 'Complies (not detected)', 'pass'],
    ['reads points in counts as thousands', 'max. 1000 KBE/g', '1.500', 'fail'],
    ['compares a stated detection limit', '≤ 10', 'ND (LOD 20)', null],
    ['compares a stated detection limit', '≤ 10', 'ND (LOD 5)', 'pass'],
    ['compares a stated quantitation limit', '≤ 0.1 ppm', '< LOQ (0.5 ppm)', null],
    ['knows no amount of a trace', 'NMT 0.1 ppm', 'Trace', null],
    ['takes no smaller sample for a larger', 'Absent in 25 g', 'Absent in 1 g', null],
    ['takes no smaller sample for a larger', 'Absent in 25 g', 'Absent in 25 g', 'pass'],
    ['reads on behind an absence', 'Absent', 'Negative for lead; positive for coli', null],
    ['reads on behind an absence', 'Absent', 'Not detected in 1 of 5, detected in 4', null],
    ['judges no result by one of two numbers', 'NMT 0.5', '0.4 / 0.6', null],
    ['judges no result by one of two numbers', 'NLT 98', '99 to 97', null],
    ['reads wide digits', '≤０．５％', '０．６ %', 'fail'],
    ['takes the reverse of a limit for nothing', 'NMT 10', '>= 10', null],
    ['takes the reverse of a limit for nothing', 'NLT 10', '>= 9', null],
  ];
  for (const [rule, specification, result, status] of cases)
    it(`${rule}: "${specification}" and "${result}" give ${status}`, () => {
      expect(getStatus(specification, result)).to.equal(status);
    });

  it('reads points in counts as thousands, wherever the unit stands', () => {
    expect(getStatus('max. 1000', '1.500', { unit: 'KBE/g' })).to.equal('fail');
    expect(getStatus('max. 1.000', '20', { unit: 'KBE/g' })).to.equal('pass');
  });

  it('reads points as thousands in a table whose decimals are commas', () => {
    expect(getStatus('max. 6000', '25.000', { mark: ',' })).to.equal('fail');
  });

  it('compares a limit of quantitation out of a column of its own', () => {
    expect(getStatus('0.1 ppm max', '<LOQ', { below: '0.5' })).to.equal(null);
    expect(getStatus('0.1 ppm max', '<LOQ', { below: '20 ppb' })).to.equal('pass');
  });

  it('leaves a printed word that is taken back to the numbers', () => {
    expect(getStatus('NMT 5 ppm', '9 ppm', { printed: 'Complies: No' })).to.equal('fail');
  });
});
