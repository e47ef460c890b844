import { setTimeout as delay } from 'node:timers/promises';
import type { Findings } from './check/findings.ts';
import { inspect } from './check/inspection.ts';
import { openStores } from './check/stores.ts';
import { makePens, type Surroundings } from './drill.ts';
import { registerHooks } from './load/hooks.ts';
import type { Pen } from './load/pen.ts';
import { createBulk } from './load/record-writes.ts';
import { DrillMesh, type Victim } from './mesh/drill-mesh.ts';
import { HANG_MS } from './mesh/drill-plan.ts';

/** How many deliveries to webhooks there shall be at least, and the mark of what is written for them. */
export type DeliverySize = { deliveries: number; seed: number };

/** Killed in turn, each after its share of the deliveries. */
const VICTIMS: readonly Victim[] = ['webhook-1', 'rabbitmq', 'mongodb', 'webhook-2'];
const BULK_RECORDS = 100;
const LOOK_EVERY_MS = 20;

/** Kills the webhook service, the broker and the database in turn during so many deliveries, and checks what became of them. */
export const runDeliveries = async (
  size: DeliverySize,
  { directory, stopped, say }: Surroundings,
): Promise<Findings> => {
  const mesh = await DrillMesh.start({ directory, stopped });
  const stores = openStores(mesh.backends);
  try {
    const pens = await makePens(mesh, size, stopped);
    await Promise.all(pens.map((pen) => registerHooks(pen, mesh.receivers)));
    await Promise.all([write(pens, size), killInTurn({ mesh, pens, stopped, say }, size)]);
    say('written; waiting until all is quiet');
    return await inspect({ mesh, stores, pens, stopped, seen: {} });
  } finally {
    await stores.close();
    await mesh.destroy();
  }
};

const write = async (pens: readonly Pen[], { deliveries, seed }: DeliverySize): Promise<void> => {
  await Promise.all(
    pens.map(async (pen, place) => {
      const requests = Math.ceil(deliveries / (pens.length * pen.webhooks.length * BULK_RECORDS));
      for (let number = 0; number < requests; number += 1) {
        await createBulk(pen, `deliveries-${seed}-${place}-${number}`, BULK_RECORDS);
        pen.ledger.acknowledged += 1;
      }
    }),
  );
};

type Stage = Pick<Surroundings, 'stopped' | 'say'> & { mesh: DrillMesh; pens: readonly Pen[] };

const killInTurn = async ({ mesh, pens, stopped, say }: Stage, { deliveries }: DeliverySize): Promise<void> => {
  for (const [index, victim] of VICTIMS.entries()) {
    await arrived(pens, ((index + 1) * deliveries) / (VICTIMS.length + 1), stopped);
    mesh.kill(victim);
    say(`killed ${victim}`);
  }
};

/** Resolves when so many requests have come to the receivers. Throws when they do not in time. */
const arrived = async (pens: readonly Pen[], count: number, stopped: AbortSignal): Promise<void> => {
  const webhooks = pens.flatMap((pen) => pen.webhooks);
  const giveUpAt = Date.now() + HANG_MS;
  while (webhooks.reduce((sum, { receipts }) => sum + receipts.length, 0) < count) {
    stopped.throwIfAborted();
    if (Date.now() > giveUpAt) throw new Error(`The receivers did not get ${Math.ceil(count)} requests in time.`);
    await delay(LOOK_EVERY_MS);
  }
};
