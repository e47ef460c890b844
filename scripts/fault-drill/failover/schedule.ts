import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../runtime/command-line.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { HANG_MS, type Member, MONGODB_MEMBERS, RABBITMQ_NODES } from '../mesh/drill-plan.ts';
import { part, untilWhole } from './broker-cluster.ts';
import { findLongestPause, type Tally } from './tally.ts';

type Node = (typeof RABBITMQ_NODES)[number];

/** What goes wrong, and with whom; who is the primary shows when it does. */
export type Failure =
  | { act: 'kill'; of: 'primary' | Node }
  | { act: 'partition'; of: Node }
  | { act: 'pause'; of: 'primary' }
  | { act: 'slow'; of: 'secondary' };

/** All in their order. Two of three are well at any time: the next one begins when all are. */
export const SCHEDULE: readonly Failure[] = [
  ...MONGODB_MEMBERS.map((): Failure => ({ act: 'kill', of: 'primary' })),
  ...RABBITMQ_NODES.map((of): Failure => ({ act: 'kill', of })),
  { act: 'partition', of: 'rabbitmq-2' },
  { act: 'pause', of: 'primary' },
  { act: 'slow', of: 'secondary' },
];

/** What became of one: who it was, how long it lasted, and the longest time without an acknowledged write. */
export type Outcome = Failure & { member: Member; lastedMs: number; pauseMs: number; acknowledged: number };

type Scene = {
  mesh: DrillMesh;
  /** Which member is the primary. */
  findPrimary: () => Promise<Member>;
  tally: Tally;
  /** How long what is no kill lasts at least. */
  seconds: number;
  stopped: AbortSignal;
  say: Say;
};

const REST_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** A slow member runs for a tenth of the time. */
const SLOW = { stoppedMs: 900, runsMs: 100 };

/** Lets them go wrong one after another while writes go on. A write is acknowledged during each, or it does not end. */
export const runSchedule = async (scene: Scene, schedule: readonly Failure[] = SCHEDULE): Promise<Outcome[]> => {
  const { mesh, tally, stopped, say } = scene;
  const outcomes: Outcome[] = [];
  for (const failure of schedule) {
    const member = await findMember(scene, failure);
    const from = Date.now();
    await ACTS[failure.act](scene, member);
    const lastedMs = Date.now() - from;
    await mesh.ready([...MONGODB_MEMBERS, ...RABBITMQ_NODES]);
    await untilWhole(mesh, stopped);
    await delay(REST_MS, undefined, { signal: stopped });
    await nextAcknowledged(scene);
    const to = Date.now();
    const pauseMs = findLongestPause(tally.acknowledged, from, to);
    const acknowledged = tally.acknowledged.filter((at) => at > from && at < to).length;
    const outcome = { ...failure, member, lastedMs, pauseMs, acknowledged };
    outcomes.push(outcome);
    say(toLine(outcome));
  }
  return outcomes;
};

/** An outcome as a line. */
export const toLine = ({ act, of, member, lastedMs, pauseMs, acknowledged }: Outcome): string =>
  `${act} ${of === member ? of : `${of} (${member})`}`.padEnd(30) +
  `lasted ${seconds(lastedMs)}, longest pause ${seconds(pauseMs)}, ${acknowledged} writes acknowledged meanwhile`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const findMember = async ({ findPrimary }: Scene, { of }: Failure): Promise<Member> => {
  if (of !== 'primary' && of !== 'secondary') return of;
  const primary = await findPrimary();
  return of === 'primary' ? primary : (MONGODB_MEMBERS.find((name) => name !== primary) ?? primary);
};

const ACTS: Record<Failure['act'], (scene: Scene, member: Member) => Promise<void>> = {
  async kill(scene, member) {
    scene.mesh.kill(member);
    await nextAcknowledged(scene);
    await scene.mesh.ready([member]);
  },
  async partition(scene, member) {
    const { mesh, stopped } = scene;
    const until = Date.now() + scene.seconds * 1000;
    await part(mesh, member as Node, scene.seconds * 1000);
    // A node without a majority pauses: it takes no connection any more.
    while (await mesh.isReady(member)) {
      if (Date.now() > until + HANG_MS) throw new Error(`${member} was parted from the others and went on.`);
      await delay(LOOK_EVERY_MS, undefined, { signal: stopped });
    }
    await nextAcknowledged(scene);
    await mesh.ready([member]);
  },
  async pause(scene, member) {
    scene.mesh.pause(member);
    await delay(scene.seconds * 1000, undefined, { signal: scene.stopped });
    await nextAcknowledged(scene);
    scene.mesh.resume(member);
  },
  async slow(scene, member) {
    const { mesh, stopped } = scene;
    for (const until = Date.now() + scene.seconds * 1000; Date.now() < until; ) {
      mesh.pause(member);
      await delay(SLOW.stoppedMs, undefined, { signal: stopped });
      mesh.resume(member);
      await delay(SLOW.runsMs, undefined, { signal: stopped });
    }
    await nextAcknowledged(scene);
  },
};

const nextAcknowledged = async ({ tally, stopped }: Scene): Promise<void> => {
  const late = new AbortController();
  const giveUp = delay(HANG_MS, 'late', { signal: AbortSignal.any([stopped, late.signal]) });
  const first = await Promise.race([tally.next(), giveUp]).finally(() => late.abort());
  if (first === 'late') throw new Error(`No write was acknowledged in ${HANG_MS / 60_000} minutes.`);
};
