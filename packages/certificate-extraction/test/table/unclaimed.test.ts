import { expect } from 'chai';
import { layOut, readBoth, readRows } from './lay-out.ts';

const TABLE = [
  ['Test', 'Specification', 'Result'],
  ['Assay', '98.0 - 102.0 %', '99.5 %'],
  ['Water', 'NMT 0.5 %', '0.2 %'],
  ['Lead', 'NMT 5 ppm', '1 ppm'],
  ['Ash', 'NMT 0.3 %', '0.9 %'],
];

// A linear congruential generator: the same tables in each run.
const makeRandom = (seed: number) => {
  let state = seed;
  return <T>(choices: readonly T[]): T => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return choices[Math.floor((state / 2 ** 32) * choices.length)] as T;
  };
};

const HEADS = ['Blorp', 'Zusatz', 'Kontrollwert X', 'Wert*', 'Foo bar', '', 'Column 4', 'Q-Feld', '≤'];
const CELLS = ['97.0 %', '0.7 %', '12', '3.4 ppm', '< 5', 'ND', '1.2 mg/kg', '8.8'];

describe('what stands beside a result and has no role', () => {
  for (const seed of Array.from({ length: 40 }, (_, at) => at + 1)) {
    const pick = makeRandom(seed);
    const head = pick(HEADS);
    const at = head === '' ? 3 : pick([1, 2, 3]);
    const cells = TABLE.slice(1).map(() => pick(CELLS));
    const table = TABLE.map((row, line) => row.toSpliced(at, 0, line === 0 ? head : (cells[line - 1] ?? '')));
    it(`is named in a warning and no row that it touches is pass (${seed}: "${head}" as column ${at + 1})`, () => {
      for (const { form, rows, warnings } of readBoth(table)) {
        const statuses = rows.map((row) => row.at(-1));
        expect(statuses, `${form}: ${JSON.stringify(rows)}`).to.not.include('pass');
        for (const cell of cells) {
          const isRow = rows.some((row) => row.includes(cell));
          expect(isRow || warnings.join('\n').includes(`"${cell}"`), `${form}: ${cell}\n${warnings}`).to.equal(true);
        }
      }
    });
  }

  it('leaves alone the rows that it does not touch, and those that fail', () => {
    const cells = ['Blorp', '', '—', '97 %', '1 %'];
    for (const { form, rows } of readBoth(TABLE.map((row, line) => [...row, cells[line] ?? ''])))
      expect(
        rows.map((row) => row.at(-1)),
        form,
      ).to.deep.equal(['pass', 'pass', null, 'fail']);
  });

  it('is text as well', () => {
    for (const cell of ['x1', 'see deviation 12', 'reste à vérifier'])
      for (const { form, rows, warnings } of readBoth(
        TABLE.map((row, line) => [...row, line === 0 ? 'Blorp' : cell]),
      )) {
        expect(
          rows.map((row) => row.at(-1)),
          form,
        ).to.deep.equal([null, null, null, 'fail']);
        expect(warnings.join('\n'), form).to.include(`"${cell}"`);
      }
  });

  it('is a remark that denies or that is a finding itself', () => {
    for (const cell of ['0.7 %', 'Retest does not comply'])
      for (const { form, rows, warnings } of readBoth([
        ['Test', 'Specification', 'Result', 'Remarks'],
        ['Assay', '98.0 - 102.0 %', '99.5 %', ''],
        ['Water', 'NMT 0.5 %', '0.2 %', cell],
      ])) {
        expect(
          rows.map((row) => row.at(-1)),
          form,
        ).to.deep.equal(['pass', null]);
        expect(warnings.join('\n'), form).to.include(`Remarks: "${cell}"`);
      }
  });

  it('is a value below a row that has no name of its own', () => {
    for (const { form, rows, warnings } of readBoth([
      ['Test', 'Specification', 'Result'],
      ['Water', 'NMT 0.5 %', '0.2 %'],
      ['', '', '0.7 %'],
      ['Lead', 'NMT 5 ppm', '1 ppm'],
    ])) {
      expect(
        rows.map((row) => row.at(-1)),
        form,
      ).to.deep.equal([null, 'pass']);
      expect(warnings.join('\n'), form).to.include('"0.7 %"');
    }
  });

  it('is a second limit that the result fails', () => {
    for (const { form, rows, warnings } of readBoth([
      ['Test', 'Release specification', 'Shelf life specification', 'Result'],
      ['Water', 'NMT 0.5 %', 'NMT 0.3 %', '0.4 %'],
      ['Lead', 'NMT 5 ppm', 'NMT 5 ppm', '1 ppm'],
    ])) {
      expect(
        rows.map((row) => row.at(-1)),
        form,
      ).to.deep.equal([null, 'pass']);
      expect(warnings.join('\n'), form).to.include('"NMT 0.3 %"');
    }
  });

  it('is no other table beside it, nor a label', () => {
    expect(
      readRows(
        layOut(`
Test     Limit     Result
Lead     0.5       0.2                  Density     1.1 g/ml
Zinc     0.5       0.3                  Moisture    5.2 %`),
      ).filter(([name]) => name === 'Lead' || name === 'Zinc'),
    ).to.deep.equal([
      ['Lead', '0.5', '0.2', 'pass'],
      ['Zinc', '0.5', '0.3', 'pass'],
    ]);
  });
});

describe('limits that are not understood', () => {
  it('are named where nothing else says whether a figure meets them', () => {
    for (const { form, warnings } of readBoth([
      ['Test', 'Specification', 'Result'],
      ['Water', 'max. 0.5 % / NMT 0.3 %', '0.4 %'],
    ]))
      expect(warnings.join('\n'), form).to.include(
        'Water: the specification "max. 0.5 % / NMT 0.3 %" is not understood',
      );
  });
});
