import { setTimeout as delay } from 'node:timers/promises';
import { ambush, MOMENTS } from '../fault/moment.ts';
import { beginSync, connect, synchronise } from '../load/connection.ts';
import { REPLICAS } from '../mesh/drill-plan.ts';
import type { Connected } from '../partner/connected.ts';
import type { Scenario, Stage } from './scenario.ts';

const RECORDS = 8;
const GRACE_MS = 300;
const LOOK_EVERY_MS = 100;
/** A commit that was held on its way arrives, or is refused, well within this. */
const ARRIVAL_MS = 8_000;

/** A connection that is up to date, and records that have come there since; their keys. */
const prepare = async ({ mesh, pen, stopped }: Stage, key: string): Promise<Connected> => {
  await mesh.ready();
  const connected = await connect(pen, mesh.partner);
  connected.shop.create(`${key}-first`);
  await synchronise(pen, connected, stopped);
  for (let index = 0; index < RECORDS; index += 1) connected.shop.create(`${key}-${index}`);
  return connected;
};

/** What a page came to is not committed: the next synchronisation has to take it again. */
const dieUncommitted: Scenario = {
  name: 'the integration service dies before it has committed a page',
  async play(stage) {
    const { mesh, pen, stopped } = stage;
    const connected = await prepare(stage, 'uncommitted');
    const hold = ambush(mesh, { ...MOMENTS.syncWrite, fate: 'held' });
    await beginSync(pen, connected, `uncommitted-${connected.id}`);
    await hold.reached;
    await delay(GRACE_MS);
    for (const replica of REPLICAS.integration) mesh.strikeDown(replica);
    hold.release();
    await mesh.ready(REPLICAS.integration);
    await synchronise(pen, connected, stopped);
  },
};

/**
 * One replica hears nothing of MongoDB any more, with a commit on its way, until the other one has its lease; the other one
 * waits for the external system meanwhile and has written nothing. What arrives then of the first one may not be written.
 */
const loseLease: Scenario = {
  name: 'a replica of the integration service loses its lease while it commits',
  async play(stage) {
    const { mesh, pen, stores, stopped, seen } = stage;
    const connected = await prepare(stage, 'lease');
    const before = (await stores.sync(pen.orgId)).links.length;
    const hold = ambush(mesh, { ...MOMENTS.syncWrite, fate: 'held' }, (replica) => mesh.wires[replica].mongodb.stall());
    await beginSync(pen, connected, `lease-${connected.id}`);
    const stalled = await hold.reached;
    const token = await stores.leaseToken(connected.id);
    const silence = mesh.partner.silence();
    hold.release();
    while ((await stores.leaseToken(connected.id)) === token) {
      stopped.throwIfAborted();
      await delay(LOOK_EVERY_MS);
    }
    await silence.reached;
    mesh.wires[stalled].mongodb.resume();
    await delay(ARRIVAL_MS);
    const written = (await stores.sync(pen.orgId)).links.length - before;
    if (written > 0) seen.fenced = [...(seen.fenced ?? []), `${written} links by ${stalled}`];
    silence.end();
    await synchronise(pen, connected, stopped);
  },
};

export const INTEGRATION_SCENARIOS: readonly Scenario[] = [dieUncommitted, loseLease];
