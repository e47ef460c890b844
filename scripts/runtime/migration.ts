import { spawn } from 'node:child_process';
import { Advice } from './command-line.ts';
import type { ProcessSpec } from './plan.ts';
import { readOutput } from './tool.ts';

type Migrating = Pick<ProcessSpec, 'name' | 'command' | 'environment' | 'migration'>;

/** Brings the database of a process up to date by the source in a directory. Throws `Advice` where it cannot be. */
export const migrateBy = async (
  { name, command: [program, ...parameters], environment, migration = environment }: Migrating,
  root: string,
): Promise<void> => {
  const child = spawn(program, [...parameters, '--migrate'], {
    cwd: root,
    env: migration,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, out, err } = await readOutput(child);
  if (code !== 0) throw new Advice(`The database of ${name} could not be brought up to date:\n${out}${err}`.trim());
};
