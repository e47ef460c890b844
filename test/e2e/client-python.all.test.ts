import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { findPythonPrograms } from '../../scripts/runtime/python-program.ts';
import { readDemo } from './demo.ts';
import { wholeDescription } from './description.ts';

const run = promisify(execFile);

const SOURCES = join(REPOSITORY, 'test/client');
const EXPECTED = {
  created: 1,
  listed: true,
  total: 1,
  patched: { contact: { name: 'Jana Weber' }, region: 'EMEA' },
  changed: true,
  refused: 'precondition_failed',
};

describe('a Python client that is generated from the description', () => {
  const demo = readDemo();
  const place = mkdtempSync(join(tmpdir(), 'qsc-client-'));
  const file = join(place, 'openapi.json');

  before(async () => writeFileSync(file, JSON.stringify(await wholeDescription(demo))));
  after(() => rmSync(place, { recursive: true, force: true }));

  it('creates, lists and patches an entity, with nothing of the description left out', async () => {
    // The first time the programs are installed.
    const requirements = join(SOURCES, 'requirements.txt');
    const programs = await findPythonPrograms({ name: 'openapi-python-client', requirements }, () => {});
    const env = { PATH: `${programs}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: '1' };
    const from = ['--path', file, '--config', join(SOURCES, 'openapi-python-client.yaml')];
    const to = ['--output-path', join(place, 'qsc_client'), '--meta', 'none', '--fail-on-warning'];
    await run(join(programs, 'openapi-python-client'), ['generate', ...from, ...to], { env });
    const { stdout } = await run(join(programs, 'python'), [join(SOURCES, 'use_entities.py')], {
      env: {
        ...env,
        PYTHONPATH: place,
        BASE_URL: demo.base_url,
        API_KEY: demo.api_key,
        ENTITY_NAME: `Python client ${Date.now()}`,
      },
    });
    expect(JSON.parse(stdout)).to.deep.equal(EXPECTED);
  });
});
