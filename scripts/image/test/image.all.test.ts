import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { dropDatabases, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { say } from '../../runtime/command-line.ts';
import type { ProcessSpec } from '../../runtime/plan.ts';
import { findFreePortBase } from '../../runtime/ports.ts';
import { isReady } from '../../runtime/probe.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { generateSecrets } from '../../runtime/secrets.ts';
import { serviceProcesses } from '../../runtime/service-process.ts';
import { loadSettings } from '../../runtime/settings.ts';
import { buildImageTree, storeOfCheckout } from '../image-tree.ts';
import { installedPackages } from '../installed-package.ts';
import { programSizes } from '../program-size.ts';
import { type Sbom, toIdentity, writeSbom } from '../sbom.ts';
import { type Container, canContain, runContained } from './container.ts';
import { readImageConfig } from './dockerfile.ts';

const DEVELOPMENT = ['mocha', 'chai', 'typescript', '@biomejs/biome', 'mongodb-memory-server-core', 'autocannon'];
/** Those of packages/table-export/src/pdf-font.ts. */
const FONTS = [
  ...['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf', 'NotoSansHans-Regular.otf', 'NotoSansKR-Regular.otf'],
  ...['NotoSansDevanagari_400Regular.ttf', 'NotoSansThai_400Regular.ttf'],
];
const VOLUME = '/var/lib/qsc';
const MEGABYTE = 1_000_000;
const LOOK_EVERY_MS = 100;

type Program = { process: ChildProcess; said: () => string };

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

describe('the tree of the image', function () {
  this.timeout(15 * 60_000);
  const image = readImageConfig();
  let folder: string;
  let tree: string;

  before(() => {
    // Beside the checkout, where the files of pnpm's store can be linked.
    const { dataDir } = loadSettings(process.env);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    folder = mkdtempSync(join(dataDir, 'image-'));
    tree = join(folder, 'tree');
    buildImageTree(tree, storeOfCheckout());
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('holds no test, no bench and no package of development', () => {
    const own = globSync('{packages,services}/*/*/', { cwd: tree }).map((path) => path.split('/').at(-1));
    expect(own).to.include('src');
    for (const name of ['test', 'bench']) expect(own).not.to.include(name);
    expect(existsSync(join(tree, 'packages/test-kit'))).to.equal(false);
    expect(existsSync(join(tree, 'scripts'))).to.equal(false);
    const names = installedPackages(tree).map(({ name }) => name);
    expect(names).to.include('mongoose');
    for (const name of DEVELOPMENT) expect(names).not.to.include(name);
  });

  it('holds of the fonts those that PDFs are written with', () => {
    const packages = globSync('node_modules/.pnpm/{@embedpdf,@expo-google,dejavu}*/', { cwd: tree });
    const found = packages.flatMap((name) => globSync(`${name}/**/*.{otf,ttf,png}`, { cwd: tree }));
    expect(found.map((file) => file.split('/').at(-1))).to.have.members(FONTS);
  });

  it('is as large as what its programs run with', () => {
    const { programs, whole } = programSizes(tree);
    expect(Object.keys(programs)).to.have.members(SERVICES.map(({ name }) => name));
    expect(programs.entity).to.be.within(10 * MEGABYTE, 60 * MEGABYTE);
    expect(whole).to.be.within(programs['certificate-worker'] ?? 0, 300 * MEGABYTE);
  });

  it('has a bill of materials, CycloneDX by its schema, that names every package and no other', async () => {
    const file = join(folder, 'sbom.cdx.json');
    writeSbom(tree, file);
    const text = readFileSync(file, 'utf8');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).to.equal(null);
    expect(await validator.validate(text.replace('"type": "library"', '"type": "book"'))).not.to.equal(null);
    const { components } = JSON.parse(text) as Sbom;
    const named = components.filter(({ group }) => group !== '@qsc').map(toIdentity);
    expect(named).to.have.members([...new Set(installedPackages(tree).map(toIdentity))]);
  });

  describe('runs as an unprivileged user from a read-only root:', () => {
    const environment = testEnvironment();
    const running = new Map<string, Program>();
    let specs: ProcessSpec[] = [];
    let container: Container;

    const start = ({ environment: own }: ProcessSpec, command: readonly string[]): Program => {
      const { NODE_COMPILE_CACHE: _, ...told } = own;
      const process = runContained(container, command, { ...told, ...image.environment });
      const parts: Buffer[] = [];
      for (const stream of [process.stdout, process.stderr]) stream?.on('data', (part: Buffer) => parts.push(part));
      return { process, said: () => Buffer.concat(parts).toString() };
    };

    before(async function () {
      if (!canContain()) {
        say('the image     its programs are not started: this wants root, and mounts of its own');
        return this.skip();
      }
      container = { root: join(folder, 'root'), tree, user: image.user, volume: VOLUME };
      mkdirSync(container.root);
      const variables = { MONGODB_DATABASE_PREFIX: environment.prefix, LOG_LEVEL: 'warn' };
      const settings = { ...loadSettings({}), dataDir: VOLUME, portBase: await findFreePortBase(), variables };
      const backends = { mongodbUri: environment.mongodbUri, amqpUrl: environment.amqpUrl };
      specs = serviceProcesses(SERVICES, { settings, secrets: generateSecrets(), backends });
      for (const spec of specs) running.set(spec.name, start(spec, [...image.entrypoint, ...spec.command.slice(-1)]));
    });

    after(async () => {
      const ends = [...running.values()].map(({ process }) => (hasEnded(process) ? null : once(process, 'exit')));
      for (const { process } of running.values()) process.kill('SIGTERM');
      await Promise.all(ends);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    });

    const getSpec = (name: string): ProcessSpec => specs.find((spec) => spec.name === name)!;

    for (const { name } of SERVICES)
      it(name, async () => {
        const { process, said } = running.get(name)!;
        // All start at once, so the timeout is that of the test.
        while (!(await isReady(getSpec(name).probe))) {
          if (hasEnded(process)) throw new Error(`${name} has ended. It said:\n${said()}`);
          await delay(LOOK_EVERY_MS);
        }
        const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
        expect(status).to.match(new RegExp(`^Uid:\\t${image.user}\\t`, 'm'));
        expect(status)
          .to.match(/^CapBnd:\t0+$/m)
          .and.to.match(/^NoNewPrivs:\t1$/m);
        const mounts = readFileSync(`/proc/${process.pid}/mountinfo`, 'utf8');
        for (const place of ['/', '/app', '/usr']) expect(mounts).to.match(new RegExp(` ${place} ro[ ,]`));
      });

    it('and tells by its health check whether it is ready', async () => {
      const healthy = start(getSpec('entity'), image.healthcheck);
      expect(await once(healthy.process, 'exit')).to.deep.equal([0, null]);
      const { environment: own } = getSpec('entity');
      const away = { ...getSpec('entity'), environment: { ...own, HTTP_PORT: '9' } };
      expect(await once(start(away, image.healthcheck).process, 'exit')).to.deep.equal([1, null]);
    });
  });
});
