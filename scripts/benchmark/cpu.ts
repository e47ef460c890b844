import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessState } from '../runtime/state.ts';

/** CPU in milliseconds by the name of a process. */
export type Cpu = Record<string, number>;

/** What the figures of /proc count in: USER_HZ, 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

type Usage = { parent: number; ms: number };

const usageOf = (pid: string): Usage | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0] = fields.slice(11, 13);
    return { parent: fields[1] ?? 0, ms: (user + system) * TICK_MS };
  } catch {
    return null;
  }
};

const sumOfTree = (pid: number, usages: ReadonlyMap<number, Usage>): number =>
  [...usages]
    .filter(([, { parent }]) => parent === pid)
    .reduce((sum, [child]) => sum + sumOfTree(child, usages), usages.get(pid)?.ms ?? 0);

/** The CPU that each process of a mesh has used so far, its children included, and as `load` that of this process. */
export const cpuOf = (processes: readonly Pick<ProcessState, 'name' | 'pid'>[]): Cpu => {
  const usages = new Map<number, Usage>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const usage = usageOf(pid);
    if (usage) usages.set(Number(pid), usage);
  }
  const used = processes.map(({ name, pid }) => [name, pid === null ? 0 : sumOfTree(pid, usages)] as const);
  const { user, system } = process.cpuUsage();
  return { load: (user + system) / 1_000, ...Object.fromEntries(used) };
};

/** What was used between two looks. */
export const cpuBetween = (before: Cpu, after: Cpu): Cpu =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));

/** The sum of two. */
export const cpuSum = (one: Cpu, other: Cpu): Cpu =>
  Object.fromEntries(Object.entries(other).map(([name, ms]) => [name, ms + (one[name] ?? 0)]));
