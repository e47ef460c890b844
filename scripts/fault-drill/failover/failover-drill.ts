import { MongoClient } from 'mongodb';
import type { Findings } from '../check/findings.ts';
import { inspect } from '../check/inspection.ts';
import { openStores } from '../check/stores.ts';
import { makePens, type Surroundings } from '../drill.ts';
import { connect } from '../load/connection.ts';
import { registerHooks } from '../load/hooks.ts';
import { startSteadyWrites } from '../load/steady-writes.ts';
import { DrillMesh } from '../mesh/drill-mesh.ts';
import { type Member, MONGODB_MEMBERS, RABBITMQ_NODES } from '../mesh/drill-plan.ts';
import { checkHealth, openBalancer } from '../wire/balancer.ts';
import { listMembers } from './broker-cluster.ts';
import { planOverClusters } from './cluster-plan.ts';
import { type Failure, type Outcome, runSchedule } from './schedule.ts';
import { makeTally, type Tally } from './tally.ts';

/** `rate`: writes a second; `seconds`: how long a partition, a paused and a slow member last; `schedule`: all, unless others are named. */
export type FailoverSize = { rate: number; seconds: number; seed: number; schedule?: readonly Failure[] };

export type FailoverOutcome = {
  findings: Findings;
  outcomes: Outcome[];
  tally: Tally;
  seconds: number;
  /** Queues that not every node of RabbitMQ holds, each as a sentence. */
  partial: string[];
};

/** Starts the mesh over three of each, lets members fail one after another under steady writes, and checks what every drill checks. */
export const runFailover = async (
  { rate, seconds, seed, schedule }: FailoverSize,
  { directory, stopped, say }: Surroundings,
): Promise<FailoverOutcome> => {
  const balancer = await openBalancer();
  const ended = new AbortController();
  const plan = planOverClusters(balancer.port, (ports) => checkHealth(balancer, ports, ended.signal));
  try {
    const mesh = await DrillMesh.start({ directory, stopped, plan });
    const stores = openStores(mesh.backends);
    const client = new MongoClient(mesh.backends.mongodbUri);
    try {
      const tally = makeTally();
      // Writes that were begun end with the drill, also where a failure ends it.
      const over = AbortSignal.any([stopped, ended.signal]);
      const pens = await makePens(mesh, { seed, onAnswer: tally.onAnswer }, over);
      await Promise.all(pens.map((pen) => registerHooks(pen, mesh.receivers)));
      await Promise.all(pens.map((pen) => connect(pen, mesh.partner)));
      const partial = await findPartial(mesh);
      say(`the mesh is ready at ${mesh.baseUrls.join(' and ')}`);
      const beganAt = Date.now();
      const load = startSteadyWrites({ pens, rate, seed, stopped: over });
      const findPrimary = () => readPrimary(mesh, client);
      const scene = { mesh, findPrimary, tally, seconds, stopped, say };
      const outcomes = await runSchedule(scene, schedule).finally(() => load.stop());
      await load.ended();
      const took = (Date.now() - beganAt) / 1000;
      say(`written in ${took.toFixed(0)} s; waiting until all is quiet`);
      const findings = await inspect({ mesh, stores, pens, stopped, seen: {} });
      return { findings, outcomes, tally, seconds: took, partial };
    } finally {
      await Promise.all([stores.close(), client.close()]);
      await mesh.destroy();
    }
  } finally {
    ended.abort();
    balancer.close();
  }
};

/** A queue has as many members as there are nodes when it is declared, and three at most: one with fewer does not outlive a node. */
const findPartial = async (mesh: DrillMesh): Promise<string[]> => {
  const queues = await listMembers(mesh);
  const partial = queues.filter(({ members }) => members.length < RABBITMQ_NODES.length);
  if (queues.length === 0) return ['there is no quorum queue'];
  return partial.map(({ name, members }) => `${name} is held by ${members.join(', ')} alone`);
};

const readPrimary = async (mesh: DrillMesh, client: MongoClient): Promise<Member> => {
  const { primary } = await client.db('admin').command({ hello: 1 }, { readPreference: 'primary' });
  const name = MONGODB_MEMBERS.find((one) =>
    mesh.getSpec(one).ports.some(({ port }) => primary === `127.0.0.1:${port}`),
  );
  if (name === undefined) throw new Error(`${String(primary)} is the primary, and no member.`);
  return name;
};
