import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
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

describe('a TypeScript client that is generated from the description', () => {
  const demo = readDemo();
  const place = mkdtempSync(join(tmpdir(), 'qsc-client-'));
  after(() => rmSync(place, { recursive: true, force: true }));

  it('creates, lists and patches an entity, checked by its types', async () => {
    for (const name of ['use-entities.ts', 'tsconfig.json']) cpSync(join(SOURCES, name), join(place, name));
    cpSync(join(REPOSITORY, 'test/package.json'), join(place, 'package.json'));
    symlinkSync(join(REPOSITORY, 'test/node_modules'), join(place, 'node_modules'));
    writeFileSync(join(place, 'api.ts'), astToString(await openapiTS(JSON.stringify(await wholeDescription(demo)))));
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
    const checked = await run(tsc, ['-p', place]).catch((failed: { stdout: string }) => failed);
    expect(checked.stdout).to.equal('');
    const { useEntities } = await import(join(place, 'use-entities.ts'));
    const said = await useEntities(demo.base_url, demo.api_key, `TypeScript client ${Date.now()}`);
    expect(said).to.deep.equal({ ...EXPECTED, misspelt: 'validation_failed' });
  });
});
