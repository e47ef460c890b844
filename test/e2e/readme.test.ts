import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

const run = promisify(execFile);

/** A refused request ends the commands, so that none of them is printed and does not work. */
const STRICT = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';

describe('the first requests of the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qsc-readme-'));
  after(() => rmSync(folder, { recursive: true }));

  it('run as printed', async () => {
    const text = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
    const commands = /^## First requests\n[\s\S]*?```sh\n([\s\S]+?)```/m.exec(text)?.[1] ?? '';
    expect(commands).to.include('avl/export');
    mkdirSync(join(folder, '.data'));
    symlinkSync(process.env.QSC_DEMO_FILE ?? '', join(folder, '.data/demo.json'));
    symlinkSync(join(REPOSITORY, 'examples'), join(folder, 'examples'));
    const { stdout } = await run('bash', ['-c', `${STRICT}${commands}`], { cwd: folder });
    expect(stdout).to.include('"qualification_status":"qualified"').and.include('"valid":true');
    expect(statSync(join(folder, 'approved-vendors.xlsx')).size).to.be.above(1_000);
  });
});
