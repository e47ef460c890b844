import type { Say } from '../runtime/command-line.ts';
import type { Findings } from './check/findings.ts';
import { inspect } from './check/inspection.ts';
import type { Breaches } from './check/rules.ts';
import { openStores, type Stores } from './check/stores.ts';
import { type FaultCounts, runFaults } from './fault/run-faults.ts';
import type { OnAnswer } from './load/api.ts';
import { connect } from './load/connection.ts';
import { registerHooks } from './load/hooks.ts';
import { emptyLedger } from './load/ledger.ts';
import { makePacer } from './load/pacer.ts';
import { runPartnerChanges } from './load/partner-changes.ts';
import { makePen, type Pen } from './load/pen.ts';
import { runWriters } from './load/writers.ts';
import { DrillMesh } from './mesh/drill-mesh.ts';
import { makeRandom } from './random.ts';

/** How hard the drill is. */
export type DrillSize = { writes: number; faults: number; seed: number; minutes: number };

/** Where it runs, and when it shall end early. */
export type Surroundings = { directory: string; stopped: AbortSignal; say: Say };

export type DrillOutcome = { findings: Findings; faults: FaultCounts; seconds: number };

// Three organisations are in three audit partitions more often than not.
const ORGANIZATIONS = 3;

/** Starts a mesh, writes while faults happen, and checks that nothing was lost. Everything is ended again. */
export const runDrill = async (size: DrillSize, { directory, stopped, say }: Surroundings): Promise<DrillOutcome> => {
  const mesh = await DrillMesh.start({ directory, stopped });
  const stores = openStores(mesh.backends);
  try {
    const pens = await makePens(mesh, size, stopped);
    await Promise.all(pens.map((pen) => registerHooks(pen, mesh.receivers)));
    await Promise.all(pens.map((pen) => connect(pen, mesh.partner)));
    say(`the mesh is ready at ${mesh.baseUrls.join(' and ')}`);
    const beganAt = Date.now();
    const seen: Breaches = {};
    const faults = await writeUnderFaults({ mesh, stores, seen, pens }, { size, stopped, say });
    const seconds = (Date.now() - beganAt) / 1000;
    say(`written in ${seconds.toFixed(0)} s; waiting until all is quiet`);
    return { findings: await inspect({ mesh, stores, pens, stopped, seen }), faults, seconds };
  } finally {
    await stores.close();
    await mesh.destroy();
  }
};

/** Organisations for a drill, each with a pen; they share a ledger. */
export const makePens = async (
  mesh: DrillMesh,
  { seed, onAnswer }: Pick<DrillSize, 'seed'> & { onAnswer?: OnAnswer },
  stopped: AbortSignal,
): Promise<Pen[]> => {
  const names = Array.from({ length: ORGANIZATIONS }, (_, index) => `drill-${seed}-${index}`);
  const ledger = emptyLedger();
  const organizations = await mesh.provision(names);
  return organizations.map((organization) =>
    makePen(organization, { baseUrls: mesh.baseUrls, ledger, stopped, onAnswer }),
  );
};

type Stage = { mesh: DrillMesh; stores: Stores; seen: Breaches; pens: readonly Pen[] };

const writeUnderFaults = async (
  { mesh, stores, seen, pens }: Stage,
  { size, stopped, say }: { size: DrillSize; stopped: AbortSignal; say: Say },
): Promise<FaultCounts> => {
  const { writes, faults, seed, minutes } = size;
  const until = Date.now() + minutes * 60_000;
  const pacer = makePacer(writes);
  const end = () => pacer.end();
  stopped.addEventListener('abort', end);
  const changes = runPartnerChanges({ pens, seed, stopped, random: makeRandom(seed + 1) });
  const writing = runWriters({ pens, pacer, seed });
  try {
    const counts = await runFaults({
      mesh,
      stores,
      seen,
      random: makeRandom(seed),
      stopped,
      pacer,
      writes,
      faults,
      until,
      say,
    });
    await writing;
    await changes.end();
    return counts;
  } finally {
    pacer.end();
    changes.abandon();
    await writing;
    stopped.removeEventListener('abort', end);
  }
};
