import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { REPOSITORY } from '../../runtime/paths.ts';
import type { Findings } from '../check/findings.ts';
import { inspect } from '../check/inspection.ts';
import { openStores } from '../check/stores.ts';
import type { Surroundings } from '../drill.ts';
import { connect } from '../load/connection.ts';
import { registerHooks } from '../load/hooks.ts';
import { emptyLedger } from '../load/ledger.ts';
import { makePen, type Pen } from '../load/pen.ts';
import { startSteadyWrites } from '../load/steady-writes.ts';
import { DrillMesh } from '../mesh/drill-mesh.ts';
import { REPLICAS, type Service } from '../mesh/drill-plan.ts';
import { leftUndone, makeNextRelease } from './next-release.ts';
import { type Balancers, openBalancers, planBehindBalancers } from './rolling-plan.ts';
import { makeStrictApi } from './strict-api.ts';

/** How much is written meanwhile, in requests a second, and the seed of what is written. */
export type RollingSize = { rate: number; seed: number };

export type RollingOutcome = {
  findings: Findings;
  requests: number;
  /** Requests without an answer at the first try, and lists that were refused, each as a sentence. */
  failed: string[];
  replaced: number;
  longestStopMs: number;
  seconds: number;
  /** What the migration has left undone. */
  undone: string[];
};

const ORGANIZATIONS = 3;

/** How the requests of a drill went. */
type Tally = { requests: number; failed: string[] };

/**
 * Starts two replicas of everything behind one gateway address, and under load replaces each by SIGTERM, twice: by the same
 * release, and over a migration by the next one. Nothing is sent twice. Then checks what every drill checks.
 */
export const runRolling = async (
  { rate, seed }: RollingSize,
  { directory, stopped, say }: Surroundings,
): Promise<RollingOutcome> => {
  const balancers = await openBalancers();
  const mesh = await DrillMesh.start({ directory, stopped, plan: planBehindBalancers(balancers) });
  const stores = openStores(mesh.backends);
  try {
    const tally: Tally = { requests: 0, failed: [] };
    const pens = await makeStrictPens(mesh, { seed, stopped, tally, say });
    await Promise.all(pens.map((pen) => registerHooks(pen, mesh.receivers)));
    await Promise.all(pens.map((pen) => connect(pen, mesh.partner)));
    say(`the mesh is ready at ${mesh.baseUrls[0]}`);
    const next = makeNextRelease(join(directory, 'next'));
    const beganAt = Date.now();
    const load = startSteadyWrites({ pens, rate, seed, stopped });
    const reading = readAll(pens, load.over);
    const figures = { replaced: 0, longestStopMs: 0 };
    const wave = async (root: string, name: string) => {
      const { replaced, longestStopMs } = await replaceAll({ mesh, balancers, root, stopped });
      figures.replaced += replaced;
      figures.longestStopMs = Math.max(figures.longestStopMs, longestStopMs);
      say(`${name}: ${replaced} replaced; ${tally.requests} requests so far, failed ${tally.failed.length}`);
    };
    try {
      await wave(REPOSITORY, 'restarted');
      await mesh.migrate(next);
      say('migrated beside the release of before');
      await wave(next, 'upgraded');
    } finally {
      load.stop();
    }
    await load.ended();
    const refused = await reading;
    const seconds = (Date.now() - beganAt) / 1000;
    say(`written in ${seconds.toFixed(0)} s; waiting until all is quiet`);
    const findings = await inspect({ mesh, stores, pens, stopped, seen: {} });
    const { requests, failed } = tally;
    return {
      findings,
      requests,
      failed: [...failed, ...refused],
      ...figures,
      seconds,
      undone: await leftUndone(stores),
    };
  } finally {
    await stores.close();
    await mesh.destroy();
    for (const balancer of balancers.values()) balancer.close();
  }
};

type Parts = { seed: number; stopped: AbortSignal; tally: Tally; say: Surroundings['say'] };

const makeStrictPens = async (mesh: DrillMesh, { seed, stopped, tally, say }: Parts): Promise<Pen[]> => {
  const ledger = emptyLedger();
  const [baseUrl] = mesh.baseUrls;
  const apiFor = (apiKey: string) =>
    makeStrictApi({
      baseUrl,
      apiKey,
      stopped,
      onSent: () => {
        tally.requests += 1;
      },
      onFailure: (what) => {
        say(`failed: ${what}`);
        tally.failed.push(what);
      },
    });
  const names = Array.from({ length: ORGANIZATIONS }, (_, index) => `rolling-${seed}-${index}`);
  const organizations = await mesh.provision(names);
  return organizations.map((organization) => makePen(organization, { ledger, apiFor }));
};

/** From which copy of the source everything runs afterwards. */
type Wave = { mesh: DrillMesh; balancers: Balancers; root: string; stopped: AbortSignal };

/** How many were replaced, and the longest that one took from SIGTERM to its end. */
type WaveFigures = { replaced: number; longestStopMs: number };

/** A cluster tells its nodes of a leaving replica in the time that this stands for; requests reach it meanwhile. */
const NOTICE_MS = 500;

/** Replaces one replica after another, everything, each by SIGTERM; the next one only when this one is ready again. */
const replaceAll = async (wave: Wave): Promise<WaveFigures> => {
  let [replaced, longestStopMs] = [0, 0];
  for (const service of Object.keys(REPLICAS) as Service[])
    for (const replica of REPLICAS[service]) {
      wave.stopped.throwIfAborted();
      longestStopMs = Math.max(longestStopMs, await replaceOne(wave, service, replica));
      replaced += 1;
    }
  return { replaced, longestStopMs };
};

const replaceOne = async ({ mesh, balancers, root }: Wave, service: Service, replica: string): Promise<number> => {
  const balancer = balancers.get(service);
  const port = mesh.getPort(replica);
  const left = delay(NOTICE_MS).then(() => balancer?.leave(port));
  const stopMs = await mesh.replace(replica, root);
  await left;
  balancer?.join(port);
  return stopMs;
};

/** A list of each service behind the gateway. */
const PATHS = [
  ...['/v1/organization', '/v1/users', '/v1/entities', '/v1/suppliers', '/v1/certificates', '/v1/quality-events'],
  ...['/v1/workflows', '/v1/audit-logs', '/v1/webhooks', '/v1/integrations/connections'],
];
const PAUSE_MS = 200;

/** Reads all lists of an organisation as its administrator, one after another, until it is over. Answers what was refused. */
const readAll = async (pens: readonly Pen[], over: AbortSignal): Promise<string[]> => {
  const refused: string[] = [];
  const read = async ({ admin: [api] }: Pen): Promise<void> => {
    for (let turn = 0; !over.aborted; turn += 1) {
      const path = PATHS[turn % PATHS.length] ?? '';
      // A request that failed is noted by the one that sent it.
      const answer = await api.attempt({ method: 'GET', path }).catch(() => null);
      if (answer !== null && answer.status !== 200) refused.push(`GET ${path} was answered with ${answer.status}`);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all(pens.map(read));
  return refused;
};
