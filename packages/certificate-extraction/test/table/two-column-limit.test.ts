import { expect } from 'chai';
import { readData } from '../../src/table/read-data.ts';
import { csv, layOut, readRows, xmlRows } from './lay-out.ts';

const HEADS = [
  ['Minimum', 'Maximum'],
  ['Min.', 'Max.'],
  ['LSL', 'USL'],
  ['Lower', 'Upper'],
  ['Lower limit', 'Upper limit'],
  ['Lower specification limit', 'Upper specification limit'],
  ['Limit from', 'Limit to'],
  ['from', 'to'],
  ['von', 'bis'],
  ['Untergrenze', 'Obergrenze'],
  ['Unterer Grenzwert', 'Oberer Grenzwert'],
  ['Untere Spezifikationsgrenze', 'Obere Spezifikationsgrenze'],
  ['Mindestwert', 'Höchstwert'],
  ['UG', 'OG'],
] as const;

const READ = [
  ['Assay', '98.0 – 102.0', '95.0', 'fail'],
  ['Purity', '≥ 99.0', '98.4', 'fail'],
  ['Water', '≤ 0.5', '0.7', 'fail'],
];

const BODY = [
  ['Assay', '98.0', '102.0', '95.0'],
  ['Purity', '99.0', '', '98.4'],
  ['Water', '', '0.5', '0.7'],
];

const print = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.padEnd(32)).join('')).join('\n');

const reported = ({ results }: ReturnType<typeof readData>) =>
  results.map(({ parameter, specification, result, status }) => [parameter, specification, result, status]);

describe('limits in a column for each end are one specification', () => {
  for (const [low, high] of HEADS) {
    it(`${low}, ${high}: on a page`, () => {
      expect(readRows(layOut(print([['Test', low, high, 'Result'], ...BODY])))).to.deep.equal(READ);
    });

    it(`${low}, ${high}: in CSV`, () => {
      expect(reported(readData(csv(['Test', low, high, 'Result'], ...BODY)))).to.deep.equal(READ);
    });
  }

  for (const group of ['Acceptance criteria', 'Limits', 'Spezifikation', 'Grenzwerte'])
    for (const [low, high] of HEADS.filter(([word]) => word.length <= 11)) {
      const [over, ends] = [group.padEnd(26), `${low.padEnd(13)}${high.padEnd(13)}`];
      const body = BODY.map(([name = '', min = '', max = '', found = '']) =>
        [name.padEnd(18), min.padEnd(13), max.padEnd(13), '      ', found].join(''),
      );
      const heads: Record<string, string[]> = {
        'on the upper line': [`Test              ${over}      Result`, `                  ${ends}`, ...body],
        'above the others': [`                  ${over}`, `Test              ${ends}      Result`, ...body],
        'on a line of its own, as the ends': [
          `                  ${over}`,
          'Test                                            Result',
          `                  ${ends}`,
          ...body,
        ],
      };
      for (const [where, lines] of Object.entries(heads))
        it(`below “${group}” ${where}: ${low}, ${high}`, () => {
          expect(readRows(layOut(lines.join('\n')))).to.deep.equal(READ);
        });

      it(`below “${group}” beside cells that are centred on two lines: ${low}, ${high}`, () => {
        const lines = [
          `                  ${over}`,
          'Test                                            Result',
          `                  ${ends}`,
          '',
          ...body.flatMap((line) => [line, '']),
        ];
        expect(readRows(layOut(lines.join('\n'), { pitch: 7 }))).to.deep.equal(READ);
      });

      it(`below “${group}” in CSV: ${low}, ${high}`, () => {
        const heads = [
          ['Test', group, '', 'Result'],
          ['', low, high, ''],
        ];
        expect(reported(readData(csv(...heads, ...BODY)))).to.deep.equal(READ);
      });
    }

  it('in one row alone', () => {
    const page = layOut(`
Test              Acceptance criteria       Result
                  Minimum     Maximum
Assay             98.0        102.0         95.0`);
    expect(readRows(page)).to.deep.equal([READ[0]]);
  });

  it('in XML, as elements or as attributes of the specification', () => {
    const elements = '<specification><min>98.0</min><max>102.0</max></specification>';
    for (const limits of [elements, '<specification min="98.0" max="102.0"/>', '<lsl>98.0</lsl><usl>102.0</usl>'])
      expect(reported(readData(xmlRows(`<test>Assay</test>${limits}<result>95.0</result>`))), limits).to.deep.equal([
        READ[0],
      ]);
  });

  it('in one cell with both words above it', () => {
    const page = layOut(
      print([
        ['Test', 'Min. - Max.', 'Result'],
        ['Assay', '98.0 - 102.0', '95.0'],
      ]),
    );
    expect(readRows(page)).to.deep.equal([['Assay', '98.0 - 102.0', '95.0', 'fail']]);
  });
});
