import { expect } from 'chai';
import { describeActual, describeExpected, findMismatch } from '../matcher.ts';

const ACTUAL = { data: { id: 'sup_1', tags: ['a', 'b'], score: 3, files: [{ name: 'x' }, { name: 'y', size: 2 }] } };

describe('the expected answer of a test step', () => {
  const fits: [string, unknown][] = [
    ['members at least', { data: { id: 'sup_1' } }],
    ['a whole array', { data: { tags: ['a', 'b'] } }],
    ['an element', { data: { files: { $contains: { name: 'y' } } } }],
    ['part of a text', { data: { id: { $contains: 'sup' } } }],
    ['an absent member', { data: { secret: { $exists: false } } }],
    ['a least number', { data: { score: { $at_least: 3 } } }],
    ['a pattern', { data: { id: { $pattern: '^sup_' } } }],
    ['a choice', { data: { score: { $one_of: [1, 3] } } }],
    ['another value', { data: { id: { $not: 'sup_2' } } }],
  ];
  for (const [what, expected] of fits)
    it(`fits by ${what}`, () => expect(findMismatch(expected, ACTUAL)).to.equal(null));

  const misses: [unknown, string][] = [
    [{ data: { id: 'sup_2' } }, 'data.id is "sup_1"; expected "sup_2"'],
    [{ data: { tags: ['a'] } }, 'data.tags is ["a","b"]; expected 1 elements'],
    [{ data: { none: 1 } }, 'data.none is nothing; expected 1'],
    [{ data: { id: { $exists: false } } }, 'data.id is "sup_1"; expected: exists: false'],
    [{ data: { score: { $at_least: 4 } } }, 'data.score is 3; expected: is at least 4'],
    [{ data: { id: { $contans: 'x' } } }, '$contans is no check'],
    [{ data: 1 }, 'data is {"id"'],
  ];
  for (const [expected, message] of misses)
    it(`names ${message}`, () => expect(findMismatch(expected, ACTUAL)).to.include(message));

  it('is described beside what there was, without secrets', () => {
    const expected = { data: { id: 'sup_1', key: { $exists: true }, tags: { $contains: 'a' } } };
    expect(describeExpected(expected)).to.deep.equal([
      'data.id = "sup_1"',
      'data.key exists: true',
      'data.tags contains "a"',
    ]);
    expect(describeActual(expected, { data: { ...ACTUAL.data, key: 'qsc_live_x' } })).to.deep.equal([
      'data.id = "sup_1"',
      'data.key = "***"',
      'data.tags has 2 elements',
    ]);
  });
});
