import { Advice } from '../runtime/command-line.ts';
import type { Demo } from '../runtime/demo.ts';
import { dataPaths } from '../runtime/paths.ts';
import { readPlan } from '../runtime/plan.ts';
import { readJson } from '../runtime/private-file.ts';

/** What is known of a mesh that `scripts/up` or `scripts/test` has started. */
export type RunningMesh = { demo: Demo; identityEnvironment: Record<string, string> };

/** Reads it from the mesh's data directory. Throws `Advice` when nothing was started there. */
export const readMesh = (dataDir: string): RunningMesh => {
  const paths = dataPaths(dataDir);
  const identity = readPlan(paths.plan)?.processes.find((process) => process.name === 'identity');
  const demo = readJson<Demo>(paths.demo);
  if (!identity || !demo) throw new Advice(`No mesh was started with the data in ${dataDir}. Run ./scripts/up first.`);
  return { demo, identityEnvironment: identity.environment };
};
