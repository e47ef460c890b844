import type { ErrorCode } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  type Collection,
  conflict,
  DuplicateKey,
  errorFields,
  insert,
  type Log,
  type ReadLocalTime,
  systemCall,
} from '@qsc/service-kit';
import { findState, type Reaction, type State } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { Instance } from '../instance/instance.ts';
import type { TransitionExecutor } from '../instance/transition-executor.ts';
import type { RecordClient } from '../record/record.client.ts';
import {
  CHAIN_LIMIT,
  chainLength,
  chosenReaction,
  needRecord,
  possibleReactions,
  recordValues,
  type TriggerEvent,
  toDetails,
} from './reaction.ts';
import type { FindWaiting } from './waiting.query.ts';

/**
 * Makes the transitions of instances whose states react to an event; once for each event and instance, however often it is
 * called.
 */
export type React = (event: Envelope, trigger: TriggerEvent) => Promise<void>;

type Parts = {
  findWaiting: FindWaiting;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get'>;
  executor: Pick<TransitionExecutor, 'execute'>;
  inbox: Collection<{ _id: string; received_at: Date }>;
  localTime: ReadLocalTime;
  log: Log;
};

type Waiting = { instance: Instance; state: State; reactions: Reaction[] };

/** Refusals of the definition or of the record's service, which a retry does not change. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'invalid_transition',
  'approval_required',
  'missing_required_fields',
  'validation_failed',
  'conflict',
  'signature_required',
]);

const isRefusal = (error: unknown): boolean => error instanceof AppError && REFUSALS.has(error.code);

/** Reacts to events. `queue` is the prefix of the inbox rows. */
export const makeReact = (parts: Parts, queue: string): React => {
  const { findWaiting, definitions, records, executor, inbox, localTime, log } = parts;

  const waitingFor = async (orgId: string, trigger: TriggerEvent): Promise<Waiting[]> => {
    const found = await findWaiting(orgId, trigger.subjects);
    const waiting = await Promise.all(
      found.map(async (instance) => {
        const workflow = await definitions.version(orgId, instance.workflow_id, instance.workflow_version);
        const state = findState(workflow, instance.state.id);
        return { instance, state, reactions: possibleReactions(state, trigger) };
      }),
    );
    return waiting.filter(({ reactions }) => reactions.length > 0);
  };

  const choose = async ({ instance, reactions }: Waiting, trigger: TriggerEvent): Promise<Reaction | null> => {
    const { org_id, record_id, last_transition_id } = instance;
    const request = { lastTransitionId: last_transition_id };
    const record = needRecord(reactions) ? recordValues(await records.get(org_id, record_id, request)) : {};
    return chosenReaction(reactions, trigger, record);
  };

  /**
   * The inbox row of event and instance is in the commit of the transition, so that the event never causes a second transition
   * of the instance.
   */
  const transition = async (
    call: Call,
    { waiting, trigger }: { waiting: Waiting; trigger: TriggerEvent },
    { reaction, details, inboxId }: ChosenReaction,
  ): Promise<void> => {
    const { instance, state } = waiting;
    const command = {
      recordId: instance.record_id,
      entryPoint: 'reaction' as const,
      action: 'transition' as const,
      toState: reaction.to_state,
      comment: null,
      data: {},
      details,
      key: inboxId,
    };
    await executor.execute(call, command, {
      toAnswer: () => undefined,
      // The record may have changed until it was reserved.
      async confirm({ instance: reserved }) {
        const isSame = reserved.id === instance.id && reserved.state.id === state.id;
        if (isSame && (await choose(waiting, trigger)) === reaction) return;
        throw conflict('The state or the conditions of the reaction do not hold any more.');
      },
      also: () => ({ changes: [insert(inbox, { _id: inboxId, received_at: call.now })], events: [] }),
    });
  };

  const reactOnce = async (event: Envelope, trigger: TriggerEvent, waiting: Waiting): Promise<void> => {
    const { instance } = waiting;
    const inboxId = `${queue}/${event.id}/${instance.id}`;
    if (await inbox.findOne({ _id: inboxId })) return;
    const fields = { record_id: instance.record_id, state: instance.state.id, event: trigger.name };
    try {
      const reaction = await choose(waiting, trigger);
      if (!reaction) return;
      const call = systemCall(event.orgid, await localTime(event.orgid), event.requestid);
      await transition(call, { waiting, trigger }, { reaction, details: toDetails(event, trigger), inboxId });
    } catch (error) {
      if (error instanceof DuplicateKey && error.collection === inbox.definition.name) return;
      if (!isRefusal(error)) throw error;
      log.warn('a reaction was refused', { ...fields, ...errorFields(error) });
    }
  };

  return async (event, trigger) => {
    if (chainLength(event) >= CHAIN_LIMIT) {
      log.error('too many reactions caused each other; this one is skipped', { event: trigger.name });
      return;
    }
    for (const waiting of await waitingFor(event.orgid, trigger)) await reactOnce(event, trigger, waiting);
  };
};

type ChosenReaction = { reaction: Reaction; details: Record<string, unknown>; inboxId: string };
