import { setTimeout as delay } from 'node:timers/promises';
import type { Pen } from '../load/pen.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { CONSUMERS } from '../mesh/drill-plan.ts';
import { untilNobodyConsumes } from '../mesh/queues.ts';
import { type Findings, type OrganizationEvidence, toFindings } from './findings.ts';
import type { Breaches } from './rules.ts';
import type { Stores, UnderWay } from './stores.ts';
import { findBrokenChain, findInvalidSignatures } from './verification.ts';

type Scene = {
  mesh: DrillMesh;
  stores: Stores;
  pens: readonly Pen[];
  stopped: AbortSignal;
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
 * Waits until nothing is under way any more, or nothing has changed for three minutes, and checks everything. `seen`: rules that
 * faults found broken. What takes messages is cut off meanwhile: only then do the queues show messages that were delivered and
 * never acknowledged.
 */
export const inspect = async ({ seen, ...scene }: Scene & { seen: Breaches }): Promise<Findings> => {
  const underWay = await comeToRest(scene);
  const organizations = await Promise.all(scene.pens.map((pen) => collect(pen, scene.stores)));
  return toFindings({ organizations, underWay, seen, interruptions: scene.mesh.interruptions('webhook') });
};

const collect = async (pen: Pen, stores: Stores): Promise<OrganizationEvidence> => {
  const { orgId, ledger, webhooks, connected } = pen;
  const brokenChain = await findBrokenChain(pen);
  const stored = await stores.stored(orgId);
  const ids = stored.signatures.map(({ id }) => id);
  return {
    orgId,
    ledger,
    stored,
    webhooks,
    brokenChain,
    external: connected?.shop.kept() ?? [],
    invalidSignatures: await findInvalidSignatures(pen, ids),
  };
};

/**
 * Settles, and looks what the consumers have given back. A message that a consumer has in its hands is not seen before: it may
 * wait there for a service that was killed. Such a one is gone at a later look; what nobody can take is there at each.
 */
const comeToRest = async (scene: Scene): Promise<UnderWay> => {
  const { mesh, stores, stopped } = scene;
  for (let look = 1; ; look += 1) {
    await mesh.ready();
    const isSettled = await settle(scene);
    const underWay = await withoutConsumers(mesh, stores.underWay);
    if (underWay.queues === 0 || !isSettled || look === LOOKS) return underWay;
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
    for (const wire of wires) wire.restore();
  }
};

/** Waits until all is empty and nothing has come for a while; for longer while something is missing. Answers whether it settled. */
const settle = async ({ stores, pens, stopped }: Scene): Promise<boolean> => {
  let [quietSince, changedAt, before] = [Date.now(), Date.now(), ''];
  const total = async (count: (orgId: string) => Promise<number>): Promise<number> =>
    (await Promise.all(pens.map(({ orgId }) => count(orgId)))).reduce((all, one) => all + one, 0);
  while (Date.now() - changedAt < SETTLE_MS) {
    stopped.throwIfAborted();
    const { outboxes, queues, unsent } = await stores.underWay();
    const entries = await total(stores.countEntries);
    const missing = await total(stores.countMissing);
    const unread = await total(stores.countUnread);
    const pending = await total(stores.countPending);
    const now = `${entries} ${missing} ${unread} ${pending}`;
    if (now !== before) changedAt = Date.now();
    if (outboxes + queues + unsent > 0 || now !== before) quietSince = Date.now();
    before = now;
    const due = unread + pending > 0 ? WORK_MS : missing > 0 ? LOST_MS : QUIET_MS;
    if (Date.now() - quietSince >= due) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
};
