import { expect } from 'chai';
import { type FoundRow, matchRows } from '../../bench/score/match-row.ts';
import type { TruthRow } from '../../bench/score/truth.ts';

const makeTruth = (parameter: string, result: string, more: Partial<TruthRow> = {}): TruthRow => ({
  parameter,
  result,
  specification: null,
  status: null,
  ...more,
});

const makeFound = (parameter: string, result: string, more: Partial<FoundRow> = {}): FoundRow => ({
  parameter,
  result,
  specification: null,
  status: null,
  confidence: 1,
  ...more,
});

describe('the matching of rows', () => {
  it('pairs a reading with one row of the truth only', () => {
    const { pairs, missing } = matchRows([makeTruth('Lead', '1'), makeTruth('Lead', '1')], [makeFound('Lead', '1')]);
    expect([pairs.length, missing.length]).eql([1, 1]);
  });

  it('pairs a row of the truth with one reading only', () => {
    const { pairs, invented } = matchRows([makeTruth('Lead', '1')], [makeFound('Lead', '1'), makeFound('Lead', '1')]);
    expect([pairs.length, invented.length]).eql([1, 1]);
  });

  it('pairs rows of the same name by their result', () => {
    const truth = [makeTruth('Lead', '1'), makeTruth('Lead', '2')];
    const { pairs } = matchRows(truth, [makeFound('Lead', '2'), makeFound('Lead', '1')]);
    expect(pairs.every(({ right }) => right)).equal(true);
  });

  it('pairs rows of the same name and result by their sample', () => {
    const truth = [
      makeTruth('Lead', '1', { sample: 'A', status: 'pass' }),
      makeTruth('Lead', '1', { sample: 'B', status: 'fail' }),
    ];
    const found = [
      makeFound('Lead', '1', { sample: 'B', status: 'fail' }),
      makeFound('Lead', '1', { sample: 'A', status: 'pass' }),
    ];
    expect(matchRows(truth, found).pairs.every(({ rightInFull }) => rightInFull)).equal(true);
  });

  const parts: [string, Partial<TruthRow>, Partial<TruthRow>][] = [
    ['section', { section: 'A', status: 'pass' }, { section: 'B', status: 'fail' }],
    ['specification', { specification: 'NMT 1', status: 'pass' }, { specification: 'NMT 2', status: 'fail' }],
  ];
  for (const [part, one, other] of parts)
    it(`pairs rows of the same name and result by their ${part}`, () => {
      const truth = [makeTruth('Lead', '1', one), makeTruth('Lead', '1', other)];
      const found = truth.map((row) => makeFound('Lead', '1', { ...(row as FoundRow) }));
      expect(matchRows(truth, found.toReversed()).pairs.every(({ rightInFull }) => rightInFull)).equal(true);
    });

  it('pairs rows that are the same in all parts by their place', () => {
    const truth = [makeTruth('Lead', '1'), makeTruth('Lead', '1')];
    const { missing } = matchRows(truth, [makeFound('Zinc', '1'), makeFound('Lead', '1')]);
    expect(missing[0]).equal(truth[0]);
  });

  it('pairs the same name before a like one', () => {
    const { pairs, missing } = matchRows(
      [makeTruth('Endrins', '5'), makeTruth('Endrin', '7')],
      [makeFound('Endrin', '5')],
    );
    expect(pairs.map(({ truth }) => truth.parameter)).eql(['Endrin']);
    expect(missing.map(({ parameter }) => parameter)).eql(['Endrins']);
  });

  it('calls a pair with another result wrong, neither missing nor invented', () => {
    const { pairs, missing, invented } = matchRows([makeTruth('Lead', '1')], [makeFound('Lead', '2')]);
    expect([pairs[0]?.right, missing, invented]).eql([false, [], []]);
  });

  it('calls a row of another name missing and invented', () => {
    const { pairs, missing, invented } = matchRows([makeTruth('Lead', '1')], [makeFound('Arsenic', '1')]);
    expect([pairs.length, missing.length, invented.length]).eql([0, 1, 1]);
  });

  it('asks for no optional row', () => {
    const { missing } = matchRows([makeTruth('Lead', '1', { optional: true })], []);
    expect(missing).eql([]);
  });

  it('counts an optional row that was read neither as right nor as invented', () => {
    const { pairs, optional, invented } = matchRows(
      [makeTruth('Lead', '1', { optional: true })],
      [makeFound('Lead', '1')],
    );
    expect([pairs.length, optional.length, invented.length]).eql([0, 1, 0]);
  });

  it('calls an optional row invented that was misread', () => {
    const { pairs, optional, invented } = matchRows(
      [makeTruth('Lead', '1', { optional: true })],
      [makeFound('Lead', '2')],
    );
    expect([pairs.length, optional.length, invented.length]).eql([0, 0, 1]);
  });

  it('gives a reading to the row that must be read before the optional one', () => {
    const { pairs, missing } = matchRows(
      [makeTruth('Lead', '1', { optional: true }), makeTruth('Lead', '1')],
      [makeFound('Lead', '1')],
    );
    expect([pairs.length, missing.length]).eql([1, 0]);
  });

  const inFull: [string, Partial<TruthRow>, Partial<FoundRow>, boolean][] = [
    [
      'takes the same specification and status',
      { specification: 'NMT 1', status: 'pass' },
      { specification: 'nmt 1', status: 'pass' },
      true,
    ],
    ['refuses another specification', { specification: 'NMT 1' }, { specification: 'NMT 2' }, false],
    ['refuses another status', { status: 'fail' }, { status: 'pass' }, false],
    ['refuses a status where the truth says none', { status: null }, { status: 'pass' }, false],
    [
      'takes any specification where the truth gives none',
      { specification: undefined },
      { specification: 'NMT 2' },
      true,
    ],
    ['takes any status where the truth gives none', { status: undefined }, { status: 'pass' }, true],
  ];
  for (const [rule, truth, found, right] of inFull)
    it(`${rule} in full`, () => {
      const [pair] = matchRows([makeTruth('Lead', '1', truth)], [makeFound('Lead', '1', found)]).pairs;
      expect([pair?.right, pair?.rightInFull]).eql([true, right]);
    });
});
