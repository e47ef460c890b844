import { join } from 'node:path';
import type { Say } from '../runtime/command-line.ts';
import { findPythonPrograms } from '../runtime/python-program.ts';

/** The path of Schemathesis in a virtual environment of its own. Throws `Advice` when it cannot be had. */
export const findSchemathesis = async (say: Say): Promise<string> => {
  const requirements = join(import.meta.dirname, 'requirements.txt');
  return join(await findPythonPrograms({ name: 'schemathesis', requirements }, say), 'schemathesis');
};
