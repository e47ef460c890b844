import { setTimeout as delay } from 'node:timers/promises';
import { ambush, MOMENTS } from '../fault/moment.ts';
import { upload } from '../load/certificate-writes.ts';
import { createSupplier } from '../load/supplier-writes.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import type { Scenario, Stage } from './scenario.ts';

const CERTIFICATES = 3;
const GRACE_MS = 300;

const uploadSome = async ({ pen }: Stage, key: string): Promise<void> => {
  const supplier = await createSupplier(pen, `${key}-${pen.orgId}`);
  await Promise.all(
    Array.from({ length: CERTIFICATES }, async (_, index) => {
      await upload(pen, `${key}-${pen.orgId}-${index}`, { supplier });
      pen.ledger.acknowledged += 1;
    }),
  );
};

/** What a worker has begun to read and not committed is read by another. */
const dieReading: Scenario = {
  name: 'a certificate worker dies before its commit',
  async play(stage) {
    const { mesh } = stage;
    await mesh.ready();
    const hold = ambush(mesh, { ...MOMENTS.extractionEnd, fate: 'held' });
    await uploadSome(stage, 'reading');
    await hold.reached;
    await delay(GRACE_MS);
    for (const replica of REPLICAS['certificate-worker']) mesh.strikeDown(replica);
    hold.release();
  },
};

export const CERTIFICATE_SCENARIOS: readonly Scenario[] = [dieReading];
