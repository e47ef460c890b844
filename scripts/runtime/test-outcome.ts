import type { TestCounts } from './test-reporter.ts';

/** What everything together came to. */
export type Outcome = TestCounts;

/** Nothing run yet. */
export const emptyOutcome = (): Outcome => ({
  passed: 0,
  failed: 0,
  pending: 0,
  failures: [],
  profile: { files: [], hooks: [] },
});

/** One thing that either passed or failed, and in the second case why. */
export const singleOutcome = (name: string, passed: boolean, why = ''): Outcome =>
  passed ? { ...emptyOutcome(), passed: 1 } : { ...emptyOutcome(), failed: 1, failures: [{ name, why }] };

/** Both together. */
export const addOutcome = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  pending: one.pending + other.pending,
  failures: [...one.failures, ...other.failures],
  profile: {
    files: [...one.profile.files, ...other.profile.files],
    hooks: [...one.profile.hooks, ...other.profile.hooks],
  },
});
