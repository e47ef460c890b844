import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../../runtime/test-directory.ts';
import { toReport } from '../check/findings.ts';
import { type DrillSize, runDrill } from '../drill.ts';
import { LOSSES } from '../fault/losses.ts';

// For a machine that is busy with other things, or slow: it ends what hangs.
const FAULT_MINUTES = 240;
const TIMEOUT_MS = 300 * 60_000;

/** Tests the mesh by a drill of this size. Every loss of the broker is among the faults, so there are at least as many. */
export const testDrill = ({ writes, faults }: Pick<DrillSize, 'writes' | 'faults'>): void => {
  describe('the fault drill', function () {
    this.timeout(TIMEOUT_MS);
    const stop = new AbortController();
    const abort = () => stop.abort();
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
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

    it(`finds nothing lost and nothing twice in ${writes} writes under ${faults} faults`, async () => {
      const size = { writes, faults, seed: Date.now() % 1_000_000, minutes: FAULT_MINUTES };
      say(`seed ${size.seed}`);
      const { findings, faults: counts } = await runDrill(size, {
        directory: join(root, 'mesh'),
        stopped: stop.signal,
        say,
      });
      for (const line of toReport(findings)) say(line);
      expect(findings.breaches, said.join('\n')).to.deep.equal({});
      expect(findings.counts.acknowledged).to.equal(size.writes);
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).to.equal(size.faults);
      expect([...counts.keys()]).to.include.members(LOSSES.map(({ name }) => name));
    });
  });
};
