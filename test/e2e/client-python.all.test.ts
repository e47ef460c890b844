import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { findPythonPrograms } from '../../scripts/runtime/python-program.ts';
import { clientsGuide } from './clients-guide.ts';
import { readDemo } from './demo.ts';
import { wholeDescription } from './description.ts';
import { newOrganization } from './organization.ts';

const run = promisify(execFile);

describe('the Python client that docs/clients.md generates', () => {
  const demo = readDemo();
  const place = mkdtempSync(join(tmpdir(), 'qsc-client-'));
  after(() => rmSync(place, { recursive: true, force: true }));

  it('leaves nothing of the description out, and the script does what it says', async () => {
    const { adminKey } = await newOrganization(demo, 'Python');
    const [description, config] = [join(place, 'openapi.json'), join(place, 'openapi-python-client.yaml')];
    writeFileSync(description, JSON.stringify(await wholeDescription(demo)));
    writeFileSync(config, clientsGuide('yaml'));
    writeFileSync(join(place, 'script.py'), clientsGuide('python'));
    // The first time the programs are installed.
    const requirements = join(REPOSITORY, 'test/e2e/openapi-python-client.txt');
    const programs = await findPythonPrograms({ name: 'openapi-python-client', requirements }, () => {});
    const env = { PATH: `${programs}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: '1' };
    const parameters = ['--path', description, '--config', config, '--output-path', join(place, 'qsc_client')];
    const generate = ['generate', ...parameters, '--meta', 'none', '--fail-on-warning'];
    await run(join(programs, 'openapi-python-client'), generate, { env });
    const script = () =>
      run(join(programs, 'python'), [join(place, 'script.py')], {
        env: { ...env, BASE_URL: demo.base_url, API_KEY: adminKey },
      });
    expect((await script()).stdout).to.match(/^created ent_\w+\nLS-0007 Lowland Starch B\.V\.\n$/);
  });
});
