import type { Mirror, MirrorOutcome } from './mirror.ts';

/** Combines mirrors: each gets the record and the mirrored state of the ones before it. */
export const combineMirrors =
  (steps: readonly Mirror[]): Mirror =>
  async (run, pair) => {
    let outcome: MirrorOutcome = { problems: [], mirrored: pair.mirrored, local: pair.local };
    for (const step of steps) {
      const { problems, mirrored, local } = await step(run, {
        ...pair,
        mirrored: outcome.mirrored,
        local: outcome.local,
      });
      outcome = { problems: [...outcome.problems, ...problems], mirrored, local };
    }
    return outcome;
  };
