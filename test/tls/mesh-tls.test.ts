import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Authority, dropDatabases, type IssuedFiles, makeAuthority, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import type { ProcessSpec } from '../../scripts/runtime/plan.ts';
import { findFreePortBase } from '../../scripts/runtime/ports.ts';
import { SERVICES } from '../../scripts/runtime/processes.ts';
import { provision, unlimitedOrganization } from '../../scripts/runtime/provision.ts';
import { generateSecrets } from '../../scripts/runtime/secrets.ts';
import { serviceProcesses } from '../../scripts/runtime/service-process.ts';
import { loadSettings } from '../../scripts/runtime/settings.ts';

const PROGRAMS = ['identity', 'entity', 'gateway'];
const LOOK_EVERY_MS = 100;

type Answer = { status: number | undefined; said: string; body: { error?: { code: string }; data?: { id: string }[] } };
type Asked = { key?: string; shown?: IssuedFiles };

describe('identity, entity and gateway with TLS between them', function () {
  this.timeout(15 * 60_000);
  const environment = testEnvironment();
  const running: ChildProcess[] = [];
  let folder: string;
  let authority: Authority;
  let client: IssuedFiles;
  let specs: ProcessSpec[];
  let key: string;

  const getSpec = (name: string): ProcessSpec => specs.find((spec) => spec.name === name)!;

  /** The same environment over TLS: names that the certificates have, and files of its own. */
  const secured = ({ name, environment: plain }: ProcessSpec): Record<string, string> => ({
    ...Object.fromEntries(
      Object.entries(plain).map(([variable, value]) => [
        variable,
        /_URL$/.test(variable) && !variable.startsWith('AMQP')
          ? value.replace('http://', 'https://').replace('127.0.0.1', 'localhost')
          : value,
      ]),
    ),
    ...authority.issue(name),
    ...(name === 'entity' ? { TLS_HTTP_CLIENTS: 'mesh' } : {}),
  });

  const ask = async (name: string, path: string, { key: token, shown }: Asked = {}): Promise<Answer> => {
    const files = shown && { cert: readFileSync(shown.TLS_CERT_FILE), key: readFileSync(shown.TLS_KEY_FILE) };
    const agent = new Agent({ ca: readFileSync(client.TLS_CA_FILE), ...files });
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const asked = request({ host: 'localhost', port: getSpec(name).httpPort, path, agent, headers }).end();
    const [answer] = await once(asked, 'response');
    const said = await text(answer);
    agent.destroy();
    return { status: answer.statusCode, said, body: said.startsWith('{') ? JSON.parse(said) : {} };
  };

  const listMetrics = async (name: string): Promise<string> => {
    const { METRICS_PORT: apart } = getSpec(name).environment;
    if (apart === undefined) return (await ask(name, '/metrics', { shown: client })).said;
    return (await fetch(`http://127.0.0.1:${apart}/metrics`)).text();
  };

  const untilReady = async (name: string): Promise<void> => {
    while ((await ask(name, '/readyz').catch(() => null))?.status !== 200) {
      const ended = running.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      if (ended) throw new Error(`A program has ended: ${ended.spawnargs.join(' ')}`);
      await delay(LOOK_EVERY_MS);
    }
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mesh-tls-'));
    authority = makeAuthority();
    client = authority.issue('client');
    const variables = { MONGODB_DATABASE_PREFIX: environment.prefix, LOG_LEVEL: 'warn' };
    const settings = { ...loadSettings({}), dataDir: folder, portBase: await findFreePortBase(), variables };
    const rows = SERVICES.filter(({ name }) => PROGRAMS.includes(name));
    const backends = { mongodbUri: environment.mongodbUri, amqpUrl: environment.amqpUrl };
    const plain = serviceProcesses(rows, { settings, secrets: generateSecrets(), backends });
    specs = plain.map((spec) => ({ ...spec, environment: secured(spec) }));
    for (const { command, environment: env } of specs) {
      const [program, ...parameters] = command;
      running.push(spawn(program, parameters, { env, stdio: ['ignore', 'inherit', 'inherit'] }));
    }
    for (const name of PROGRAMS) await untilReady(name);
    const [organization] = await provision(getSpec('identity').environment, [unlimitedOrganization('TLS')]);
    key = organization!.api_key;
  });

  after(async () => {
    const ends = running.map((process) => (process.exitCode === null ? once(process, 'exit') : null));
    for (const process of running) process.kill('SIGTERM');
    await Promise.all(ends);
    authority.close();
    rmSync(folder, { recursive: true, force: true });
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('answers a customer over the gateway', async () => {
    const { status, body } = await ask('gateway', '/v1/entities', { key });
    expect(status).to.equal(200);
    expect(body.data).to.deep.equal([]);
  });

  it('refuses at the service who does not show a certificate of the mesh', async () => {
    const { status, body } = await ask('entity', '/v1/entities', { key });
    expect([status, body.error?.code]).to.deep.equal([401, 'unauthorized']);
    expect((await ask('entity', '/metrics')).status).to.equal(401);
    expect((await ask('entity', '/metrics', { shown: client })).status).to.equal(200);
  });

  it('says of each program when its certificate ends, and that of its authority', async () => {
    for (const name of ['entity', 'identity', 'gateway']) {
      const text = await listMetrics(name);
      for (const certificate of ['own', 'authority'])
        expect(text, name).to.match(
          new RegExp(`^tls_certificate_not_after_timestamp_seconds\\{certificate="${certificate}",.*\\} \\d+`, 'm'),
        );
      expect(text, name).to.match(/^tls_certificate_renewal_failing\{.*\} 0$/m);
    }
  });

  it('speaks plainly on no port that others ask, and minds nobody who tries', async () => {
    for (const name of PROGRAMS) {
      const plain = await fetch(`http://127.0.0.1:${getSpec(name).httpPort}/livez`).catch(() => null);
      expect(plain, name).to.equal(null);
      expect((await ask(name, '/livez')).status, name).to.equal(200);
    }
  });
});
