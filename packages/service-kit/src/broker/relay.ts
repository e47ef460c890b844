import type { Clock } from '../clock.ts';
import { errorFields, type Log } from '../log.ts';
import { type Collection, trusted } from '../mongo/collection.ts';
import type { OutboxRow } from '../mongo/system-collections.ts';
import { CLAIM_MS } from '../mongo/unit-of-work.ts';
import type { Publisher } from './publisher.ts';

/** What a queue takes: events by type or partition, or with `work` the tasks that are sent to it by its name. */
export type Taking = {
  name: string;
  incarnation: string;
  types?: readonly string[] | undefined;
  partition?: number | undefined;
  work?: boolean | undefined;
};

export type Relay = {
  /** Takes rows that were just committed, so that they need not wait for the sweep. */
  offer(rows: readonly OutboxRow[]): void;
  start(): void;
  /**
   * Sends again what the queues take and is kept as confirmed, all of it or what was confirmed since a time: each event once for
   * these queues together, however many replicas are asked.
   */
  resend(queues: readonly Taking[], since?: Date): Promise<void>;
  /** Publishes what is on its way and stops. What is left stays in the outbox. */
  stop(): Promise<void>;
};

type Parts = { outbox: Collection<OutboxRow>; publisher: Publisher; clock: Clock; log: Log };

const SWEEP_MS = 250;
const SWEEP_ROWS = 500;
const KEEP_PAUSE_MS = 100;
const IN_FLIGHT_LIMIT = 5_000;
/** A broker that takes nothing more for a while must not fill the memory of those who publish. */
const IN_FLIGHT_CHARACTERS = 32 * 1024 * 1024;

/** A mark or claim that a crash undoes is only done again: the event goes out once more and has no second effect. */
const LOSABLE = { writeConcern: { w: 1, j: false } } as const;

/**
 * Moves committed events and tasks from the outbox to the broker, at least once. A row counts as sent only after the broker's
 * confirm, and is kept for a while even then (docs/decisions/0002). The commit wakes it, but the truth is the sweep: rows
 * whose claim has passed, whoever committed them and in whatever order.
 */
