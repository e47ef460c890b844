import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from './command-line.ts';
import { withLock } from './lock.ts';
import { TOOLS } from './paths.ts';
import { findPythonPrograms } from './python-program.ts';
import { runTool } from './tool.ts';

const REQUIREMENTS = join(import.meta.dirname, 'tryton-requirements.txt');
const FOLDER = join(TOOLS, 'tryton');

/**
 * A folder with Tryton, a real ERP: its programs in `bin`, and in `template` a SQLite database with the module `party`, to
 * be copied by whoever starts a server, beside the password of its user `admin`. Made where it is missing, which takes about
 * a minute. Throws `Advice` where it cannot be had.
 */
export const findTryton = async (say: Say): Promise<string> => {
  const programs = await findPythonPrograms({ name: 'tryton', requirements: REQUIREMENTS }, say);
  const template = join(FOLDER, 'template');
  if (existsSync(template)) return FOLDER;
  return withLock(join(TOOLS, 'tryton-template.lock'), async () => {
    if (!existsSync(template)) makeTemplate(programs, template);
    return FOLDER;
  });
};

/** It gets its name when it is whole. */
const makeTemplate = (programs: string, template: string): void => {
  const draft = `${template}.new`;
  const password = join(draft, 'password');
  const config = join(draft, 'trytond.conf');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  writeFileSync(join(draft, 'tryton.sqlite'), '');
  writeFileSync(password, randomBytes(18).toString('base64url'), { mode: 0o600 });
  writeFileSync(config, `[database]\nuri = sqlite://\npath = ${draft}\n`);
  const database = ['-c', config, '-d', 'tryton', '--email', 'admin@example.com'] as const;
  const module = ['-u', 'party', '--activate-dependencies'] as const;
  runTool([join(programs, 'trytond-admin'), ...database, ...module], { TRYTONPASSFILE: password });
  rmSync(config);
  renameSync(draft, template);
};
