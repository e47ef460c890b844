import { expect } from 'chai';
import { Advice } from '../../scripts/runtime/command-line.ts';
import { findTests } from '../../scripts/runtime/test-files.ts';

const filesIn = (patterns: string[], options?: { all: boolean }): string[] =>
  findTests(patterns, options).groups.flatMap(({ files }) => files);

const isRare = (file: string): boolean => file.endsWith('.all.test.ts');

describe('the choice of tests', () => {
  it('takes every test file when nothing is asked for, those of the whole mesh first since they take longest', () => {
    const { groups, leftOut } = findTests([], { all: true });
    expect(groups.flatMap(({ files }) => files)).to.include('test/scripts/test-files.test.ts');
    expect(groups[0]).to.include({ name: 'test/e2e', endToEnd: true });
    expect(leftOut).to.equal(0);
  });

  it('leaves the files named *.all.test.ts to --all, and counts them', () => {
    const every = filesIn([], { all: true });
    expect(every.filter(isRare)).not.to.deep.equal([]);
    expect(filesIn([])).to.deep.equal(every.filter((file) => !isRare(file)));
    expect(findTests([]).leftOut).to.equal(every.filter(isRare).length);
  });

  it('takes the files whose path contains a pattern', () => {
    expect(findTests(['scripts/test-files'])).to.deep.equal({
      groups: [{ name: 'test/scripts', files: ['test/scripts/test-files.test.ts'], endToEnd: false }],
      leftOut: 0,
    });
  });

  it('takes a file named *.all.test.ts where a pattern names it and no other', () => {
    expect(filesIn(['scripts/image'])).to.deep.equal(['scripts/image/test/image.all.test.ts']);
  });

  it('refuses a pattern that fits no file, so that a misspelt one does not pass', () => {
    expect(() => findTests(['test/scripts', 'no such thing'])).to.throw(Advice, 'no such thing');
  });
});
