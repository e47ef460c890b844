import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from '../load/ledger.ts';
import type { Pen } from '../load/pen.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { CONSUMERS } from '../mesh/drill-plan.ts';
import { untilNobodyConsumes } from '../mesh/queues.ts';
import { compare, merge, type PromisedTo } from './comparison.ts';
import { compareDeliveries, type DeliveryCounts } from './delivery-comparison.ts';
import { comparePartner } from './partner-comparison.ts';
import type { Breaches } from './rules.ts';
import { brokenSignatures } from './signature-verification.ts';
import type { Stored } from './stored.ts';
import type { Stores, UnderWay } from './stores.ts';

/** What an inspection counted, and what breaks which rule. */
export type Findings = {
  counts: {
    acknowledged: number;
    records: number;
    suppliers: number;
    qualifications: number;
    certificates: number;
    events: number;
    moves: number;
    signatures: number;
    synchronised: number;
    versions: number;
    entries: number;
    settledMs: number;
  } & UnderWay &
    DeliveryCounts;
  breaches: Breaches;
};

type Scene = {
  mesh: DrillMesh;
  stores: Stores;
  pens: readonly Pen[];
  stopped: AbortSignal;
  /** Rules that were seen broken on the way. */
  seen: Breaches;
};

/** Without a change, while something is left. */
const SETTLE_MS = 180_000;
const QUIET_MS = 3_000;
/** What is lost with a queue is sent again within seconds of its return; what comes later than this does not come any more. */
const LOST_MS = 15_000;
/** A document is read, and a delivery is made, within seconds after its process is there again. */
const WORK_MS = 45_000;
const LOOK_EVERY_MS = 200;
/** How often is looked for messages that nobody takes. Each look gives them back once, and fewer times than parks them. */
const LOOKS = 6;

/**
 * Waits until nothing is under way any more, or nothing has changed for three minutes, and checks everything. What takes
 * messages is cut off meanwhile: only then do the queues show messages that were delivered and never acknowledged.
 */
export const inspect = async ({ mesh, stores, pens, stopped, seen }: Scene): Promise<Findings> => {
  const beganAt = Date.now();
  const { settledMs, underWay } = await comeToRest({ mesh, stores, pens, stopped, beganAt });
  const chain = await brokenChains(pens);
  const signed = await Promise.all(pens.map(async (pen) => brokenSignatures(pen, await stores.signatures(pen.orgId))));
  const ledgers = [...new Set(pens.map(({ ledger }) => ledger))];
  const stored = await Promise.all(pens.map(({ orgId }) => stores.stored(orgId)));
  const compared = pens.map(({ orgId, ledger }, index) => compare(promisedTo(orgId, ledger), stored[index] as Stored));
  const delivered = await compareHooks(mesh, stores, pens);
  const synchronised = await compareExternal(stores, pens);
  return {
    counts: {
      acknowledged: ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      records: sum(stored, ({ records }) => records.length),
      suppliers: sum(stored, ({ suppliers }) => suppliers.length),
      qualifications: sum(stored, ({ qualifications }) => qualifications.length),
      certificates: sum(stored, ({ certificates }) => certificates.length),
      events: sum(stored, ({ events }) => events.length),
      moves: sum(stored, ({ moves }) => moves.length),
      signatures: sum(stored, ({ signatures }) => signatures.length),
      synchronised: pens.reduce((total, pen) => total + (pen.connected?.shop.kept().length ?? 0), 0),
      versions: sum(stored, ({ history }) => history.length),
      entries: sum(stored, ({ entries }) => entries.length),
      settledMs,
      ...underWay,
      ...delivered.counts,
    },
    breaches: present({
      ...merge([...compared, ...synchronised, delivered.breaches, { signed: signed.flat() }, seen]),
      internal: ledgers.flatMap(({ internal }) => internal),
      acknowledged: ledgers.flatMap(({ unfinished }) => unfinished),
      chain,
      outboxes: left(underWay.outboxes),
      queues: left(underWay.queues),
      parked: left(underWay.parked),
    }),
  };
};

const compareHooks = async (mesh: DrillMesh, stores: Stores, pens: readonly Pen[]) => {
  const addressed = pens.map(async ({ orgId, hooks }) => {
    const entries = await stores.tellable(orgId);
    return hooks.map((hook) => ({ hook, entries }));
  });
  return compareDeliveries((await Promise.all(addressed)).flat(), mesh.interruptions('webhook'));
};

