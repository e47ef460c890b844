import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../../runtime/test-directory.ts';
import { toReport } from '../check/findings.ts';
import { type DrillSize, runDrill, type Surroundings } from '../drill.ts';
import { LOSSES } from '../fault/losses.ts';

// For a machine that is busy with other things, or slow: it ends what hangs.
const FAULT_MINUTES = 240;
const TIMEOUT_MS = 300 * 60_000;

type InDirectory = {
  /** Where the drill runs; to be asked for in a test. */
  around: () => Surroundings;
  /** What it said, which is shown when it fails. */
  said: string[];
};

/** Describes a drill in a directory of its own, whose logs stay when it fails. */
export const describeDrill = (title: string, define: (drill: InDirectory) => void): void => {
  describe(title, function () {
    this.timeout(TIMEOUT_MS);
    const stop = new AbortController();
    const abort = () => stop.abort();
    const said: string[] = [];
    let root: string;

    before(async () => {
      root = await makeTestDirectory(join(loadSettings(process.env).dataDir, 'drill'));
      process.on('SIGTERM', abort);
    });
    afterEach(function () {
      if (this.currentTest?.isFailed()) process.stdout.write(`${said.join('\n')}\nLogs: ${root}\n`);
      said.splice(0);
    });
    after(function () {
      process.off('SIGTERM', abort);
      clearTestDirectory(root, this.test?.parent?.tests.some((test) => test.isFailed()) ?? true);
    });

    const say = (line: string) => void said.push(line);
    define({ around: () => ({ directory: join(root, 'mesh'), stopped: stop.signal, say }), said });
  });
};

/**
 * Tests the mesh by a drill of this size, whose course is that of the seed (another one each time where none is given). Every loss
 * of the broker is among the faults, so there are at least as many.
 */
export const testDrill = ({
  writes,
  faults,
  seed = Date.now() % 1_000_000,
}: Pick<DrillSize, 'writes' | 'faults'> & { seed?: number }): void =>
  describeDrill('the fault drill', ({ around, said }) => {
    it(`finds nothing lost and nothing twice in ${writes} writes under ${faults} faults`, async () => {
      const size = { writes, faults, seed, minutes: FAULT_MINUTES };
      said.push(`seed ${seed}`);
      const { findings, faults: counts } = await runDrill(size, around());
      said.push(...toReport(findings));
      expect(findings.breaches, said.join('\n')).to.deep.equal({});
      expect(findings.counts.acknowledged).to.equal(size.writes);
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).to.equal(size.faults);
      expect([...counts.keys()]).to.include.members(LOSSES.map(({ name }) => name));
    });
  });
