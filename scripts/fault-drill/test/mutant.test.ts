import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { REPOSITORY } from '../../runtime/paths.ts';
import { applyEdits, type Edit } from '../mutant/mutant.ts';
import { MUTANTS } from '../mutant/mutants.ts';
import { SCENARIOS } from '../mutant/scenarios.ts';

describe('a mutant', () => {
  let root: string;
  const edit = (find: string) => [{ file: 'file.ts', find, replace: '$&' }];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mutant-'));
    writeFileSync(join(root, 'file.ts'), 'one two two');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('replaces what stands there once, to the letter', () => {
    applyEdits(root, edit('one'));
    expect(readFileSync(join(root, 'file.ts'), 'utf8')).to.equal('$& two two');
  });

  it('is refused where its text is not there, or more than once', () => {
    expect(() => applyEdits(root, edit('three'))).to.throw(/does not fit/);
    expect(() => applyEdits(root, edit('two'))).to.throw(/does not fit/);
  });

  it('fits the source as it is', () => {
    const times = ({ file, find }: Edit) => readFileSync(join(REPOSITORY, file), 'utf8').split(find).length - 1;
    const unfit = MUTANTS.filter(({ edits }) => edits.some((one) => times(one) !== 1));
    expect(unfit.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has a scenario, and each scenario has one', () => {
    expect(new Set(MUTANTS.map(({ scenario }) => scenario))).to.deep.equal(new Set(SCENARIOS.map(({ name }) => name)));
  });
});
