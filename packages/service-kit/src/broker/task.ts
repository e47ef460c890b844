import { newId } from '@qsc/contracts';
import { Task, type TaskDefinition } from '@qsc/contracts/events';
import type { z } from 'zod';
import type { Call } from '../call.ts';
import type { Log } from '../log.ts';
import { type Change, insert } from '../mongo/change.ts';
import type { Collection } from '../mongo/collection.ts';
import type { OutboxRow } from '../mongo/system-collections.ts';
import { currentTraceparent } from '../telemetry.ts';
import type { Consumer } from './consumer.ts';
import type { Delivery } from './delivery.ts';
import { type Taken, takeWithRetries } from './take-with-retries.ts';

/** Gives work to a program of the same service. */
export type Tasks = {
  /** The change that gives the work away; it is sent once the commit of its cause is durable, at least once. */
  enqueue<Payload extends z.ZodType>(
    definition: TaskDefinition<Payload>,
    call: Call,
    payload: z.infer<Payload>,
  ): Change;
};

/** Tasks go through the outbox, as events do. The sweep of the relay sends them. */
export const makeTasks = (outbox: Collection<OutboxRow>): Tasks => ({
  enqueue({ type, queue }, call, payload) {
    const { requestId: requestid, actor } = call;
    const id = newId('event');
    const traceparent = call.traceparent ?? currentTraceparent();
    const joined = traceparent ? { traceparent } : {};
    const task: Task = { id, type, orgid: actor.org_id, requestid, ...joined, payload };
    const now = new Date();
    const row = { _id: id, org_id: actor.org_id, type, queue, ...joined, claimed_until: now, created_at: now };
    return insert(outbox, { ...row, body: JSON.stringify(task) });
  },
});

type Parts<Payload extends z.ZodType> = {
  definition: TaskDefinition<Payload>;
  /**
   * Does the work and makes its effect durable. It may take minutes, may be called again after it was done or while another
   * program still does it, and decides in its commit whether the effect is still wanted.
   */
  handle: (task: Task<z.infer<Payload>>) => Promise<void>;
  /** Ends, for who waits for it, the work that has come back this often; the task is then parked. */
  giveUp: (task: Task<z.infer<Payload>>) => Promise<void>;
  /** How many tasks this process has at a time. */
  atOnce: number;
  log: Log;
};

/** Well below the limit of the broker, which parks a task without a word to who waits for it. */
const TRIES = 10;

const parseTask = (body: Buffer): Task | null => {
  try {
    return Task.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
};

/**
 * A consumer of tasks. A task is acknowledged once it is done; that of a program that dies, or loses the broker, is given to
 * another. One that is delivered again while this process works on it is not started a second time.
 */
export const workOn = <Payload extends z.ZodType>(parts: Parts<Payload>): Consumer => {
  const { definition, handle, giveUp, atOnce, log } = parts;
  const { type, queue, payload } = definition;
  const running = new Map<string, Promise<void>>();

  const begin = (task: Task<z.infer<Payload>>): Promise<void> => {
    const started = handle(task).finally(() => running.delete(task.id));
    running.set(task.id, started);
    return started;
  };

  const take = async (task: Task, { returned }: Delivery): Promise<Taken> => {
    const parsed = payload.safeParse(task.payload);
    if (task.type !== type || !parsed.success) return 'foreign';
    const known = { ...task, payload: parsed.data };
    const started = running.get(task.id);
    if (!started && returned >= TRIES) {
      await giveUp(known);
      return 'given up';
    }
    await (started ?? begin(known));
    return 'taken';
  };

  return {
    queue: { name: queue, work: true },
    prefetch: atOnce,
    onDelivery: takeWithRetries({ queue, log, parse: parseTask, take }),
  };
};
