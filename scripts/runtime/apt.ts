import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Advice, type Say } from './command-line.ts';
import { commandOnPath } from './tool.ts';

/**
 * Installs Debian packages, as root or through sudo, without letting any of their services start.
 * Throws `Advice` with what to do by hand where that is not possible.
 */
export const installPackages = (packages: readonly string[], say: Say): void => {
  const byHand = `apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (commandOnPath('apt-get') === null) {
    throw new Advice(
      `${packages.join(', ')} is missing, and this machine has no apt-get. Install it and run this again.`,
    );
  }
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  if (asRoot.length > 0 && commandOnPath('sudo') === null) {
    throw new Advice(`${packages.join(', ')} is missing. As root, run: ${byHand} — then run this again.`);
  }
  say(`apt-get       installing ${packages.join(', ')}`);
  const script = join(import.meta.dirname, 'apt-install.sh');
  const [program, ...parameters] = [...asRoot, 'sh', script, ...packages] as [string, ...string[]];
  const result = spawnSync(program, parameters, { stdio: ['inherit', 'pipe', 'pipe'], encoding: 'utf8' });
  if (result.status === 0) return;
  const said = `${result.stdout}${result.stderr}`.trim().split('\n').slice(-8).join('\n');
  throw new Advice(`The packages could not be installed. By hand, as root: ${byHand}\n${said}`);
};
