import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** A test or check that failed, and the beginning of what it said. */
export type Failure = { name: string; why: string };

/** What one run of mocha came to. */
export type TestCounts = { passed: number; failed: number; pending: number; failures: Failure[] };

const WHY_LENGTH = 4_000;

/** The beginning and the end of a long text: the cause stands at the one, the outcome at the other. */
export const shortened = (text: string, length = WHY_LENGTH): string =>
  text.length <= length ? text : `${text.slice(0, length / 2)}\n  […]\n${text.slice(-length / 2)}`;

/** Shows the tests as they run, and writes the counts to the file named by the option `counts`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failures: Failure[] = [];
    runner.on('fail', (test, error: Error) => {
      failures.push({ name: test.fullTitle(), why: shortened(error.stack ?? String(error)) });
    });
    runner.once('end', () => {
      const { passes: passed, failures: failed, pending } = this.stats;
      const counts: TestCounts = { passed, failed, pending, failures };
      writeFileSync(options.reporterOptions.counts, JSON.stringify(counts));
    });
  }
}
