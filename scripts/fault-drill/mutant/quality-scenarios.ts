import { setTimeout as delay } from 'node:timers/promises';
import { ambush, MOMENTS } from '../fault/moment.ts';
import type { Case } from '../load/quality-way.ts';
import { openEvent } from '../load/quality-writes.ts';
import { moveByTransition } from '../load/workflow-writes.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import type { Scenario, Stage } from './scenario.ts';

const EVENTS = 3;
const GRACE_MS = 300;
const LOOK_EVERY_MS = 50;

const openSome = ({ pen }: Stage, key: string): Promise<Case[]> =>
  Promise.all(
    Array.from({ length: EVENTS }, async (_, index) => {
      const one = await openEvent(pen, `${key}-${pen.orgId}-${index}`, { type: 'deviation', supplierId: null });
      pen.ledger.acknowledged += 1;
      return one;
    }),
  );

/** Resolves when the workflow of each has begun, so that nothing is written but what a move writes. */
const begun = async ({ pen, stopped }: Stage, cases: readonly Case[]): Promise<void> => {
  const [api] = pen.apis;
  for (const { event } of cases)
    while ((await api.insist({ method: 'GET', path: `/v1/workflows/instances/${event.id}` })).status !== 200) {
      stopped.throwIfAborted();
      await delay(LOOK_EVERY_MS);
    }
};

const submit = async ({ pen }: Stage, key: string, cases: readonly Case[]): Promise<void> => {
  await Promise.all(
    cases.map(async (one, index) => {
      await moveByTransition(pen, `${key}-submit-${pen.orgId}-${index}`, { one, to: 'submitted' });
      pen.ledger.acknowledged += 1;
    }),
  );
};

/** What is answered before it is durable is lost with both replicas; what waits for its commit is asked for again. */
const dieUncommitted: Scenario = {
  name: 'workflow dies before its commit',
  async play(stage) {
    const { mesh } = stage;
    await mesh.ready();
    const cases = await openSome(stage, 'uncommitted');
    await begun(stage, cases);
    const hold = ambush(mesh, { ...MOMENTS.workflowCommit, fate: 'held' });
    const moved = submit(stage, 'uncommitted', cases);
    await hold.reached;
    await delay(GRACE_MS);
    for (const replica of REPLICAS.workflow) mesh.strikeDown(replica);
    hold.release();
    await moved;
  },
};

/** Quality is told of a move at once and by its event, and by the event once more when its ack does not arrive. */
const tellAgain: Scenario = {
  name: 'quality dies between a move and its ack',
  async play(stage) {
    const { mesh } = stage;
    await mesh.ready();
    const cases = await openSome(stage, 'again');
    const hold = ambush(mesh, { ...MOMENTS.qualityAck, fate: 'held' });
    await submit(stage, 'again', cases);
    const replica = await hold.reached;
    await delay(GRACE_MS);
    mesh.strikeDown(replica);
    hold.release();
  },
};

export const QUALITY_SCENARIOS: readonly Scenario[] = [dieUncommitted, tellAgain];
