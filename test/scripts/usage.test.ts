import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { dataPaths, prepareDataDirectory, REPOSITORY } from '../../scripts/runtime/paths.ts';
import { findFreePortBase } from '../../scripts/runtime/ports.ts';

type Ending = { code: number; stdout: string; stderr: string };

describe('a command that starts, stops or shows the mesh', () => {
  const data = mkdtempSync(join(tmpdir(), 'usage-'));

  after(() => rmSync(data, { recursive: true }));

  const run = async (script: string, options: string[], folder = data): Promise<Ending> => {
    const environment = { ...process.env, QSC_DATA_DIR: folder };
    const ended = promisify(execFile)(join(REPOSITORY, 'scripts', script), options, { env: environment });
    return ended.then(
      (said) => ({ code: 0, ...said }),
      (error: unknown) => error as Ending,
    );
  };

  for (const script of ['down', 'status', 'up', 'compose-env'])
    it(`shows how ${script} is used, and does nothing where it does not know what is asked`, async () => {
      const shown = await run(script, ['--help']);
      expect(shown).to.include({ code: 0, stderr: '' });
      expect(shown.stdout).to.match(new RegExp(`^Usage: ./scripts/${script}\\b.*\\n$`));
      const refused = await run(script, ['--hlep']);
      expect(refused).to.include({ code: 1, stdout: '' });
      expect(refused.stderr.trim()).to.equal(`--hlep is not known. ${shown.stdout.trim()}`);
      expect(readdirSync(data)).to.deep.equal([]);
    });

  it('says when it is interrupted that what was begun goes on, and how to end it', async () => {
    const folder = join(data, 'interrupted');
    const environment = { ...process.env, QSC_DATA_DIR: folder, QSC_PORT_BASE: String(await findFreePortBase()) };
    const child = spawn(join(REPOSITORY, 'scripts', 'up'), { env: environment, detached: true });
    const said = text(child.stdout);
    try {
      // From then on `down` knows what was begun.
      await eventually('it has begun', () => existsSync(dataPaths(folder).state));
      process.kill(-(child.pid as number), 'SIGINT');
      expect(await once(child, 'close')).to.deep.equal([130, null]);
      expect(await said)
        .to.include('goes on')
        .and.include('./scripts/down');
    } finally {
      await run('down', [], folder);
    }
  });

  it('names the folder whose disk is full, and leaves no half lock in it', async () => {
    const folder = join(data, 'full');
    const { run: place } = prepareDataDirectory(folder);
    const environment = { ...process.env, QSC_DATA_DIR: folder };
    // Where no file may grow, it is as on a full disk.
    const child = spawn('bash', ['-c', 'ulimit -f 0; exec scripts/down'], { cwd: REPOSITORY, env: environment });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, said.trim().split('\n').length]).to.deep.equal([1, 1]);
    expect(said).to.include(place).and.include('full');
    expect(readdirSync(place)).to.deep.equal([]);
  });

  it('says without a stack which variable names a data directory that cannot be one', async () => {
    const file = join(data, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await run('up', [], file);
    expect([code, stderr.trim().split('\n').length]).to.deep.equal([1, 1]);
    expect(stderr).to.include('QSC_DATA_DIR').and.include(file);
    const shown = await run('status', [], file);
    expect([shown.code, shown.stderr.trim().split('\n').length]).to.deep.equal([1, 1]);
  });
});
