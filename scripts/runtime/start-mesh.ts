import { bringUp } from './bring-up.ts';
import { Advice, type Say } from './command-line.ts';
import { type Demo, ensureDemo } from './demo.ts';
import { planMesh } from './mesh-plan.ts';
import { toOutbound } from './outbound.ts';
import type { DataPaths } from './paths.ts';
import { addresses } from './process-address.ts';
import type { Backends } from './service-process.ts';
import type { Settings } from './settings.ts';

/**
 * Starts the mesh of the settings and creates its demo organisations where there are none; with it, identity's environment and
 * where all data is, for whoever may do anything.
 */
export const startMesh = async (
  settings: Settings,
  paths: DataPaths,
  say: Say,
): Promise<{ demo: Demo; environment: Record<string, string>; backends: Backends }> => {
  const { plan, backends } = await planMesh(settings, paths, say);
  await bringUp(plan, paths, say);
  const identity = plan.processes.find((spec) => spec.name === 'identity');
  if (identity === undefined) throw new Advice('There is no identity service in scripts/runtime/processes.ts.');
  const at = { paths, addresses: addresses(settings.portBase), outbound: toOutbound(settings) };
  const demo = await ensureDemo(identity.environment, at, say);
  return { demo, environment: identity.environment, backends };
};
