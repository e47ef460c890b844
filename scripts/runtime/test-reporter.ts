import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What one run of mocha came to. */
export type TestCounts = { passed: number; failed: number; pending: number; failures: string[] };

/** Shows the tests as they run, and writes the counts to the file named by the option `counts`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failures: string[] = [];
    runner.on('fail', (test) => failures.push(test.fullTitle()));
    runner.once('end', () => {
      const { passes: passed, failures: failed, pending } = this.stats;
      const counts: TestCounts = { passed, failed, pending, failures };
      writeFileSync(options.reporterOptions.counts, JSON.stringify(counts));
    });
  }
}
