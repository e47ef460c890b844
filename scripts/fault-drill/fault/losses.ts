import { setTimeout as delay } from 'node:timers/promises';
import { CONSUMERS, REPLICAS } from '../mesh/drill-plan.ts';
import { deleteQueues, QUEUES_OF } from '../mesh/queues.ts';
import { isQueueDeclare, readReturns } from '../wire/frame.ts';
import type { Watch } from '../wire/wire.ts';
import { type Fault, pause, type Scene } from './fault.ts';
import { ambush, MOMENTS, within } from './moment.ts';

const MOMENT_MS = 90_000;
const LOOK_EVERY_MS = 250;
const KEPT_MS = 3_000;
/** A connection that dies between a return and its confirm has an event sent again too, so one that is sent twice shows nothing. */
const SENT_AGAIN = { events: 5, times: 4 };

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
export const loseUnrecorded: Fault = {
  name: 'delete the queues of audit with what it has not recorded',
  needs: ['rabbitmq', ...REPLICAS.entity, ...REPLICAS.audit],
  async run(scene) {
    const hold = ambush(scene.mesh, { ...MOMENTS.insert, fate: 'held' });
    const came = (await within(MOMENT_MS, hold.reached)) !== null;
    if (came) {
      await pause(scene, 200, 600);
      for (const replica of REPLICAS.audit) scene.mesh.kill(replica);
      await deleteQueues(scene.mesh.backends.amqpUrl, QUEUES_OF.audit);
    }
    hold.release();
    await queuesAreBack(scene);
    return came;
  },
};

type Returns = { ids: Set<string>; again: Promise<void>; end(): void };

/**
 * Watches what the broker gives back to entity. `again` resolves when some events were given back time after time, since they
 * are sent until a queue takes them, or at the end.
 */
const watchReturns = ({ mesh }: Scene): Returns => {
  const ids = new Set<string>();
  const times = new Map<string, number>();
  const again = Promise.withResolvers<void>();
  const count = (id: string): void => {
    times.set(id, (times.get(id) ?? 0) + 1);
    const sentAgain = [...times.values()].filter((number) => number >= SENT_AGAIN.times);
    if (sentAgain.length >= SENT_AGAIN.events) again.resolve();
  };
  const watches: Watch[] = REPLICAS.entity.map((replica) => {
    const returnOf = readReturns();
    return mesh.wires[replica].rabbitmq.watch((frame) => {
      const id = returnOf(frame);
      if (id === null) return false;
      ids.add(id);
      count(id);
      return true;
    });
  });
  return {
    ids,
    again: again.promise,
    end: () => {
      again.resolve();
      for (const watch of watches) watch.release();
    },
  };
};

/** The events that were given back and are taken for confirmed, as soon as there is one; none when they are sent again. */
const takenOf = async ({ stores, stopped }: Scene, { ids, again }: Returns): Promise<string[]> => {
  const isAgain = again.then(() => true);
  for (let isOver = false; ; ) {
    stopped.throwIfAborted();
    const taken = await stores.taken([...ids]).catch(() => []);
    if (taken.length > 0 || isOver) return taken;
    isOver = (await within(LOOK_EVERY_MS, isAgain)) ?? false;
  }
};

/**
 * RabbitMQ begins with nothing, and no queue is declared until events were given back to entity and sent again. One that is
 * taken for confirmed meanwhile breaks the rule.
 */
export const wipeBroker: Fault = {
  name: 'wipe rabbitmq',
  needs: ['mongodb', 'rabbitmq', ...REPLICAS.entity, ...REPLICAS.gateway],
  async run(scene) {
    const { mesh, seen } = scene;
    const holds = CONSUMERS.map((replica) => mesh.wires[replica].rabbitmq.hold(isQueueDeclare));
    try {
      await mesh.wipeBroker();
      // Only now: what was given back before may have been sent again and confirmed by the old broker.
      const returns = watchReturns(scene);
      const taken = await within(MOMENT_MS, takenOf(scene, returns));
      returns.end();
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
];