export const makeRelay = ({ outbox, publisher, clock, log }: Parts): Relay => {
  /** What is on its way, with the length of its body. */
  const inFlight = new Map<string, number>();
  let characters = 0;
  const confirmed: Pick<OutboxRow, '_id' | 'resent_for'>[] = [];
  let sweeping: Promise<void> | undefined;
  let confirming: Promise<void> | undefined;
  let resends = 0;
  let timer: NodeJS.Timeout | undefined;
  let warnedAt = 0;

  const isFull = (): boolean => inFlight.size >= IN_FLIGHT_LIMIT || characters >= IN_FLIGHT_CHARACTERS;

  const enter = ({ _id, body }: OutboxRow): void => {
    inFlight.set(_id, body.length);
    characters += body.length;
  };

  const leave = (id: string): void => {
    characters -= inFlight.get(id) ?? 0;
    inFlight.delete(id);
  };

  /** Marks rows as confirmed, except those that are to be sent again since they were published. */
  const mark = async ([times, rows]: [number, typeof confirmed]): Promise<void> => {
    const resent_for = trusted(times === 0 ? { $exists: false } : { $size: times });
    const filter = { _id: trusted({ $in: rows.map(({ _id }) => _id) }), resent_for };
    const marked = { $set: { confirmed_at: clock() }, $unset: { claimed_until: 1 } } as const;
    await outbox.model.updateMany(filter, marked, LOSABLE);
  };

  const confirmKept = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, KEEP_PAUSE_MS));
    while (confirmed.length > 0) {
      const rows = confirmed.splice(0, confirmed.length);
      try {
        for (const alike of Map.groupBy(rows, ({ resent_for = [] }) => resent_for.length)) await mark(alike);
      } catch (error) {
        log.warn('outbox rows stay until the sweep', errorFields(error));
      }
      for (const { _id } of rows) leave(_id);
    }
    confirming = undefined;
  };

  const settle = (row: OutboxRow, outcome: 'confirmed' | 'unroutable' | 'failed'): void => {
    if (outcome === 'confirmed') {
      confirmed.push({ _id: row._id, resent_for: row.resent_for });
      confirming ??= confirmKept();
      return;
    }
    leave(row._id);
    if (outcome === 'unroutable' && Date.now() - warnedAt > 10_000) {
      warnedAt = Date.now();
      log.warn('no queue takes this event yet; it stays in the outbox', { type: row.type, event_id: row._id });
    }
  };

  const send = (row: OutboxRow): void => {
    if (inFlight.has(row._id)) return;
    enter(row);
    const before = resends;
    void publisher
      .publish({
        id: row._id,
        orgId: row.org_id,
        type: row.type,
        kind: row.kind,
        body: row.body,
        queue: row.queue,
        traceparent: row.traceparent,
      })
      // A queue that was created again meanwhile may not have been there when this was routed.
      .then((outcome) => settle(row, outcome === 'confirmed' && resends !== before ? 'failed' : outcome));
  };

  const takenBy = ({ name, types, partition, work }: Taking) => {
    if (work) return { queue: name };
    if (partition !== undefined) return { partition };
    return types ? { type: trusted({ $in: [...types] }) } : {};
  };

  /**
   * Sends what this relay has claimed, read one after the other. Claims and marks count as they were written: what the majority
   * has of them may be older, and would be sent again.
   */
  const sendClaimed = async (ids: readonly string[], claim: Pick<OutboxRow, 'claimed_until'>): Promise<void> => {
    const mine = { _id: { $in: ids }, ...claim } as never;
    for await (const row of outbox.model.collection.find(mine, { readConcern: { level: 'local' } })) {
      if (!publisher.isReady() || isFull()) return;
      send(row as unknown as OutboxRow);
    }
  };

  const sweep = async (): Promise<void> => {
    if (!publisher.isReady() || isFull()) return;
    const now = clock();
    const due = { claimed_until: trusted({ $lt: now }) };
    const rows = await outbox.find(due, { sort: { claimed_until: 1 }, limit: SWEEP_ROWS, without: ['body'] });
    const open = rows.map(({ _id }) => _id).filter((id) => !inFlight.has(id));
    if (open.length === 0) return;
    const claim = { claimed_until: new Date(now.getTime() + CLAIM_MS) };
    // One that another replica has marked as confirmed meanwhile has no claim any more, and must not be sent again by one.
    await outbox.model.updateMany({ _id: trusted({ $in: open }), ...due }, { $set: claim }, LOSABLE);
    await sendClaimed(open, claim);
  };

  const tick = (): void => {
    sweeping ??= sweep()
      .catch((error: unknown) => void log.warn('outbox sweep failed', errorFields(error)))
      .finally(() => {
        sweeping = undefined;
      });
  };

  return {
    offer(rows) {
      for (const row of rows) if (publisher.isReady() && !isFull()) send(row);
    },
    start() {
      timer ??= setInterval(tick, SWEEP_MS);
    },
    async resend(queues, since = new Date(0)) {
      resends += 1;
      for (const { _id } of confirmed.splice(0, confirmed.length)) leave(_id);
      await confirming;
      const incarnations = queues.map(({ incarnation }) => incarnation);
      for (const queue of queues) {
        const due = { confirmed_at: trusted({ $gte: since }), resent_for: trusted({ $ne: queue.incarnation }) };
        const again = {
          $set: { claimed_until: clock() },
          $addToSet: { resent_for: { $each: incarnations } },
          $unset: { confirmed_at: 1 },
        };
        await outbox.model.updateMany({ ...takenBy(queue), ...due }, again);
      }
    },
    async stop() {
      clearInterval(timer);
      await sweeping;
      const deadline = Date.now() + 3_000;
      while (inFlight.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
      await confirming;
    },
  };
};
