import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { operatorOf } from '../runtime/broker-access.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { adminOf } from '../runtime/database-access.ts';
import { mongodbUri } from '../runtime/mongo.ts';
import { dataPaths } from '../runtime/paths.ts';
import { findFreePortBase, infrastructurePorts } from '../runtime/ports.ts';
import { readJson } from '../runtime/private-file.ts';
import { amqpUrl } from '../runtime/rabbitmq.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { type ProcessState, readState } from '../runtime/state.ts';
import { startTestMesh } from '../runtime/test-mesh.ts';
import { type AuditFilling, fillAudit } from './audit/audit-fill.ts';
import { type Certificates, fillCertificates } from './certificate/certificate-fill.ts';
import { type Floors, openFloors } from './floor.ts';
import type { Target } from './load.ts';
import {
  fillQuality,
  QUALITY_MATERIALS,
  type QualityDemo,
  type QualityFilling,
  type QualityMaterial,
} from './quality/quality-fill.ts';
import { seed, untilAudited } from './seed.ts';
import { fillSuppliers, type Suppliers } from './supplier/supplier-fill.ts';

/** What rows need a mesh to be filled with. */
export type Material = 'entity' | 'supplier' | 'certificate' | 'audit' | QualityMaterial;

/** A mesh that is measured: the one of this checkout, or of another one beside it. */
export type BenchMesh = {
  name: 'this' | 'against';
  target: Target;
  /** The entity service itself. */
  direct: Target;
  /** A service itself, with a fresh token. */
  at(service: string): Promise<Target>;
  client: MongoClient;
  amqpUrl: string;
  /** Entities, none where no row needs them. */
  ids: readonly string[];
  floors: Floors;
  /** Null where no row needs them, or the mesh has no such service. */
  suppliers: Suppliers | null;
  certificates: Certificates | null;
  quality: QualityFilling | null;
  audit: AuditFilling | null;
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

type Demo = QualityDemo & {
  base_url: string;
  auth_url: string;
  api_key: string;
  client_id: string;
  client_secret: string;
};

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
  return mongodbUri(port, MONGODB_PASSWORD ? adminOf({ MONGODB_PASSWORD }) : null);
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
  const amqp = amqpUrl(ports.rabbitmq, operatorOf({ AMQP_PASSWORD }));
  return { name: 'against', directory, mongodb: againstUri(directory, ports.mongodb), amqp, stop };
};

/** A service itself takes tokens, not API keys. */
const exchange = async (url: string, { auth_url, client_id, client_secret }: Demo): Promise<Target> => {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const response = await fetch(`${auth_url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await response.json()) as { access_token: string };
  return { url, token: access_token };
};

const fillEntities = async (target: Target, count: number, say: Say): Promise<string[]> => {
  if (count === 0) return [];
  const ids = await seed(target, count, say);
  await untilAudited(target, ids.at(-1) ?? '');
  return ids;
};

type Filling = { entities: number; auditEntries: number; seconds: number; wanted: ReadonlySet<Material> };

/** The service that a material cannot be without. */
const serviceOf = (material: Material): string =>
  (QUALITY_MATERIALS as readonly Material[]).includes(material) ? 'quality' : material;

const fillOver = async (client: MongoClient, started: Started, asked: Filling & { say: Say }): Promise<BenchMesh> => {
  const { entities, auditEntries, seconds, wanted, say } = asked;
  const paths = dataPaths(started.directory);
  const demo: Demo = JSON.parse(readFileSync(paths.demo, 'utf8'));
  const target = { url: demo.base_url, token: demo.api_key };
  const processes = readState(paths.state)?.processes ?? [];
  const at = (service: string): Promise<Target> => {
    const port = processes.find(({ name }) => name === service)?.http_port;
    return exchange(`http://127.0.0.1:${port}`, demo);
  };
  const has = (material: Material) =>
    wanted.has(material) && processes.some(({ name }) => name === serviceOf(material));
  const count = has('entity') ? entities : 0;
  say(`creating ${count} entities${has('supplier') ? ` and ${entities} suppliers` : ''} (${started.name})`);
  return {
    name: started.name,
    target,
    direct: await at('entity'),
    at,
    client,
    amqpUrl: started.amqp,
    ids: await fillEntities(target, count, say),
    floors: await openFloors(client, count),
    suppliers: has('supplier') ? await fillSuppliers(target, client, { orgId: demo.org_id, count: entities }) : null,
    certificates: has('certificate') ? await fillCertificates(target, client) : null,
    quality: QUALITY_MATERIALS.some(has) ? await fillQuality(target, client, { demo, wanted: has, seconds }) : null,
    audit: has('audit') ? await fillAudit(client, demo.org_id, auditEntries) : null,
    processes,
  };
};

/** Fills a started mesh and its floors with what is wanted: so many entities and suppliers, and a few certificates. */
export const fillMesh = async (started: Started, filling: Filling, say: Say): Promise<BenchMesh> => {
  const client = await new MongoClient(started.mongodb, { maxPoolSize: 100 }).connect();
  try {
    return await fillOver(client, started, { ...filling, say });
  } catch (error) {
    await client.close();
    throw error;
  }
};

/** Whether a mesh has what rows of a kind need. */
export const isFilledWith = (
  { suppliers: supplier, certificates: certificate, audit, quality }: BenchMesh,
  material: Material,
): boolean => {
  const filled: { [Of in Material]?: unknown } = { entity: true, supplier, certificate, audit, ...quality };
  return Boolean(filled[material]);
};
