import { setTimeout as delay } from 'node:timers/promises';
import type { Promised } from '../load/ledger.ts';
import { createRecord, type Pen, raiseCounter } from '../load/writes.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { isAnswerTo, isCommand, isConsumerAck, isPublish } from '../wire/frame.ts';

export type Stage = { mesh: DrillMesh; pen: Pen };

/** A fault at one certain moment, with writes around it. */
export type Scenario = { name: string; play(stage: Stage): Promise<void> };

const WRITES = 12;
const CRASHES = 2;
const GRACE_MS = 300;

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
    const wire = mesh.wires.entity.rabbitmq;
    const hold = wire.hold(isPublish);
    await raise(pen, await write(pen, 'cut'));
    await hold.reached;
    await delay(GRACE_MS);
    wire.cut();
    hold.release();
    wire.mend();
  },
};

const dieBeforeAck: Scenario = {
  name: 'audit dies between its insert and its ack',
  async play({ mesh, pen }) {
    const hold = mesh.wires.audit.rabbitmq.hold(isConsumerAck);
    await raise(pen, await write(pen, 'ack'));
    await hold.reached;
    await delay(GRACE_MS);
    mesh.kill('audit');
    await mesh.ready(['audit']);
    hold.release();
  },
};

const dieBeforeInsert: Scenario = {
  name: 'audit dies before its insert',
  async play({ mesh, pen }) {
    const hold = mesh.wires.audit.mongodb.hold(isCommand('insert', 'audit_entry'));
    await raise(pen, await write(pen, 'insert'));
    await hold.reached;
    await delay(GRACE_MS);
    mesh.kill('audit');
    await delay(GRACE_MS);
    hold.release();
  },
};

const dieAfterCommit: Scenario = {
  name: 'entity dies as its commit is answered',
  async play({ mesh, pen }) {
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await mesh.ready(['entity']);
      const isAnswer = isAnswerTo(isCommand('commitTransaction'));
      const hold = mesh.wires.entity.mongodb.hold(isAnswer, () => mesh.kill('entity'));
      const writing = write(pen, `commit-${crash}`, 4);
      await hold.reached;
      await delay(GRACE_MS);
      hold.release();
      await writing;
    }
  },
};

/** Nothing else may write meanwhile: a write that waits for the journal would take the others along. */
const loseMemory: Scenario = {
  name: 'MongoDB dies as it answers a commit',
  async play({ mesh, pen }) {
    const { entity, audit } = mesh.wires;
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await mesh.ready();
      audit.rabbitmq.cut();
      entity.rabbitmq.cut();
      await delay(GRACE_MS);
      const isAnswer = isAnswerTo(isCommand('commitTransaction'));
      const watch = entity.mongodb.watch(isAnswer, () => mesh.kill('mongodb'));
      await write(pen, `memory-${crash}`, 4);
      watch.release();
      audit.rabbitmq.mend();
      entity.rabbitmq.mend();
    }
  },
};

/** One scenario for each mutant; the source as it is must stand all of them. */
export const SCENARIOS: readonly Scenario[] = [cutPublishes, dieBeforeAck, loseMemory, dieBeforeInsert, dieAfterCommit];
