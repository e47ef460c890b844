import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProcessSpec } from '../../runtime/plan.ts';

/** Brings the database of a process up to date by the source in a directory. Throws where it cannot be. */
export const migrateBy = async (
  { name, command: [program = '', ...parameters], environment }: ProcessSpec,
  root: string,
) => {
  const child = spawn(program, [...parameters, '--migrate'], { cwd: root, env: environment, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The migration of ${name} ended with ${code}.`);
};
