import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
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

describe('clients that are generated from the description', () => {
  const demo = readDemo();
  const folder = mkdtempSync(join(tmpdir(), 'qsc-client-'));
  const file = join(folder, 'openapi.json');
  let document: Awaited<ReturnType<typeof wholeDescription>>;

  before(async () => {
    document = await wholeDescription(demo);
    writeFileSync(file, JSON.stringify(document));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('create, list and patch an entity in TypeScript, checked by its types', async () => {
    const place = join(folder, 'typescript');
    mkdirSync(place);
    for (const name of ['use-entities.ts', 'tsconfig.json']) cpSync(join(SOURCES, name), join(place, name));
    cpSync(join(REPOSITORY, 'test/package.json'), join(place, 'package.json'));
    symlinkSync(join(REPOSITORY, 'test/node_modules'), join(place, 'node_modules'));
    writeFileSync(join(place, 'api.ts'), astToString(await openapiTS(JSON.stringify(document))));
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
    const checked = await run(tsc, ['-p', place]).catch((failed: { stdout: string }) => failed);
    expect(checked.stdout).to.equal('');
    const { useEntities } = await import(join(place, 'use-entities.ts'));
    const said = await useEntities(demo.base_url, demo.api_key, `TypeScript client ${Date.now()}`);
    expect(said).to.deep.equal({ ...EXPECTED, misspelt: 'validation_failed' });
  });

  it('create, list and patch an entity in Python, with nothing of the description left out', async () => {
    // The first time the programs are installed.
    const place = join(folder, 'python');
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
