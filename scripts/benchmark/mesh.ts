import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { makeOperator } from '../runtime/broker-access.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { makeAdmin } from '../runtime/database-access.ts';
import { mongodbUri } from '../runtime/mongo.ts';
import { dataPaths } from '../runtime/paths.ts';
import { findFreePortBase, infrastructurePorts } from '../runtime/ports.ts';
import { readJson } from '../runtime/private-file.ts';
import { amqpUrl } from '../runtime/rabbitmq.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { type ProcessState, readState } from '../runtime/state.ts';
import { startTestMesh } from '../runtime/test-mesh.ts';
import type { Target } from './api.ts';
import type { Seeding } from './fill.ts';
import { type Filled, getService, type Material, SEEDS } from './seed.ts';

/** A mesh that is measured: the one of this checkout, or of another one beside it. */
export type BenchMesh = {
  name: 'this' | 'against';
  target: Target;
  /** A service itself, with a fresh token. */
  at(service: string): Promise<Target>;
  client: MongoClient;
  amqpUrl: string;
  /** Without what no row needs, or no service of the mesh has. */
  filled: Partial<Filled>;
  processes: readonly ProcessState[];
};

/** A mesh that runs and is empty yet. */
export type Started = {
  name: BenchMesh['name'];
  directory: string;
  mongodb: string;
  amqp: string;
  stop: () => Promise<void>;
};

type Demo = Seeding['demo'] & Record<'base_url' | 'auth_url' | 'api_key' | 'client_id' | 'client_secret', string>;

const runScript = async (script: string, environment: Record<string, string>): Promise<void> => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(script, [], { env: { PATH, HOME, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Advice(`${script} ended with ${code}.`);
};

/** Starts the mesh of this checkout. */
export const startThis = async (directory: string, stopped: AbortSignal, say: Say): Promise<Started> => {
  const { environment, stop } = await startTestMesh(directory, stopped, say);
  const { MONGODB_URI: mongodb = '', AMQP_URL: amqp = '' } = environment;
  return { name: 'this', directory, mongodb, amqp, stop };
};

/** An older checkout's MongoDB has no users, and its secrets no password of them. */
const againstUri = (directory: string, port: number): string => {
  const { MONGODB_PASSWORD } = readJson<Partial<Secrets>>(dataPaths(directory).secrets) ?? {};
  return mongodbUri(port, MONGODB_PASSWORD ? makeAdmin({ MONGODB_PASSWORD }) : null);
};

/** Starts the mesh of another checkout by its own scripts. A stop while it starts ends it again and throws. */
export const startAgainst = async (checkout: string, directory: string, stopped: AbortSignal): Promise<Started> => {
  const base = await findFreePortBase();
  const environment = { QSC_PORT_BASE: String(base), QSC_DATA_DIR: directory };
  const stop = () => runScript(join(checkout, 'scripts/down'), environment);
  try {
    await runScript(join(checkout, 'scripts/up'), environment);
    if (stopped.aborted) throw new Advice('Stopped while the other mesh was starting.');
  } catch (error) {
    await stop();
    throw error;
  }
  const ports = infrastructurePorts(base);
  const { AMQP_PASSWORD } = JSON.parse(readFileSync(dataPaths(directory).secrets, 'utf8'));
  const amqp = amqpUrl(ports.rabbitmq, makeOperator({ AMQP_PASSWORD }));
  return { name: 'against', directory, mongodb: againstUri(directory, ports.mongodb), amqp, stop };
};

/** A service itself takes tokens, not API keys. */
const exchange = async (url: string, { auth_url, client_id, client_secret }: Demo): Promise<Target> => {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const response = await fetch(`${auth_url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await response.json()) as { access_token: string };
  return { url, token: access_token };
};

type Filling = Pick<Seeding, 'entities' | 'auditEntries' | 'seconds' | 'say'> & { wanted: ReadonlySet<Material> };

/** Fills a started mesh, and what it is compared with, with what is wanted. */
export const fillMesh = async (started: Started, { wanted, ...filling }: Filling): Promise<BenchMesh> => {
  const client = await new MongoClient(started.mongodb, { maxPoolSize: 100 }).connect();
  try {
    const paths = dataPaths(started.directory);
    const demo: Demo = JSON.parse(readFileSync(paths.demo, 'utf8'));
    const target = { url: demo.base_url, token: demo.api_key };
    const processes = readState(paths.state)?.processes ?? [];
    const at = (service: string): Promise<Target> => {
      const port = processes.find(({ name }) => name === service)?.http_port;
      return exchange(`http://127.0.0.1:${port}`, demo);
    };
    const filled: Record<string, unknown> = {};
    for (const [material, seed] of Object.entries(SEEDS) as [Material, (seeding: Seeding) => Promise<unknown>][])
      if (wanted.has(material) && processes.some(({ name }) => name === getService(material)))
        filled[material] = await seed({ target, client, demo, ...filling });
    return {
      name: started.name,
      target,
      at,
      client,
      amqpUrl: started.amqp,
      processes,
      filled: filled as Partial<Filled>,
    };
  } catch (error) {
    await client.close();
    throw error;
  }
};
