import { expect } from 'chai';
import Mocha from 'mocha';
import { profileRun, profileTable } from '../../scripts/runtime/test-profile.ts';

const PAUSE_MS = 60;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Runs two made-up files, the second with a slow hook, and measures the run. */
const profileOfMadeUpRun = async () => {
  const mocha = new Mocha({ reporter: class {} as never, timeout: 60_000 });
  for (const file of ['one.test.ts', 'two.test.ts']) {
    const suite = Mocha.Suite.create(mocha.suite, `suite of ${file}`);
    Object.assign(suite, { file });
    if (file === 'two.test.ts') suite.beforeAll('starts', pause);
    suite.addTest(new Mocha.Test('waits', pause));
  }
  const runner = new Mocha.Runner(mocha.suite);
  const profile = profileRun(runner, 'group', (path) => path);
  await new Promise((resolve) => runner.run(resolve));
  return profile;
};

describe('the profile of a run', () => {
  it('has the cost of loading, of each test file and of each hook', async () => {
    const { files, hooks } = await profileOfMadeUpRun();
    expect(files.map(({ name }) => name)).to.deep.equal(['group: loading', 'one.test.ts', 'two.test.ts']);
    // A timer may end a millisecond early.
    expect(files[2]?.seconds).to.be.at.least((2 * PAUSE_MS - 2) / 1_000);
    expect(hooks.map(({ name }) => name)).to.deep.equal(['two.test.ts: "before all" hook: starts for "waits"']);
    for (const { cpuSeconds } of files) expect(cpuSeconds).to.be.at.least(0);
  });

  it('is shown as the ten slowest files and the five slowest hooks, the slowest first', () => {
    const costs = Array.from({ length: 12 }, (_, index) => ({
      name: `file-${index}`,
      seconds: index,
      cpuSeconds: 0.25,
    }));
    const lines = profileTable({ files: costs, hooks: costs }).split('\n');
    expect(lines.slice(0, 3)).to.deep.equal([
      ' seconds      CPU  slowest files',
      '    11.0      0.3  file-11',
      '    10.0      0.3  file-10',
    ]);
    expect(lines).to.have.length(17);
    expect(lines.at(-1)).to.equal('     7.0      0.3  file-7');
  });
});
