import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@qsc/contracts';
import { CONSUMERS, REPLICAS, STATEFUL_REPLICAS } from '../mesh/drill-plan.ts';
import { deleteQueues, QUEUES_OF } from '../mesh/queues.ts';
import { isPublish, isQueueDeclare, readReturns } from '../wire/frame.ts';
import type { Watch } from '../wire/wire.ts';
import { type Fault, pause, type Scene } from './fault.ts';
import { ambush, MOMENTS, within } from './moment.ts';

const MOMENT_MS = 600_000;
const LOOK_EVERY_MS = 250;
const KEPT_MS = 3_000;

/**
 * Waits until the queues are there again, and on disk: RabbitMQ 3.10 cannot serve a quorum queue any more when it is killed
 * within a second after it was declared (docs/reliability.md).
 */
const queuesAreBack = async ({ mesh }: Scene): Promise<void> => {
  await mesh.ready(['rabbitmq', ...CONSUMERS]);
  await delay(KEPT_MS);
};

/** Deletes queues at any moment, with what is in them. */
const deleteAny = (name: string, queues: readonly string[]): Fault => ({
  name,
  needs: ['rabbitmq', ...CONSUMERS],
  async run(scene) {
    await pause(scene, 0, 300);
    await deleteQueues(scene.mesh.backends.amqpUrl, queues);
    await queuesAreBack(scene);
    return true;
  },
});

/** Audit dies with events that it has not recorded, and the queues with all that they hold of them. */
const loseUnrecorded: Fault = {
  name: 'delete the queues of audit with what it has not recorded',
  needs: ['rabbitmq', ...REPLICAS.entity, ...REPLICAS.audit],
  async run(scene) {
    const hold = ambush(scene.mesh, { ...MOMENTS.insert, fate: 'held' });
    const came = (await within(MOMENT_MS, hold.reached)) !== null;
    if (came) {
      await pause(scene, 200, 600);
      for (const replica of REPLICAS.audit) scene.mesh.strikeDown(replica);
      await deleteQueues(scene.mesh.backends.amqpUrl, QUEUES_OF.audit);
    }
    hold.release();
    await queuesAreBack(scene);
    return came;
  },
};

/** Kills the broker and starts one with nothing. Answers an id: no event that is made after it can have reached the old one. */
const wipe = async ({ mesh }: Scene): Promise<string> => {
  const publishes = REPLICAS.entity.map((replica) => mesh.wires[replica].rabbitmq.hold(isPublish));
  const last = newId('event');
  try {
    await mesh.wipeBroker();
    return last;
  } finally {
    for (const hold of publishes) hold.release();
  }
};

/** Watches what the broker gives back to entity. */
const watchReturns = ({ mesh }: Scene, returns: Returns): readonly Watch[] =>
  REPLICAS.entity.map((replica) => {
    const readReturn = readReturns();
    return mesh.wires[replica].rabbitmq.watch((frame) => {
      const id = readReturn(frame);
      return id !== null && returns.note(id);
    });
  });

/** The events that were given back and are taken for confirmed, as soon as there is one; none when they are sent again. */
const listTaken = async ({ stores, stopped }: Scene, { ids, again }: Returns): Promise<string[]> => {
  const isAgain = again.then(() => true);
  for (;;) {
    stopped.throwIfAborted();
    const isOver = (await within(LOOK_EVERY_MS, isAgain)) ?? false;
    const taken = await stores.taken([...ids]).catch(() => null);
    if (taken !== null && (taken.length > 0 || isOver)) return taken;
  }
};

/**
 * RabbitMQ begins with nothing, and nobody declares a queue until events were given back to entity and sent again. One that is
 * taken for confirmed meanwhile breaks the rule.
 */
export const wipeBroker: Fault = {
  name: 'wipe rabbitmq',
  needs: ['mongodb', 'rabbitmq', ...REPLICAS.entity, ...REPLICAS.gateway],
  async run(scene) {
    const { mesh, seen } = scene;
    const holds = STATEFUL_REPLICAS.map((replica) => mesh.wires[replica].rabbitmq.hold(isQueueDeclare));
    try {
      const returns = makeReturns(await wipe(scene));
      const watches = watchReturns(scene, returns);
      const taken = await within(MOMENT_MS, listTaken(scene, returns));
      returns.end();
      for (const watch of watches) watch.release();
      seen.returned = [...(seen.returned ?? []), ...(taken ?? [])];
      return taken !== null;
    } finally {
      for (const hold of holds) hold.release();
      await queuesAreBack(scene);
    }
  },
};

/** What the broker loses, queue by queue and as a whole. Each comes in every drill. */
export const LOSSES: readonly Fault[] = [
  wipeBroker,
  loseUnrecorded,
  deleteAny('delete the queues of audit', QUEUES_OF.audit),
  deleteAny('delete the queue of a read model', QUEUES_OF.projector),
  deleteAny('delete the queues of the supplier service', QUEUES_OF.supplier),
  deleteAny('delete the queue of extractions', QUEUES_OF['certificate-worker']),
  deleteAny('delete the queues of transitions', [...QUEUES_OF.quality, ...QUEUES_OF.entity]),
  deleteAny('delete the queues of the workflow service', QUEUES_OF.workflow),
  deleteAny('delete the queue of webhooks', QUEUES_OF.webhook),
];

/** What the broker has given back since no queue takes it. */
export type Returns = {
  ids: ReadonlySet<string>;
  /** Notes the id of an event that was given back. Answers whether it counts. */
  note(id: string): boolean;
  /** Resolves when some events were given back time after time, since they are sent until a queue takes them, or at the end. */
  again: Promise<void>;
  end(): void;
};

/** A connection that dies between a return and its confirm has an event sent again too, so one that is sent twice shows nothing. */
const SENT_AGAIN = { events: 5, times: 4 };

/** `evt_` and the milliseconds of the ULID. */
const TIME_LENGTH = 14;
const getTime = (eventId: string): string => eventId.slice(0, TIME_LENGTH);

/**
 * Counts events that are given back. Those alone that were made after `last`: an older one may have been confirmed by the broker
 * that was there before, honestly, and is given back by the new one when another replica, or the same, sends it once more.
 */
export const makeReturns = (last: string): Returns => {
  const times = new Map<string, number>();
  const ids = new Set<string>();
  const again = Promise.withResolvers<void>();
  return {
    ids,
    note(id) {
      if (getTime(id) <= getTime(last)) return false;
      ids.add(id);
      times.set(id, (times.get(id) ?? 0) + 1);
      const sentAgain = [...times.values()].filter((count) => count >= SENT_AGAIN.times);
      if (sentAgain.length >= SENT_AGAIN.events) again.resolve();
      return true;
    },
    again: again.promise,
    end: again.resolve,
  };
};
