import { setTimeout as pause } from 'node:timers/promises';
import type { Schemas } from '@qsc/client';
import type { QualityEventType } from '@qsc/contracts';
import { Advice } from '../runtime/command-line.ts';
import type { DemoWriters } from './api.ts';
import { dayFrom } from './day.ts';
import type { DemoAction, DemoCapa, DemoQualityEvent, DemoState } from './quality-event-record.ts';

const TIMEOUT_MS = 300_000;
const WAIT_MS = 250;

/** A quality event as the API answers it. */
export type KnownEvent = Schemas['QualityEvent'];

/** Who acts, and when; the password is that by which the quality manager signs. */
export type Acting = { writers: DemoWriters; password: string; now: Date };

type Instance = Schemas['WorkflowInstance'];

type Target = { type: QualityEventType; state: DemoState } & Partial<
  Pick<DemoQualityEvent, 'rootCause' | 'rejectionReason'>
>;

const INVESTIGATED: readonly DemoState[] = ['draft', 'submitted', 'investigation', 'root_cause_identified'];
const CARRIED_OUT: readonly DemoState[] = ['implementation', 'verification', 'closed'];

/** The shortest ways through the shipped workflows. */
const ROUTES: Readonly<Record<QualityEventType, readonly DemoState[]>> = {
  deviation: [...INVESTIGATED, 'action_planning', 'pending_approval', ...CARRIED_OUT],
  audit_finding: [...INVESTIGATED, 'action_planning', 'pending_approval', ...CARRIED_OUT],
  complaint: [...INVESTIGATED, 'action_planning', ...CARRIED_OUT],
  change_request: ['draft', 'submitted', 'investigation', 'action_planning', 'pending_approval', ...CARRIED_OUT],
  capa: ['draft', 'submitted', 'action_planning', 'pending_approval', ...CARRIED_OUT],
};

const routeTo = ({ type, state }: Target): readonly DemoState[] => {
  if (state === 'rejected') return ['draft', 'submitted', 'rejected'];
  return ROUTES[type].slice(0, ROUTES[type].indexOf(state) + 1);
};

/**
 * Moves an event on from where it is to the state it is planned to be in; one that is off its way is left alone. The actions of a
 * CAPA are carried out while it is in implementation, and its effectiveness is planned in verification.
 */
export const bringTo = async (
  acting: Acting,
  target: Target,
  event: KnownEvent,
  capa: DemoCapa | null = null,
): Promise<void> => {
  const { admin } = acting.writers;
  const route = routeTo(target);
  for (;;) {
    const instance = await admin.workflows.getInstance(event.id);
    const state = instance.current_state.id as DemoState;
    if (capa && state === 'implementation') await carryOut(acting, event, capa);
    const next = route[route.indexOf(state) + 1];
    if (!route.includes(state) || next === undefined) return;
    if (state === 'verification' && capa?.results) await tellEffective(acting, event, capa.results);
    if (state === 'pending_approval') await approve(acting, instance, target);
    else await advance(acting, event, { target, next });
  }
};

const writeSignature = ({ password }: Acting, meaning: string) => ({ signature: { meaning, password } });

/** Deviations and CAPAs are closed with a signature, so it is the quality manager who closes. */
const advance = async (acting: Acting, { id }: KnownEvent, { target, next }: { target: Target; next: DemoState }) => {
  const { admin, quality } = acting.writers;
  if (next === 'closed')
    await quality.workflows.transition(id, { to_state: next, ...writeSignature(acting, 'Closure') });
  else await admin.workflows.transition(id, { to_state: next, data: toData(target, next) });
};

const toData = ({ rootCause, rejectionReason }: Target, next: DemoState): Record<string, unknown> => {
  if (next === 'root_cause_identified') return { root_cause: rootCause };
  return next === 'rejected' ? { rejection_reason: rejectionReason } : {};
};

const approve = async (acting: Acting, { approval }: Instance, { type }: Target): Promise<void> => {
  if (approval === null) throw new Advice("The demo's records are not complete: an approval is missing.");
  await acting.writers.quality.workflows.decideApproval(approval.approval_id, {
    decision: 'approve',
    comment: 'The plan is sufficient.',
    ...(type === 'capa' ? writeSignature(acting, 'Approval') : {}),
  });
};

/** Moves the actions that nobody has taken up yet; one that is verified is completed first. */
const carryOut = async (acting: Acting, event: KnownEvent, { actions }: DemoCapa): Promise<void> => {
  const { corrective_actions = [], preventive_actions = [] } = await agreed(acting, event, 'implementation');
  const known = [...corrective_actions, ...preventive_actions];
  for (const planned of actions) {
    const action = known.find(({ description }) => description === planned.description);
    if (action === undefined) continue;
    for (const step of listSteps(action.status, planned))
      await acting.writers.admin.qualityEvents.updateCapaAction(event.id, action.id, toAction(step, planned, acting));
  }
};

const listSteps = (from: DemoAction['status'], { status: to }: DemoAction): readonly DemoAction['status'][] => {
  if (from === 'completed' && to === 'verified') return ['verified'];
  if (from !== 'open' || to === 'open') return [];
  return to === 'verified' ? ['completed', 'verified'] : [to];
};

const toAction = (status: DemoAction['status'], { due, notes }: DemoAction, { now }: Acting) =>
  status === 'completed' ? { status, completion_date: dayFrom(now, due - 1), completion_notes: notes } : { status };

const tellEffective = async (acting: Acting, event: KnownEvent, results: string): Promise<void> => {
  await agreed(acting, event, 'verification');
  const effectiveness_check = { outcome: 'effective', results } as const;
  await acting.writers.quality.qualityEvents.update(event.id, { effectiveness_check });
};

/** The record, once it has taken the state of its workflow: an event brings it there. */
const agreed = async ({ writers }: Acting, { id }: KnownEvent, state: DemoState): Promise<KnownEvent> => {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await pause(WAIT_MS)) {
    const event = await writers.admin.qualityEvents.get(id);
    if (event.status === state) return event;
  }
  throw new Advice(
    "The demo's records are not complete: a quality event is behind its workflow. ./scripts/up goes on.",
  );
};
