import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';
import { REPOSITORY } from './paths.ts';
import { type Profile, profileRun } from './test-profile.ts';

/** A test or check that failed, and the beginning of what it said. */
export type Failure = { name: string; why: string };

/** What one run of mocha came to, and what its files and hooks cost. */
export type TestCounts = { passed: number; failed: number; pending: number; failures: Failure[]; profile: Profile };

const WHY_LENGTH = 4_000;

/** The beginning and the end of a long text: the cause stands at the one, the outcome at the other. */
export const shortened = (text: string, length = WHY_LENGTH): string =>
  text.length <= length ? text : `${text.slice(0, length / 2)}\n  […]\n${text.slice(-length / 2)}`;

/** Shows the tests as they run, and writes counts and profile of the group named by `group` to the file named by `counts`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { counts: file, group } = options.reporterOptions;
    const failures: Failure[] = [];
    const profile = profileRun(runner, group, (path) => relative(REPOSITORY, path));
    runner.on('fail', (test, error: Error) => {
      failures.push({ name: test.fullTitle(), why: shortened(error.stack ?? String(error)) });
    });
    runner.once('end', () => {
      const { passes: passed, failures: failed, pending } = this.stats;
      const counts: TestCounts = { passed, failed, pending, failures, profile };
      writeFileSync(file, JSON.stringify(counts));
    });
  }
}
