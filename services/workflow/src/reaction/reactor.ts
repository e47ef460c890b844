import type { ErrorCode } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  type Collection,
  DuplicateKey,
  errorFields,
  insert,
  type Log,
  type ReadLocalTime,
  systemCall,
} from '@qsc/service-kit';
import { invalidTransition } from '@qsc/service-kit/pure';
import { type Reaction, type State, stateOf } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { Instance } from '../instance/instance.ts';
import type { Mover } from '../instance/mover.ts';
import type { RecordClient } from '../record/record.client.ts';
import {
  CHAIN_LIMIT,
  chainOf,
  chosenReaction,
  detailsOf,
  type Heard,
  needRecord,
  possibleReactions,
  recordValues,
} from './reaction.ts';
import type { FindWaiting } from './waiting.query.ts';

/** Moves the instances whose states react to an event; once for each event and instance, however often it is called. */
export type React = (event: Envelope, heard: Heard) => Promise<void>;

type Parts = {
  findWaiting: FindWaiting;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get'>;
  mover: Pick<Mover, 'commitMove'>;
  inbox: Collection<{ _id: string; received_at: Date }>;
  localTime: ReadLocalTime;
  log: Log;
};

type Waiting = { instance: Instance; state: State; reactions: Reaction[] };

/** What the definition or the record's owner does not allow stays refused, however often it is asked. */
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

/** Makes it. `queue` names the marks of what was taken. */
export const makeReact = (parts: Parts, queue: string): React => {
  const { findWaiting, definitions, records, mover, inbox, localTime, log } = parts;

  const waitingFor = async (orgId: string, heard: Heard): Promise<Waiting[]> => {
    const found = await findWaiting(orgId, heard.subjects);
    const waiting = await Promise.all(
      found.map(async (instance) => {
        const workflow = await definitions.version(orgId, instance.workflow_id, instance.workflow_version);
        const state = stateOf(workflow, instance.state.id);
        return { instance, state, reactions: possibleReactions(state, heard) };
      }),
    );
    return waiting.filter(({ reactions }) => reactions.length > 0);
  };

  const choose = async ({ instance, reactions }: Waiting, heard: Heard): Promise<Reaction | null> => {
    const { org_id, record_id, record_moves } = instance;
    const asked = { recordMoves: record_moves };
    const record = needRecord(reactions) ? recordValues(await records.get(org_id, record_id, asked)) : {};
    return chosenReaction(reactions, heard, record);
  };

  /** The mark of event and instance goes with the move, so that the same event never moves an instance on from where it led. */
  const move = async (call: Call, { instance, state }: Waiting, { reaction, details, mark }: Moving): Promise<void> => {
    const order = {
      recordId: instance.record_id,
      door: 'reaction' as const,
      action: 'transition' as const,
      toState: reaction.to_state,
      comment: null,
      data: {},
      details,
    };
    await mover.commitMove(call, order, {
      answerOf: () => undefined,
      also: (decided) => {
        if (decided.move.instance_id !== instance.id || decided.move.from_state !== state.id)
          throw invalidTransition(decided.move.from_state, reaction.to_state, []);
        return { changes: [insert(inbox, { _id: mark, received_at: call.now })], events: [] };
      },
    });
  };

  const reactOne = async (event: Envelope, heard: Heard, waiting: Waiting): Promise<void> => {
    const { instance } = waiting;
    const mark = `${queue}/${event.id}/${instance.id}`;
    if (await inbox.findOne({ _id: mark })) return;
    const told = { record_id: instance.record_id, state: instance.state.id, event: heard.name };
    try {
      const reaction = await choose(waiting, heard);
      if (!reaction) return;
      const call = systemCall(event.orgid, await localTime(event.orgid), event.requestid);
      await move(call, waiting, { reaction, details: detailsOf(event, heard), mark });
    } catch (error) {
      if (error instanceof DuplicateKey && error.collection === inbox.definition.name) return;
      if (!isRefusal(error)) throw error;
      log.warn('a reaction was refused', { ...told, ...errorFields(error) });
    }
  };

  return async (event, heard) => {
    if (chainOf(event) >= CHAIN_LIMIT) {
      log.error('reactions follow one from another without end; this one is left out', { event: heard.name });
      return;
    }
    for (const waiting of await waitingFor(event.orgid, heard)) await reactOne(event, heard, waiting);
  };
};

type Moving = { reaction: Reaction; details: Record<string, unknown>; mark: string };
