import { z } from 'zod';
import type { LocalStates } from '../local/local-state.ts';
import { followCommandIdOf } from './command-id.ts';
import type { Follow, FollowedPair, FollowOutcome, FollowRun } from './follow.ts';
import { externalText, stateFieldOf } from './followed-field.ts';
import { ourProblem, problemOfError, refusedProblem } from './problem.ts';
import { type StateStep, type States, stateStep } from './state.ts';

const Kept = z.object({ state: z.object({ external: z.string(), service: z.string() }) });

/**
 * Takes over where a record stands (`workflow_sync`): moves it here by the guards that hold for everybody, or there by the
 * action of the external system. What is refused on either side is the record's problem, and is tried again with it.
 */
export const makeFollowState =
  (states: LocalStates): Follow =>
  async (run, pair) => {
    const { workflow_sync: workflow } = run.mapping;
    const now = workflow?.enabled ? await statesOf(run, pair, states) : null;
    if (!workflow || !now) return unchanged(pair);
    const base = Kept.safeParse(pair.followed).data?.state ?? null;
    const { sync_config, conflict_resolution } = run.connection;
    const rules = { workflow, direction: sync_config.direction, strategy: conflict_resolution.default_strategy };
    return carryOut(run, pair, { step: stateStep(base, now, rules), now, states });
  };

const unchanged = ({ followed, local }: FollowedPair): FollowOutcome => ({ problems: [], followed, local });

const kept = ({ followed, local }: FollowedPair, state: States): FollowOutcome => ({
  problems: [],
  followed: { ...followed, state },
  local,
});

/** Null where one of the sides has no state. */
const statesOf = async (
  { mapping, call }: FollowRun,
  { remote, local }: FollowedPair,
  states: LocalStates,
): Promise<States | null> => {
  const field = stateFieldOf(mapping);
  const external = field === null ? null : externalText(remote, field);
  const service = external === null ? null : await states.read(call.actor.org_id, local);
  return external === null || service === null ? null : { external, service };
};

type Decided = { step: StateStep; now: States; states: LocalStates };

const carryOut = (
  run: FollowRun,
  pair: FollowedPair,
  { step, now, states }: Decided,
): Promise<FollowOutcome> | FollowOutcome => {
  switch (step.kind) {
    case 'alike':
      return kept(pair, now);
    case 'move_local':
      return moveHere(run, pair, { to: step.to, now, states });
    case 'act_remote':
      return actThere(run, pair, { to: step.to, now });
    case 'none':
      return unchanged(pair);
  }
};

type Move = { to: string; now: States };

const moveHere = async (
  run: FollowRun,
  pair: FollowedPair,
  { to, now, states }: Move & { states: LocalStates },
): Promise<FollowOutcome> => {
  const { local, linkVersion } = pair;
  // A record may come to a state twice at one version of it: the second move is another command than the first.
  const commandId = followCommandIdOf(run, pair, ['state', now.service, to, local.version, linkVersion]);
  const result = await states.move(run.call, local, { to, commandId });
  if (!result.ok) return { ...unchanged(pair), problems: [refusedProblem(result)] };
  return kept({ ...pair, local: result.record }, { external: now.external, service: to });
};

const actThere = async (
  { system, source }: FollowRun,
  pair: FollowedPair,
  { to, now }: Move,
): Promise<FollowOutcome> => {
  if (!system.act)
    return {
      ...unchanged(pair),
      problems: [ourProblem('States of this external system cannot be changed from here.')],
    };
  try {
    await system.act(source, pair.externalId, to);
    return kept(pair, { external: to, service: now.service });
  } catch (error) {
    return { ...unchanged(pair), problems: [problemOfError(error)] };
  }
};
