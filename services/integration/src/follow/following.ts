import type { Follow, FollowOutcome } from './follow.ts';

/** Takes over what the steps take over, one after the other: each finds our record and what is kept as those before it left them. */
export const makeFollow =
  (steps: readonly Follow[]): Follow =>
  async (run, pair) => {
    let outcome: FollowOutcome = { problems: [], followed: pair.followed, local: pair.local };
    for (const step of steps) {
      const { problems, followed, local } = await step(run, {
        ...pair,
        followed: outcome.followed,
        local: outcome.local,
      });
      outcome = { problems: [...outcome.problems, ...problems], followed, local };
    }
    return outcome;
  };
