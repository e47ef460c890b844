import type { Envelope } from '@qsc/contracts/events';
import type { z } from 'zod';
import { toPartition } from '../broker/publisher.ts';
import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../error.ts';
import type { Log } from '../log.ts';
import { currentTraceparent } from '../telemetry.ts';
import { type Change, type Decision, insert, RecordReserved, VersionConflict } from './change.ts';
import type { Collection } from './collection.ts';
import { makeKeyedQueue } from './keyed-queue.ts';
import { retryConflict } from './retry-conflict.ts';
import type { idempotencyDefinition, OutboxRow } from './system-collections.ts';

export type IdempotencyRow = z.infer<typeof idempotencyDefinition.shape>;

export type UnitOfWork = {
  /**
   * Decides and commits: state, history, outgoing events and the stored answer of an idempotent request in one transaction.
   * When the record was changed meanwhile, `decide` is called again; it must read what it needs itself and write nothing. A record
   * that is reserved for a transition is waited for, for ten seconds since the call, then it is refused (`service_unavailable`).
   * @param target `records`: the ids that the decision is about; decisions on one are taken one after the other in this process.
   * @returns the decision's answer, after it is durable. Throws what `decide` throws, or `DuplicateKey`.
   */
  decide<Answer>(
    call: Call,
    target: { records?: readonly string[] },
    decide: () => Decision<Answer> | Promise<Decision<Answer>>,
  ): Promise<Answer>;
  /** Stores the answer of an idempotent request that committed nothing. */
  storeAnswer(call: Call, answer: unknown): Promise<void>;
  /** Commits changes and events that belong to no request (a consumed event, a nightly run). */
  commit(changes: readonly Change[], events: readonly Envelope[]): Promise<void>;
};

type Parts = {
  commitChanges: (changes: readonly Change[]) => Promise<void>;
  outbox: Collection<OutboxRow>;
  idempotency: Collection<IdempotencyRow>;
  clock: Clock;
  /** The relay's own time, by which claims run out. */
  relayClock: Clock;
  /** Gets a line for each fact that is durable. */
  log: Log;
  /** Called with the rows of a commit when they are durable, so that they need not wait for the sweep. */
  offer: (rows: OutboxRow[]) => void;
};

/** How long a write waits for a record that is reserved for a transition. */
const RESERVED_MS = 10_000;

/** For this long after a commit the committing process itself publishes; then the sweep takes over. */
export const CLAIM_MS = 2_000;

const outboxRow = (event: Envelope, now: Date): OutboxRow => ({
  _id: event.id,
  org_id: event.orgid,
  partition: toPartition(event.orgid),
  type: event.type,
  body: JSON.stringify(event),
  ...(event.traceparent ? { traceparent: event.traceparent } : {}),
  ...(event.data.audit ? { kind: event.data.audit.entity_type, acted_at: new Date(event.time) } : {}),
  claimed_until: new Date(now.getTime() + CLAIM_MS),
  created_at: now,
});

/** What the system does after an event belongs to the trace of that event, though its call names none. */
const joined = (event: Envelope): Envelope => {
  const traceparent = event.traceparent ?? currentTraceparent();
  return traceparent ? { ...event, traceparent } : event;
};

/** The unit of work of a service: the only way to write. */
export const makeUnitOfWork = ({
  commitChanges,
  outbox,
  idempotency,
  clock,
  relayClock,
  log,
  offer,
}: Parts): UnitOfWork => {
  const inTurn = makeKeyedQueue();

  const commit = async (changes: readonly Change[], events: readonly Envelope[]): Promise<void> => {
    const rows = events.map((event) => outboxRow(joined(event), relayClock()));
    await commitChanges([...changes, ...rows.map((row) => insert(outbox, row))]);
    if (rows.length > 0) offer(rows);
    for (const { type, id, subject, actor, requestid, orgid } of events)
      log.info(type, { event_id: id, subject, actor, request_id: requestid, org_id: orgid });
  };

  const answerRow = ({ idempotency: requested }: Call, answer: unknown): Change[] => {
    if (!requested) return [];
    const kept = JSON.stringify(answer ?? null, (key, value: unknown) =>
      requested.once.includes(key) ? undefined : value,
    );
    return [
      insert(idempotency, { _id: requested.id, fingerprint: requested.fingerprint, answer: kept, created_at: clock() }),
    ];
  };

  const whenFree = async <T>(run: () => Promise<T>, deadline: number): Promise<T> => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof RecordReserved)) throw error;
        if (performance.now() > deadline)
          throw new AppError('service_unavailable', 'A transition of the record is under way. Try again.', {
            retryAfter: 1,
          });
        await error.wait();
      }
    }
  };

  const untilCommitted = <T>(run: () => Promise<T>, deadline: number): Promise<T> =>
    retryConflict(() => whenFree(run, deadline)).catch((error: unknown) => {
      if (!(error instanceof VersionConflict)) throw error;
      throw new AppError('service_unavailable', 'The record is being changed by many at once. Try again.', {
        retryAfter: 1,
      });
    });

  const decideAndCommit = async <Answer>(call: Call, decide: () => Decision<Answer> | Promise<Decision<Answer>>) => {
    const { changes, events, answer } = await decide();
    const replay = answerRow(call, answer);
    if (changes.length + events.length + replay.length === 0) return answer;
    await commit([...changes, ...replay], events);
    if (call.idempotency) call.idempotency.stored = true;
    return answer;
  };

  return {
    decide: (call, { records = [] }, decide) => {
      const keys = records.map((id) => `${call.actor.org_id}/${id}`);
      const deadline = performance.now() + RESERVED_MS;
      return inTurn(keys, () => untilCommitted(() => decideAndCommit(call, decide), deadline));
    },
    commit,
    storeAnswer: (call, answer) => commit(answerRow(call, answer), []),
  };
};
