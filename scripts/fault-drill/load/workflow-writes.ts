import { setTimeout as delay } from 'node:timers/promises';
import { ENDED_STATUSES, QUALITY_EVENT_STATUSES } from '@qsc/contracts';
import { HANG_MS } from '../mesh/drill-plan.ts';
import type { PromisedEvent, PromisedTransition } from './ledger.ts';
import { byAssurance, bySpecialist, type Pen, postOnce, refusal } from './pen.ts';
import { type Case, transitionsByItself } from './quality-way.ts';

const LOOK_EVERY_MS = 200;

const getPath = ({ id }: PromisedEvent): string => `/v1/workflows/instances/${id}`;

const isStatus = (state: string): boolean => (QUALITY_EVENT_STATUSES as readonly string[]).includes(state);

/** Whether the content of an event is final. */
export const isEnded = ({ status }: PromisedEvent): boolean => (ENDED_STATUSES as readonly string[]).includes(status);

/** Notes a transition. One that neither changes the status nor brings data makes no version. */
const noteTransition = (event: PromisedEvent, transition: PromisedTransition, data: object = {}): void => {
  const status = isStatus(transition.to) ? transition.to : event.status;
  if (status !== event.status || Object.keys(data).length > 0) event.version += 1;
  event.status = status;
  event.state = transition.to;
  event.transitions.push(transition);
};

type TransitionData = { to: string; data?: Record<string, unknown> };
type TransitionAnswer = { data: { current_state: { id: string }; signature_record: { signature_id: string } | null } };

const requireState = (what: string, { data }: TransitionAnswer, to: string): void => {
  if (data.current_state.id !== to) throw new Error(`${what} was to be in ${to}: ${JSON.stringify(data)}`);
};

type Shown = { data?: { status: string; version: number } };

/**
 * Moves an event by a PATCH of its status, with what it brings, at the version that it has: one that was given up, and comes on
 * after a later transition, is refused. Sent again it finds the transition made, or is refused for that.
 */
export const transitionByPatch = async (
  pen: Pen,
  { to, data = {} }: TransitionData,
  { event }: Case,
): Promise<void> => {
  const [api] = pen.specialist;
  const path = `/v1/quality-events/${event.id}`;
  const headers = { 'if-match': `"${event.version}"` };
  const sent = await api.insist({ method: 'PATCH', path, body: { status: to, ...data }, headers });
  const answer = sent.status === 412 ? await api.insist({ method: 'GET', path }) : sent;
  const { data: found } = answer.body as Shown;
  if (answer.status !== 200 || found?.status !== to)
    throw refusal(`PATCH ${path} to ${to} (which has version ${found?.version} in ${found?.status})`, sent);
  noteTransition(event, { action: 'transition', to, signature: null }, data);
};

/** Moves an event by a transition of its workflow, with what it brings. */
export const transitionByRequest = async (
  pen: Pen,
  key: string,
  { one: { event }, to, data }: TransitionData & { one: Case },
): Promise<void> => {
  const body = { to_state: to, comment: key, ...(data ? { data } : {}) };
  const answer = await postOnce(bySpecialist(pen), { path: `${getPath(event)}/transition`, key, body }, 200);
  requireState(key, answer as TransitionAnswer, to);
  noteTransition(event, { action: 'transition', to, signature: null }, data);
};

/** Moves an event by a transition that the quality manager signs. */
export const sign = async (pen: Pen, key: string, { one, to }: { one: Case; to: string }): Promise<void> => {
  const body = { to_state: to, comment: key, signature: { meaning: 'Closure', password: pen.password } };
  const answer = (await postOnce(
    pen,
    { path: `${getPath(one.event)}/transition`, key, body },
    200,
  )) as TransitionAnswer;
  requireState(key, answer, to);
  const signature = answer.data.signature_record?.signature_id;
  if (signature === undefined) throw new Error(`${key} was not signed: ${JSON.stringify(answer)}`);
  noteTransition(one.event, { action: 'transition', to, signature });
  if (one.source) await awaitReaction(pen, one.source);
};

type Instance = { data?: { current_state: { id: string }; approval: { approval_id: string } | null } };

const readInstance = async ({ apis: [api] }: Pen, event: PromisedEvent): Promise<Required<Instance>['data']> => {
  const answer = await api.insist({ method: 'GET', path: getPath(event) });
  const { data } = answer.body as Instance;
  if (answer.status !== 200 || !data) throw refusal(`GET ${getPath(event)}`, answer);
  return data;
};

const DESTINATION = { approve: 'implementation', reject: 'action_planning' } as const;

type Decision = { one: Case; decision: keyof typeof DESTINATION };

/** Decides on the approval that an event waits for, with a signature of who approves events of its type. */
export const decide = async (pen: Pen, key: string, { one, decision }: Decision): Promise<void> => {
  const { approval } = await readInstance(pen, one.event);
  const by = one.event.type === 'audit_finding' ? byAssurance(pen) : pen;
  const path = `/v1/workflows/approvals/${approval?.approval_id}`;
  const body = { decision, comment: key, signature: { meaning: 'Decision', password: by.password } };
  const answer = (await postOnce(by, { path, key, body }, 200)) as TransitionAnswer;
  const to = DESTINATION[decision];
  requireState(key, answer, to);
  const signature = answer.data.signature_record?.signature_id;
  if (signature === undefined) throw new Error(`${key} was not signed: ${JSON.stringify(answer)}`);
  noteTransition(one.event, { action: decision, to, signature });
  await awaitReaction(pen, one);
};

/** Waits until the workflow has moved a deviation on whose CAPA is closed, if it does so now. */
const awaitReaction = async (pen: Pen, one: Case): Promise<void> => {
  if (!transitionsByItself(one)) return;
  const giveUpAt = Date.now() + HANG_MS;
  while ((await readInstance(pen, one.event)).current_state.id !== 'verification') {
    if (Date.now() > giveUpAt) throw new Error(`${one.event.id} was never verified, though its CAPA is closed.`);
    await delay(LOOK_EVERY_MS);
  }
  noteTransition(one.event, { action: 'transition', to: 'verification', signature: null });
};
