/** `open`: the step could not be run; it is never counted as passed. */
export type Outcome = 'passed' | 'failed' | 'open';

/** An audit entry that a step caused. */
export type CausedEntry = { id: string; sequence: number; action: string; entity_id: string };

/** A test step as it was run, with its evidence. */
export type StepResult = {
  /** The protocol and the number of the step, such as `OQ-SUP-07`. */
  id: string;
  title: string;
  /** Ids of the requirements that the step shows. */
  covers: string[];
  /** Who ran it: the user or application of the credential; null for requests without one and for steps on the host. */
  by: string | null;
  at: string;
  duration_ms: number;
  /** What was done. */
  action: string;
  expected: string;
  /** The same as the protocol has it, without the values of the run. */
  specification: string;
  actual: string;
  outcome: Outcome;
  /** Why the step failed or is open; null where it passed. */
  reason: string | null;
  request_ids: string[];
  audit_entries: CausedEntry[];
  /** The action of the audit entry that the protocol expects; `none` for none, null for any where something was written. */
  audit: string | null;
};

/** How many steps ended in which way. */
export const countOutcomes = (steps: readonly Pick<StepResult, 'outcome'>[]): Record<Outcome, number> => {
  const counts = { passed: 0, failed: 0, open: 0 };
  for (const { outcome } of steps) counts[outcome] += 1;
  return counts;
};
