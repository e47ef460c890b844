import { expect } from 'chai';
import { readData } from '../../src/table/read-data.ts';
import { readBoth, xmlRows } from './lay-out.ts';

const HEADS = [
  ['Result', 'Result', 'Result 1', 'Result 2'],
  ['Result', 'Retest result', 'Result', 'Retest'],
  ['Result', 'Retest', 'Result', 'Retest'],
  ['Results', 'Repeat', 'Results', 'Repeat'],
  ['Result (start)', 'Result (end)', 'start', 'end'],
  ['Result start of test', 'Result end of test', 'Result start of test', 'Result end of test'],
  ['Result 1', 'Result 2', '1', '2'],
  ['1st result', '2nd result', '1st', '2nd'],
  ['Result A', 'Result B', 'Result A', 'Result B'],
  ['Result (%)', 'Result (%)', '% 1', '% 2'],
  ['Ergebnis', 'Wiederholung', 'Ergebnis', 'Wiederholung'],
  ['Result', 'Lot 24-0938', 'Result', '24-0938'],
] as const;

const rows = (first: string, second: string, more: readonly (readonly string[])[] = [[], [], []]) => [
  ['Test', 'Specification', first, second, ...(more[0] ?? [])],
  ['Assay', '98.0 - 102.0 %', '99.5 %', '97.0 %', ...(more[1] ?? [])],
  ['Water', 'NMT 0.5 %', '0.2 %', '0.7 %', ...(more[2] ?? [])],
];

const readAs = (first: string, second: string) => [
  [first, 'Assay', '98.0 - 102.0 %', '99.5 %', 'pass'],
  [second, 'Assay', '98.0 - 102.0 %', '97.0 %', 'fail'],
  [first, 'Water', 'NMT 0.5 %', '0.2 %', 'pass'],
  [second, 'Water', 'NMT 0.5 %', '0.7 %', 'fail'],
];

describe('a second column of results makes rows of its own', () => {
  for (const [one, other, first, second] of HEADS)
    it(`${one}, ${other}`, () => {
      for (const read of readBoth(rows(one, other))) expect(read.rows, read.form).to.deep.equal(readAs(first, second));
    });

  it('in XML, where an element repeats', () => {
    const document = xmlRows(
      '<test>Assay</test><limits>98.0 - 102.0 %</limits><result>99.5 %</result><result>97.0 %</result>',
      '<test>Water</test><limits>NMT 0.5 %</limits><result>0.2 %</result><result>0.7 %</result>',
    );
    expect(readData(document).results.map(({ result, status }) => [result, status])).to.deep.equal([
      ['99.5 %', 'pass'],
      ['97.0 %', 'fail'],
      ['0.2 %', 'pass'],
      ['0.7 %', 'fail'],
    ]);
  });

  it('with a verdict for each, which is its own', () => {
    const table = [
      ['Test', 'Specification', 'Result 1', 'Status', 'Result 2', 'Status'],
      ['Odour', 'characteristic', 'faint', 'Pass', 'rancid', 'Fail'],
    ];
    for (const read of readBoth(table))
      expect(
        read.rows.map((row) => row.at(-1)),
        read.form,
      ).to.deep.equal(['pass', 'fail']);
  });

  it('with one verdict for both, which passes none that fails', () => {
    for (const read of readBoth(rows('Result', 'Retest', [['Status'], ['Pass'], ['Pass']]))) {
      expect(read.rows, read.form).to.deep.equal(readAs('Result', 'Retest'));
      expect(read.warnings.join('\n')).to.include('Water (Retest): stated as pass, but "0.7 %"');
    }
  });

  it('but not in another unit or for another amount', () => {
    for (const second of ['Result (mg/g)', 'mg/g', '% of label claim'])
      for (const read of readBoth([
        ['Test', 'Specification', 'Result (%)', second],
        ['Assay', '98.0 - 102.0 %', '99.5', '995'],
      ]))
        expect(read.rows, `${second}, ${read.form}`).to.deep.equal([['Assay', '98.0 - 102.0 %', '99.5', 'pass']]);
  });
});

describe('a parameter without a value is a row without result and status', () => {
  for (const value of ['—', '–', '-', '', 'n/a', 'N/A'])
    it(`"${value}"`, () => {
      const lead = ['Lead', 'NMT 0.5 ppm', '0.2 ppm'];
      for (const read of readBoth([['Test', 'Specification', 'Result'], lead, ['Mercury', 'NMT 0.1 ppm', value], lead]))
        expect(read.rows[1], read.form).to.deep.equal(['Mercury', 'NMT 0.1 ppm', null, null]);
    });

  it('with limits in two columns, with a unit alone, and in one of two batches', () => {
    for (const read of readBoth([
      ['Test', 'Min', 'Max', 'Result'],
      ['Assay', '98.0', '102.0', '99.5'],
      ['Mercury', '', '0.1', '—'],
    ]))
      expect(read.rows[1], read.form).to.deep.equal(['Mercury', '≤ 0.1', null, null]);
    for (const read of readBoth([
      ['Test', 'Unit', 'Result'],
      ['Assay', '%', '99.5'],
      ['Mercury', 'ppm', ''],
    ]))
      expect(read.rows[1], read.form).to.deep.equal(['Mercury', null, null, null]);
    for (const read of readBoth([
      ['Test', 'Limit', 'Lot 24-0937', 'Lot 24-0938'],
      ['Assay', '98 - 102', '99.5', '99.1'],
      ['Water', 'max 0.5', '—', '0.7'],
    ]).filter(({ form }) => form === 'page'))
      expect(read.rows.slice(2)).to.deep.equal([
        ['24-0937', 'Water', 'max 0.5', null, null],
        ['24-0938', 'Water', 'max 0.5', '0.7', 'fail'],
      ]);
  });

  it('fails where the verdict says so', () => {
    for (const read of readBoth([
      ['Test', 'Specification', 'Result', 'Status'],
      ['Lead', 'NMT 0.5 ppm', '0.2 ppm', 'Pass'],
      ['Mercury', 'NMT 0.1 ppm', '—', 'Fail'],
    ]))
      expect(read.rows[1], read.form).to.deep.equal(['Mercury', 'NMT 0.1 ppm', null, 'fail']);
  });
});
