import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

type Ending = { code: number; stdout: string; stderr: string };

describe('a command that starts, stops or shows the mesh', () => {
  const data = mkdtempSync(join(tmpdir(), 'usage-'));

  after(() => rmSync(data, { recursive: true }));

  const run = async (script: string, option: string): Promise<Ending> => {
    const environment = { ...process.env, QSC_DATA_DIR: data };
    const ended = promisify(execFile)(join(REPOSITORY, 'scripts', script), [option], { env: environment });
    return ended.then(
      (said) => ({ code: 0, ...said }),
      (error: unknown) => error as Ending,
    );
  };

  for (const script of ['down', 'status', 'up', 'compose-env'])
    it(`shows how ${script} is used, and does nothing where it does not know what is asked`, async () => {
      const shown = await run(script, '--help');
      expect(shown).to.include({ code: 0, stderr: '' });
      expect(shown.stdout).to.match(new RegExp(`^Usage: ./scripts/${script}\\b.*\\n$`));
      const refused = await run(script, '--hlep');
      expect(refused).to.include({ code: 1, stdout: '' });
      expect(refused.stderr.trim()).to.equal(`--hlep is not known. ${shown.stdout.trim()}`);
      expect(readdirSync(data)).to.deep.equal([]);
    });
});
