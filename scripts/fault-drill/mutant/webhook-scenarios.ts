import { setTimeout as delay } from 'node:timers/promises';
import { ambush, MOMENTS } from '../fault/moment.ts';
import { registerHooks } from '../load/hooks.ts';
import { createRecord } from '../load/record-writes.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import type { Scenario, Stage } from './scenario.ts';

const RECORDS = 6;
const GRACE_MS = 300;

const writeSome = async ({ pen }: Stage, key: string): Promise<void> => {
  await Promise.all(
    Array.from({ length: RECORDS }, async (_, index) => {
      await createRecord(pen, `${key}-${pen.orgId}-${index}`);
      pen.ledger.acknowledged += 1;
    }),
  );
};

/** A receiver that has not answered has taken nothing, whatever becomes of who has sent to it. */
const dieUnanswered: Scenario = {
  name: 'the webhook service dies before a receiver has answered',
  async play(stage) {
    const { mesh, pen } = stage;
    await mesh.ready();
    await registerHooks(pen, mesh.receivers);
    const silence = mesh.receivers.steady.silence();
    await writeSome(stage, 'unanswered');
    await silence.reached;
    await delay(GRACE_MS);
    for (const replica of REPLICAS.webhook) mesh.strikeDown(replica);
    silence.end();
  },
};

/** An event whose deliveries were not inserted comes again. */
const dieUninserted: Scenario = {
  name: 'the webhook service dies before it has inserted deliveries',
  async play(stage) {
    const { mesh, pen } = stage;
    await mesh.ready();
    await registerHooks(pen, mesh.receivers);
    const hold = ambush(mesh, { ...MOMENTS.intake, fate: 'held' });
    await writeSome(stage, 'uninserted');
    await hold.reached;
    await delay(GRACE_MS);
    for (const replica of REPLICAS.webhook) mesh.strikeDown(replica);
    hold.release();
  },
};

export const WEBHOOK_SCENARIOS: readonly Scenario[] = [dieUnanswered, dieUninserted];
