import { setTimeout as delay } from 'node:timers/promises';
import { loseUnrecorded, wipeBroker } from '../fault/losses.ts';
import { ambush, MOMENTS } from '../fault/moment.ts';
import type { Promised } from '../load/ledger.ts';
import { otherSide, type Pen } from '../load/pen.ts';
import { createRecord, markFromBothSides, raiseCounter } from '../load/record-writes.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import { isPublish } from '../wire/frame.ts';
import { CERTIFICATE_SCENARIOS } from './certificate-scenarios.ts';
import { INTEGRATION_SCENARIOS } from './integration-scenarios.ts';
import { QUALITY_SCENARIOS } from './quality-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { SUPPLIER_SCENARIOS } from './supplier-scenarios.ts';
import { WEBHOOK_SCENARIOS } from './webhook-scenarios.ts';

const WRITES = 12;
const CRASHES = 2;
const GRACE_MS = 300;
const ROUNDS = 5;
const LOOK_EVERY_MS = 50;

const write = async (pen: Pen, key: string, count = WRITES): Promise<Promised[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const record = await createRecord(pen, `${key}-${pen.orgId}-${index}`);
      pen.ledger.acknowledged += 1;
      return record;
    }),
  );

const raise = async (pen: Pen, records: readonly Promised[]): Promise<void> => {
  await Promise.all(
    records.map(async (record) => {
      await raiseCounter(pen, record);
      pen.ledger.acknowledged += 1;
    }),
  );
};

/** What reaches no broker, since its connection is cut, is acknowledged all the same. */
const cutPublishes: Scenario = {
  name: 'events are cut off on their way to the broker',
  async play({ mesh, pen }) {
    const wires = REPLICAS.entity.map((replica) => mesh.wires[replica].rabbitmq);
    const holds = wires.map((wire) => wire.hold(isPublish));
    await raise(pen, await write(pen, 'cut'));
    await Promise.race(holds.map(({ reached }) => reached));
    await delay(GRACE_MS);
    for (const wire of wires) wire.cut();
    for (const hold of holds) hold.release();
    for (const wire of wires) wire.mend();
  },
};

const dieBeforeAck: Scenario = {
  name: 'audit dies between its insert and its ack',
  async play({ mesh, pen }) {
    const hold = ambush(mesh, { ...MOMENTS.ack, fate: 'held' });
    await raise(pen, await write(pen, 'ack'));
    const replica = await hold.reached;
    await delay(GRACE_MS);
    mesh.strikeDown(replica);
    await mesh.ready([replica]);
    hold.release();
  },
};

const dieBeforeInsert: Scenario = {
  name: 'audit dies before its insert',
  async play({ mesh, pen }) {
    const hold = ambush(mesh, { ...MOMENTS.insert, fate: 'held' });
    await raise(pen, await write(pen, 'insert'));
    const replica = await hold.reached;
    await delay(GRACE_MS);
    mesh.strikeDown(replica);
    hold.release();
  },
};

const dieAfterCommit: Scenario = {
  name: 'entity dies as its commit is answered',
  async play({ mesh, pen }) {
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await mesh.ready(REPLICAS.entity);
      const hold = ambush(mesh, { ...MOMENTS.commitAnswer, fate: 'held' }, (replica) => mesh.kill(replica));
      const writing = write(pen, `commit-${crash}`, 4);
      await hold.reached;
      await delay(GRACE_MS);
      hold.release();
      await writing;
    }
  },
};

/**
 * Nothing else may write meanwhile: a write that waits for the journal would take the others along. MongoDB writes it down by
 * itself every so often; the longest time there is makes a loss certain to show.
 */
const loseMemory: Scenario = {
  name: 'MongoDB dies as it answers a commit',
  async play({ mesh, pen, stores }) {
    const others = [...REPLICAS.entity, ...REPLICAS.audit, ...REPLICAS.projector];
    const wires = others.map((replica) => mesh.wires[replica].rabbitmq);
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await mesh.ready();
      await stores.delayJournal();
      for (const wire of wires) wire.cut();
      await delay(GRACE_MS);
      const watch = ambush(mesh, { ...MOMENTS.commitAnswer, fate: 'passed' }, () => mesh.kill('mongodb'));
      await write(pen, `memory-${crash}`, 4);
      watch.release();
      for (const wire of wires) wire.mend();
    }
  },
};

const changeAtOnce: Scenario = {
  name: 'two replicas change a record at the same time',
  async play({ pen }) {
    const records = await write(pen, 'both', 4);
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(records.map((record) => markFromBothSides(pen, `round-${round}`, record)));
      pen.ledger.acknowledged += records.length;
    }
  },
};

const beginAnew: Scenario = {
  name: 'RabbitMQ begins with nothing',
  async play(stage) {
    await stage.mesh.ready();
    const wiping = wipeBroker.run(stage);
    await raise(stage.pen, await write(stage.pen, 'wiped'));
    if (!(await wiping)) throw new Error('No event came back from a broker without queues.');
  },
};

const loseQueues: Scenario = {
  name: 'the queues of audit are deleted with what is in them',
  async play(stage) {
    await stage.mesh.ready();
    const losing = loseUnrecorded.run(stage);
    await raise(stage.pen, await write(stage.pen, 'queues'));
    if (!(await losing)) throw new Error('Audit was never about to insert.');
  },
};

/** The event of the second version waits in one replica, until the read model has the third, which the other replica made. */
const overtake: Scenario = {
  name: 'an event is overtaken by a newer one of the same record',
  async play({ mesh, pen, stores, stopped }) {
    await mesh.ready();
    const records = await write(pen, 'overtaken', 4);
    const [here] = REPLICAS.entity;
    const hold = mesh.wires[here].rabbitmq.hold(isPublish);
    await raise(pen, records);
    await raise(otherSide(pen), records);
    for (const { id, version } of records)
      while ((await stores.projectedVersion(id)) < version) {
        stopped.throwIfAborted();
        await delay(LOOK_EVERY_MS);
      }
    hold.release();
  },
};

/** One scenario for each mutant; the source as it is must stand all of them. */
export const SCENARIOS: readonly Scenario[] = [
  ...[cutPublishes, dieBeforeAck, loseMemory, dieBeforeInsert, dieAfterCommit],
  ...[changeAtOnce, beginAnew, loseQueues, overtake],
  ...SUPPLIER_SCENARIOS,
  ...CERTIFICATE_SCENARIOS,
  ...QUALITY_SCENARIOS,
  ...WEBHOOK_SCENARIOS,
  ...INTEGRATION_SCENARIOS,
];
