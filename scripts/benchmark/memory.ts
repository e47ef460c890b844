import { readFileSync } from 'node:fs';
import type { ProcessState } from '../runtime/state.ts';

/** The resident memory of each Node process of the mesh, in MiB. */
export const memoryOf = (processes: readonly ProcessState[]): Record<string, number> => {
  const services = processes.filter(({ stage }) => stage === 2);
  return Object.fromEntries(
    services.map(({ name, pid }) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return [name, Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)];
    }),
  );
};