const compareExternal = (stores: Stores, pens: readonly Pen[]): Promise<Breaches[]> =>
  Promise.all(
    pens.map(async ({ orgId, connected }) =>
      connected ? comparePartner(connected.shop.kept(), await stores.sync(orgId)) : {},
    ),
  );

type Resting = Omit<Scene, 'seen'> & { beganAt: number };
type Rest = { settledMs: number; underWay: UnderWay };

/**
 * Settles, and looks what the consumers have given back. A message that a consumer has in its hands is not seen before: it may
 * wait there for a service that was killed. Such a one is gone at a later look; what nobody can take is there at each.
 */
const comeToRest = async (resting: Resting): Promise<Rest> => {
  const { mesh, stores, stopped } = resting;
  for (let look = 1; ; look += 1) {
    await mesh.ready();
    const { settledMs, isSettled } = await settle(stores, resting);
    const underWay = await withoutConsumers(mesh, stores.underWay);
    if (underWay.queues === 0 || !isSettled || look === LOOKS) return { settledMs, underWay };
    await delay(look * QUIET_MS, undefined, { signal: stopped });
  }
};

const withoutConsumers = async <T>(mesh: DrillMesh, look: () => Promise<T>): Promise<T> => {
  const wires = CONSUMERS.map((replica) => mesh.wires[replica].rabbitmq);
  for (const wire of wires) wire.cut();
  try {
    await untilNobodyConsumes(mesh.backends.amqpUrl);
    return await look();
  } finally {
    for (const wire of wires) wire.mend();
  }
};

const promisedTo = (orgId: string, { records, suppliers, certificates, events }: Ledger): PromisedTo => ({
  records: [...records.values()].filter((one) => one.orgId === orgId),
  suppliers: [...suppliers.values()].filter(({ record }) => record.orgId === orgId),
  certificates: [...certificates.values()].filter((one) => one.orgId === orgId),
  events: [...events.values()].filter((one) => one.orgId === orgId),
});

const sum = (stored: readonly Stored[], count: (one: Stored) => number): number =>
  stored.reduce((total, one) => total + count(one), 0);

const present = (breaches: Breaches): Breaches =>
  Object.fromEntries(Object.entries(breaches).filter(([, broken]) => broken.length > 0));

const left = (count: number): string[] => (count === 0 ? [] : [`${count} left`]);

type Settling = Pick<Resting, 'pens' | 'stopped' | 'beganAt'>;
type Settled = { settledMs: number; isSettled: boolean };

/** Until all is empty and nothing has come for a while; for longer while something is missing. */
const settle = async (stores: Stores, { pens, stopped, beganAt }: Settling): Promise<Settled> => {
  let [quietSince, changedAt, before] = [Date.now(), Date.now(), ''];
  while (Date.now() - changedAt < SETTLE_MS) {
    stopped.throwIfAborted();
    const { outboxes, queues, unheard } = await stores.underWay();
    const entries = await total(pens, stores.countEntries);
    const missing = await total(pens, stores.countMissing);
    const unread = await total(pens, stores.countUnread);
    const pending = await total(pens, stores.countPending);
    const now = `${entries} ${missing} ${unread} ${pending}`;
    if (now !== before) changedAt = Date.now();
    if (outboxes + queues + unheard > 0 || now !== before) quietSince = Date.now();
    before = now;
    const patience = unread + pending > 0 ? WORK_MS : missing > 0 ? LOST_MS : QUIET_MS;
    if (Date.now() - quietSince >= patience) return { settledMs: quietSince - beganAt, isSettled: true };
    await delay(LOOK_EVERY_MS);
  }
  return { settledMs: changedAt - beganAt, isSettled: false };
};

const total = async (pens: readonly Pen[], count: (orgId: string) => Promise<number>): Promise<number> =>
  (await Promise.all(pens.map(({ orgId }) => count(orgId)))).reduce((all, one) => all + one, 0);

type Verification = { data: { valid: boolean; first_broken: unknown } };

const brokenChains = async (pens: readonly Pen[]): Promise<string[]> => {
  const answers = await Promise.all(
    pens.map(async ({ apis: [api], orgId }) => ({
      orgId,
      ...(await api.insist({ method: 'GET', path: '/v1/audit-logs/verify' })),
    })),
  );
  return answers.flatMap(({ orgId, status, body }) => {
    const { valid, first_broken } = (body as Partial<Verification>).data ?? { valid: false, first_broken: status };
    return valid ? [] : [`${orgId}: ${JSON.stringify(first_broken)}`];
  });
};
