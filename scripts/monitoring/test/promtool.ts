import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../../runtime/command-line.ts';
import { goModuleFolder, runGo } from '../../runtime/go-tool.ts';
import { withLock } from '../../runtime/lock.ts';
import { TOOLS } from '../../runtime/paths.ts';
import { runTool } from '../../runtime/tool.ts';

/** Prometheus 3.7, Apache-2.0. Its module names replacements, so that `go install` does not take it. */
const VERSION = 'v0.307.3';
const FOLDER = join(TOOLS, 'promtool', VERSION);
const PROGRAM = join(FOLDER, 'promtool');

/** The clients of a dozen clouds, which find targets there; who checks rules needs none of them, and they take longest to build. */
const DISCOVERIES = 'plugins/plugins.go';

export type Said = { ok: boolean; text: string };

/** The path of promtool, built where it is missing. Throws `Advice` where that fails. */
export const findPromtool = async (say: Say): Promise<string> => {
  if (existsSync(PROGRAM)) return PROGRAM;
  mkdirSync(join(FOLDER, '..'), { recursive: true });
  return withLock(`${FOLDER}.lock`, async () => {
    if (!existsSync(PROGRAM)) build(say);
    return PROGRAM;
  });
};

const build = (say: Say): void => {
  say(`promtool      building ${VERSION}, which takes minutes`);
  const source = `${FOLDER}.source`;
  rmSync(source, { recursive: true, force: true });
  cpSync(goModuleFolder(`github.com/prometheus/prometheus@${VERSION}`), source, { recursive: true });
  runTool(['chmod', '-R', 'u+w', source], {});
  writeFileSync(join(source, DISCOVERIES), 'package plugins\n');
  runGo(['build', '-C', source, '-trimpath', '-o', PROGRAM, './cmd/promtool']);
  rmSync(source, { recursive: true });
};

/** What promtool says. */
export const askPromtool = (program: string, ...parameters: string[]): Said => {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' });
  return { ok: status === 0, text: `${stdout}${stderr}` };
};
