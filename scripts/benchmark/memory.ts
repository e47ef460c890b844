import { readFileSync } from 'node:fs';
import { readState } from '../runtime/state.ts';

/** The resident memory of each Node process of the mesh, in MiB. */
export const memoryOf = (stateFile: string): Record<string, number> => {
  const services = (readState(stateFile)?.processes ?? []).filter(({ stage }) => stage === 2);
  return Object.fromEntries(
    services.map(({ name, pid }) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return [name, Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)];
    }),
  );
};
