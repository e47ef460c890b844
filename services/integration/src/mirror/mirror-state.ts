import { z } from 'zod';
import type { LocalStates } from '../local/local-state.ts';
import { type Mirror, type MirrorOutcome, type MirrorPair, type MirrorRun, toMirrorCommandId } from './mirror.ts';
import { externalText, getStateField } from './mirrored-field.ts';
import { ourProblem, problemOfError, refusedProblem } from './problem.ts';
import { type StateStep, type States, stateStep } from './state.ts';

const StoredState = z.object({ state: z.object({ external: z.string(), service: z.string() }) });

/**
 * Mirrors the state of a record (`workflow_sync`): by a transition here with its usual guards, or by an action of the external
 * system. A refusal on either side is the record's problem, and is retried with it.
 */
export const makeMirrorState =
  (states: LocalStates): Mirror =>
  async (run, pair) => {
    const { workflow_sync: workflow } = run.mapping;
    const now = workflow?.enabled ? await toStates(run, pair, states) : null;
    if (!workflow || !now) return unchanged(pair);
    const base = StoredState.safeParse(pair.mirrored).data?.state ?? null;
    const { sync_config, conflict_resolution } = run.connection;
    const rules = { workflow, direction: sync_config.direction, strategy: conflict_resolution.default_strategy };
    return carryOut(run, pair, { step: stateStep(base, now, rules), now, states });
  };

const unchanged = ({ mirrored, local }: MirrorPair): MirrorOutcome => ({ problems: [], mirrored, local });

const withState = ({ mirrored, local }: MirrorPair, state: States): MirrorOutcome => ({
  problems: [],
  mirrored: { ...mirrored, state },
  local,
});

/** Null where one of the sides has no state. */
const toStates = async (
  { mapping, call }: MirrorRun,
  { remote, local }: MirrorPair,
  states: LocalStates,
): Promise<States | null> => {
  const field = getStateField(mapping);
  const external = field === null ? null : externalText(remote, field);
  const service = external === null ? null : await states.read(call.actor.org_id, local);
  return external === null || service === null ? null : { external, service };
};

type Decided = { step: StateStep; now: States; states: LocalStates };

const carryOut = (
  run: MirrorRun,
  pair: MirrorPair,
  { step, now, states }: Decided,
): Promise<MirrorOutcome> | MirrorOutcome => {
  switch (step.kind) {
    case 'alike':
      return withState(pair, now);
    case 'transition_local':
      return transitionHere(run, pair, { to: step.to, now, states });
    case 'act_remote':
      return actThere(run, pair, { to: step.to, now });
    case 'none':
      return unchanged(pair);
  }
};

type Transition = { to: string; now: States };

const transitionHere = async (
  run: MirrorRun,
  pair: MirrorPair,
  { to, now, states }: Transition & { states: LocalStates },
): Promise<MirrorOutcome> => {
  const { local, linkVersion } = pair;
  // A record may enter a state twice at one version: the second transition is another command.
  const commandId = toMirrorCommandId(run, pair, ['state', now.service, to, local.version, linkVersion]);
  const result = await states.transition(run.call, local, { to, commandId });
  if (!result.ok) return { ...unchanged(pair), problems: [refusedProblem(result)] };
  return withState({ ...pair, local: result.record }, { external: now.external, service: to });
};

const actThere = async (
  { system, source }: MirrorRun,
  pair: MirrorPair,
  { to, now }: Transition,
): Promise<MirrorOutcome> => {
  if (!system.act)
    return {
      ...unchanged(pair),
      problems: [ourProblem('States of this external system cannot be changed from here.')],
    };
  try {
    await system.act(source, pair.externalId, to);
    return withState(pair, { external: to, service: now.service });
  } catch (error) {
    return { ...unchanged(pair), problems: [problemOfError(error)] };
  }
};
