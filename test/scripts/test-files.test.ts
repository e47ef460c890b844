import { expect } from 'chai';
import { Advice } from '../../scripts/runtime/command-line.ts';
import { findTests } from '../../scripts/runtime/test-files.ts';

describe('the choice of tests', () => {
  it('takes every test file when nothing is asked for, those of the whole mesh first since they take longest', () => {
    const groups = findTests([]);
    expect(groups.flatMap(({ files }) => files)).to.include('test/scripts/test-files.test.ts');
    expect(groups.findLastIndex(({ endToEnd }) => endToEnd)).to.equal(0);
  });

  it('takes the files whose path contains a pattern', () => {
    expect(findTests(['scripts/test-files'])).to.deep.equal([
      { name: 'test/scripts', files: ['test/scripts/test-files.test.ts'], endToEnd: false },
    ]);
  });

  it('refuses a pattern that fits no file, so that a misspelt one does not pass', () => {
    expect(() => findTests(['test/scripts', 'no such thing'])).to.throw(Advice, 'no such thing');
  });
});
