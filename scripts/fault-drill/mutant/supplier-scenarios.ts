import { setTimeout as delay } from 'node:timers/promises';
import { ambush, MOMENTS } from '../fault/moment.ts';
import type { PromisedSupplier } from '../load/ledger.ts';
import type { Pen } from '../load/pen.ts';
import { assess, createSupplier } from '../load/supplier-writes.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import type { Scenario, Stage } from './scenario.ts';

const SUPPLIERS = 3;
const GRACE_MS = 300;
const LOOK_EVERY_MS = 50;

const create = (pen: Pen, key: string): Promise<PromisedSupplier[]> =>
  Promise.all(
    Array.from({ length: SUPPLIERS }, async (_, index) => {
      const supplier = await createSupplier(pen, `${key}-${pen.orgId}-${index}`);
      pen.ledger.acknowledged += 1;
      return supplier;
    }),
  );

/** Resolves when entity has made another version of each than is known of it. */
const changedByEntity = async ({ stores, stopped }: Stage, suppliers: readonly PromisedSupplier[]): Promise<void> => {
  for (const { record } of suppliers)
    while ((await stores.version(record.id)) <= record.version) {
      stopped.throwIfAborted();
      await delay(LOOK_EVERY_MS);
    }
};

/** Lets the writes begin and kills both replicas of the supplier service before any of them has written what it was answered. */
const dieUnwritten = async (
  stage: Stage,
  suppliers: readonly PromisedSupplier[],
  write: (supplier: PromisedSupplier, index: number) => Promise<unknown>,
): Promise<void> => {
  const { mesh } = stage;
  await mesh.ready();
  const hold = ambush(mesh, { ...MOMENTS.listCommit, fate: 'held' });
  const written = Promise.all(suppliers.map(write));
  await Promise.race([changedByEntity(stage, suppliers), written]);
  await delay(GRACE_MS);
  for (const replica of REPLICAS.supplier) mesh.strikeDown(replica);
  hold.release();
  await written;
};

/** Each assessment is sent again with its key, and entity is asked a second time for what it has committed. */
const askAgain: Scenario = {
  name: 'the supplier service dies when entity has answered it, and is asked again',
  async play(stage) {
    const { pen } = stage;
    const suppliers = await create(pen, 'again');
    await dieUnwritten(stage, suppliers, async (supplier, index) => {
      await assess(pen, `assess-${pen.orgId}-${index}`, { supplier, score: 10 * index });
      pen.ledger.acknowledged += 1;
    });
  },
};

/** Each supplier is asked once to be evaluated; nobody asks again, and what entity has committed is found out by reading. */
const askOnce: Scenario = {
  name: 'the supplier service dies when entity has answered it, and is not asked again',
  async play(stage) {
    const { pen, stopped, mesh } = stage;
    const [api] = pen.apis;
    const suppliers = await create(pen, 'once');
    const body = { status: 'evaluation', effective_date: new Date().toISOString().slice(0, 10), reason: 'once' };
    await dieUnwritten(stage, suppliers, ({ record }) =>
      api.attempt({ method: 'POST', path: `/v1/suppliers/${record.id}/qualification`, body }),
    );
    await mesh.ready();
    for (const supplier of suppliers) {
      stopped.throwIfAborted();
      const { body: found } = await api.insist({ method: 'GET', path: `/v1/entities/${supplier.record.id}` });
      const { version, attributes } = (found as Entity).data;
      supplier.record.version = version;
      supplier.status = attributes.qualification_status;
      if (version > 1) supplier.qualifications.push({ id: null, status: supplier.status });
    }
    if (suppliers.every(({ qualifications }) => qualifications.length === 0))
      throw new Error('Entity was never asked.');
  },
};

type Entity = { data: { version: number; attributes: { qualification_status: string } } };

export const SUPPLIER_SCENARIOS: readonly Scenario[] = [askAgain, askOnce];
