import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { buildPackage } from '../build.ts';
import { VERSION } from '../src/version.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(FOLDER, '../../node_modules/typescript/bin/tsc');
const MOST_BYTES = 40 * 1_024;

/** A program of somebody who has nothing but the package, and knows neither Node nor this repository. */
const PROGRAM = `
import { type Schemas, createClient } from '@qsc/client';
const client = createClient({ baseUrl: 'https://api.example.com', credential: { session: true } });
export const rename = async (id: string): Promise<Schemas['Supplier']['name']> => {
  const supplier = await client.suppliers.update(id, { name: 'Acme' });
  for await (const { status } of client.qualityEvents.list({ type: ['deviation', 'capa'] })) status satisfies string;
  // @ts-expect-error There is no such type of event.
  client.qualityEvents.list({ type: ['deviaton'] });
  // @ts-expect-error A supplier needs a code.
  client.suppliers.create({ name: 'Acme' });
  return supplier.name;
};
`;

const OPTIONS = {
  target: 'es2023',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
};

describe('the package', () => {
  const place = mkdtempSync(join(tmpdir(), 'qsc-package-'));
  const installed = join(place, 'node_modules/@qsc/client');
  before(() => {
    mkdirSync(dirname(installed), { recursive: true });
    buildPackage(installed);
    for (const name of ['@noble', 'openapi-fetch'])
      symlinkSync(join(FOLDER, 'node_modules', name), join(place, 'node_modules', name));
  });
  after(() => rmSync(place, { recursive: true }));

  it('is packed with ESM, types, README, changelog and licence, under 40 KiB without the types', () => {
    const listing = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: installed, encoding: 'utf8' });
    const [{ files }] = JSON.parse(listing) as [{ files: { path: string }[] }];
    const names = files.map(({ path }) => path);
    expect(names).to.include.members([
      'index.js',
      'index.d.ts',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'package.json',
    ]);
    expect(names.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))).to.deep.equal([]);
    const content = names.filter((name) => !name.endsWith('.d.ts')).map((name) => readFileSync(join(installed, name)));
    expect(gzipSync(Buffer.concat(content)).length).to.be.below(MOST_BYTES);
  });

  it('needs nothing of Node, and three packages', () => {
    const code = globSync('**/*.js', { cwd: installed }).map((file) => readFileSync(join(installed, file), 'utf8'));
    const imported = code.flatMap((text) => [...text.matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name));
    const packages = imported.map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
    expect([...new Set(packages)].sort()).to.deep.equal(['@noble/curves', '@noble/hashes', 'openapi-fetch']);
    expect(code.join('\n')).to.not.match(/\bnode:|\bprocess\.|\bBuffer\./);
  });

  it('has the version that its programs say they are', () => {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    expect(VERSION).to.equal(version);
    expect(readFileSync(join(FOLDER, 'CHANGELOG.md'), 'utf8')).to.include(`## ${version}\n`);
  });

  it('is type-checked and run where there is nothing but it', () => {
    writeFileSync(join(place, 'package.json'), '{"type": "module"}');
    writeFileSync(join(place, 'program.ts'), PROGRAM);
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['program.ts'] }));
    execFileSync(process.execPath, [TSC, '-p', place], { stdio: 'inherit' });
    const program = "import('@qsc/client').then(({ createClient }) => console.log(typeof createClient))";
    const said = execFileSync(process.execPath, ['-e', program], { cwd: place, encoding: 'utf8' });
    expect(said.trim()).to.equal('function');
  });

  it('names its errors where a bundler has minified it', async () => {
    const bundle = join(place, 'bundle.mjs');
    const entryPoints = [join(installed, 'index.js')];
    await build({ entryPoints, outfile: bundle, bundle: true, minify: true, format: 'esm', logLevel: 'silent' });
    const { NotFoundError } = (await import(bundle)) as { NotFoundError: new (answer: object) => Error };
    expect(new NotFoundError({ message: 'No such record.' }).name).to.equal('NotFoundError');
  });

  it('has ten examples in its README', () => {
    const titles = readFileSync(join(FOLDER, 'README.md'), 'utf8').match(/^## \d+\. .+$/gm) ?? [];
    expect(titles).to.have.length(10);
  });
});
