import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Collection, type Db, MongoClient } from 'mongodb';
import {
  AUDIT_MIGRATION,
  AUDIT_WORK,
  AUDIT_WORKER_WORK,
  buildAccess,
  type DatabaseAccess,
  replicaSetKey,
  requireUser,
} from '../database-access.ts';
import { migrateBy } from '../migration.ts';
import { mongodbProcess, mongodbUri } from '../mongo.ts';
import { findMongod } from '../mongo-binary.ts';
import { prepareDataDirectory, REPOSITORY } from '../paths.ts';
import type { ProcessSpec } from '../plan.ts';
import { findFreePortBase } from '../ports.ts';
import { writePrivateFile } from '../private-file.ts';
import { isReady } from '../probe.ts';
import { SERVICES } from '../processes.ts';
import { generateSecrets } from '../secrets.ts';
import { serviceProcesses } from '../service-process.ts';
import { loadSettings } from '../settings.ts';

type Entry = { _id: string; sequence: number };

const PROGRAMS = ['entity', 'audit', 'audit-worker'];
const UNAUTHORIZED = 13;

/** Work that is done to change or remove what is there. */
const TAMPERINGS: [what: string, tamper: (log: Collection<Entry>, database: Db) => Promise<unknown>][] = [
  ['update an entry', (log) => log.updateOne({}, { $set: { sequence: 9 } })],
  ['update all entries', (log) => log.updateMany({}, { $inc: { sequence: 1 } })],
  ['replace an entry', (log) => log.replaceOne({ _id: 'log_1' }, { sequence: 9 })],
  ['put an entry over another', (log) => log.updateOne({ _id: 'log_9' }, { $set: { sequence: 9 } }, { upsert: true })],
  ['find and change an entry', (log) => log.findOneAndUpdate({}, { $set: { sequence: 9 } })],
  ['find and remove an entry', (log) => log.findOneAndDelete({})],
  ['remove an entry', (log) => log.deleteOne({ _id: 'log_1' })],
  ['remove all entries', (log) => log.deleteMany({})],
  ['drop the log', (log) => log.drop()],
  ['rename the log', (log) => log.rename('other')],
  ['drop the database', (_log, database) => database.dropDatabase()],
  ['drop an index of the log', (log) => log.dropIndex('sequence_1')],
  [
    'make an index by which entries expire',
    (log) => log.createIndex({ timestamp: 1 }, { expireAfterSeconds: 1, sparse: true }),
  ],
  [
    'write over the log from an aggregation',
    (log) => log.aggregate([{ $limit: 0 }, { $out: 'audit_entry' }]).toArray(),
  ],
  [
    'merge into the log from an aggregation',
    (log) => log.aggregate([{ $set: { sequence: 9 } }, { $merge: { into: 'audit_entry' } }]).toArray(),
  ],
  [
    'have entries expire by a changed collection',
    (_log, database) =>
      database.command({ collMod: 'audit_entry', index: { keyPattern: { sequence: 1 }, expireAfterSeconds: 1 } }),
  ],
  ['cap the log', (_log, database) => database.command({ convertToCapped: 'audit_entry', size: 4_096 })],
  ['make itself a user', (_log, database) => database.command({ createUser: 'x', pwd: 'x', roles: ['readWrite'] })],
  [
    'grant itself a role',
    (_log, database) => database.command({ grantRolesToUser: 'qsc-audit', roles: ['readWrite'] }),
  ],
];

describe('the users of MongoDB', () => {
  const secrets = { MONGODB_PASSWORD: 'a secret of this test' };
  const clients: MongoClient[] = [];
  let folder: string;
  let access: DatabaseAccess;
  let spec: ProcessSpec;
  let port: number;
  let mongod: ChildProcess;

  const startMongod = (): void => {
    const [program, ...parameters] = spec.command;
    mongod = spawn(program, parameters, { env: spec.environment, stdio: 'ignore' });
  };

  const databaseFor = (program: string | null, name: string): Db => {
    const client = new MongoClient(mongodbUri(port, program === null ? access.admin : requireUser(access, program)));
    clients.push(client);
    return client.db(name);
  };

  const catchRefusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: { code?: unknown }) => error.code,
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'database-users-'));
    const paths = prepareDataDirectory(folder);
    access = buildAccess(PROGRAMS, { secrets, prefix: 'qsc_' });
    writePrivateFile(paths.mongodbKey, replicaSetKey(secrets));
    port = await findFreePortBase();
    spec = mongodbProcess(await findMongod(() => {}), { port, paths, access });
    startMongod();
    await eventually('MongoDB is ready', () => isReady(spec.probe));
    const log = databaseFor(null, 'qsc_audit').collection<Entry>('audit_entry');
    await log.createIndex({ sequence: 1 });
    await log.insertMany([
      { _id: 'log_1', sequence: 1 },
      { _id: 'log_2', sequence: 2 },
    ]);
  });

  after(async () => {
    for (const client of clients) await client.close();
    mongod.kill('SIGKILL');
    await once(mongod, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('are asked who they are', async () => {
    const nobody = new MongoClient(mongodbUri(port, null));
    clients.push(nobody);
    expect(await catchRefusal(nobody.db('qsc_audit').collection('audit_entry').findOne())).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(nobody.db('admin').command({ createUser: 'x', pwd: 'x', roles: ['root'] }))).to.equal(
      UNAUTHORIZED,
    );
  });

  it('let the audit service insert entries and read them', async () => {
    const log = databaseFor('audit', 'qsc_audit').collection<Entry>('audit_entry');
    await log.insertOne({ _id: 'log_3', sequence: 3 });
    expect(await log.countDocuments()).to.equal(3);
    await databaseFor('audit', 'qsc_audit')
      .collection<Entry>('audit_checkpoint')
      .insertOne({ _id: 'chk_1', sequence: 3 });
  });

  for (const [what, tamper] of TAMPERINGS) {
    it(`do not let the audit service ${what}`, async () => {
      const database = databaseFor('audit', 'qsc_audit');
      expect(await catchRefusal(tamper(database.collection<Entry>('audit_entry'), database))).to.equal(UNAUTHORIZED);
      const log = databaseFor(null, 'qsc_audit').collection<Entry>('audit_entry');
      expect(
        await log
          .find({ _id: { $in: ['log_1', 'log_2'] } })
          .sort({ _id: 1 })
          .toArray(),
      ).to.deep.equal([
        { _id: 'log_1', sequence: 1 },
        { _id: 'log_2', sequence: 2 },
      ]);
    });
  }

  it('hold for every collection of the audit service that is not named as work', async () => {
    const database = databaseFor('audit', 'qsc_audit');
    for (const name of ['audit_checkpoint', 'audit_segment', 'audit_hold', 'one_of_tomorrow']) {
      const evidence = database.collection<Entry>(name);
      await evidence.insertOne({ _id: 'one', sequence: 1 });
      expect(await catchRefusal(evidence.updateOne({}, { $set: { sequence: 2 } })), name).to.equal(UNAUTHORIZED);
      expect(await catchRefusal(evidence.deleteMany({})), name).to.equal(UNAUTHORIZED);
      expect(await catchRefusal(evidence.createIndex({ sequence: 1 })), name).to.equal(UNAUTHORIZED);
    }
    for (const name of AUDIT_WORK) {
      const work = database.collection<Entry>(name);
      await work.insertOne({ _id: 'one', sequence: 1 });
      await work.updateOne({ _id: 'one' }, { $set: { sequence: 2 } });
      await work.deleteOne({ _id: 'one' });
    }
  });

  it('let the worker alone change files, in which what was archived is', async () => {
    for (const name of AUDIT_WORKER_WORK) {
      const ofService = databaseFor('audit', 'qsc_audit').collection<Entry>(name);
      const ofWorker = databaseFor('audit-worker', 'qsc_audit').collection<Entry>(name);
      await ofWorker.insertOne({ _id: 'one', sequence: 1 });
      expect(await catchRefusal(ofService.updateOne({}, { $set: { sequence: 2 } })), name).to.equal(UNAUTHORIZED);
      expect(await catchRefusal(ofService.deleteMany({})), name).to.equal(UNAUTHORIZED);
      expect(await catchRefusal(ofService.createIndex({ sequence: 1 })), name).to.equal(UNAUTHORIZED);
      await ofWorker.updateOne({ _id: 'one' }, { $set: { sequence: 2 } });
      await ofWorker.deleteOne({ _id: 'one' });
    }
  });

  it('let the worker remove entries, as retention asks, and change none', async () => {
    const log = databaseFor('audit-worker', 'qsc_audit').collection<Entry>('audit_entry');
    await log.insertOne({ _id: 'log_8', sequence: 8 });
    expect(await catchRefusal(log.updateOne({}, { $set: { sequence: 9 } }))).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(log.drop())).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(log.createIndex({ timestamp: 1 }, { expireAfterSeconds: 1 }))).to.equal(UNAUTHORIZED);
    await log.deleteOne({ _id: 'log_8' });
    expect(
      await catchRefusal(databaseFor('audit-worker', 'qsc_audit').collection('audit_checkpoint').deleteMany({})),
    ).to.equal(UNAUTHORIZED);
  });

  it('let a user of its own make collections and indexes of the log, and nothing else', async () => {
    const database = databaseFor(AUDIT_MIGRATION, 'qsc_audit');
    const log = database.collection<Entry>('audit_entry');
    await log.createIndex({ sequence: -1 });
    await log.dropIndex('sequence_-1');
    await database.createCollection('of_a_release');
    expect(await catchRefusal(log.findOne())).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(log.insertOne({ _id: 'log_7', sequence: 7 }))).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(log.deleteMany({}))).to.equal(UNAUTHORIZED);
    expect(await catchRefusal(log.drop())).to.equal(UNAUTHORIZED);
  });

  it('keep each service to its own database', async () => {
    const others = [
      databaseFor('entity', 'qsc_audit'),
      databaseFor('audit', 'qsc_entity'),
      databaseFor('entity', 'admin'),
    ];
    for (const other of others) {
      expect(await catchRefusal(other.collection('audit_entry').findOne())).to.equal(UNAUTHORIZED);
      expect(await catchRefusal(other.collection<Entry>('audit_entry').insertOne({ _id: 'x', sequence: 1 }))).to.equal(
        UNAUTHORIZED,
      );
    }
    const own = databaseFor('entity', 'qsc_entity').collection<Entry>('entity');
    await own.insertOne({ _id: 'ent_1', sequence: 1 });
    await own.updateOne({ _id: 'ent_1' }, { $set: { sequence: 2 } });
    await own.deleteOne({ _id: 'ent_1' });
  });

  it('lose at the next start what they should not have', async () => {
    const admin = databaseFor(null, 'admin');
    await admin.command({ grantRolesToUser: 'qsc-audit', roles: [{ role: 'readWrite', db: 'qsc_audit' }] });
    await admin.command({ updateUser: 'qsc-admin', customData: { access: 'of another version' } });
    expect(await isReady(spec.probe)).to.equal(true);
    const log = databaseFor('audit', 'qsc_audit').collection<Entry>('audit_entry');
    expect(await catchRefusal(log.deleteMany({}))).to.equal(UNAUTHORIZED);
  });

  it('are kept when MongoDB moves to another port', async () => {
    mongod.kill('SIGTERM');
    await once(mongod, 'exit');
    const paths = prepareDataDirectory(folder);
    port = await findFreePortBase();
    spec = mongodbProcess(await findMongod(() => {}), { port, paths, access });
    startMongod();
    await eventually('MongoDB is ready', () => isReady(spec.probe));
    expect(await databaseFor('audit', 'qsc_audit').collection('audit_entry').countDocuments()).to.be.at.least(3);
  });

  it('leave what a release needs to the user for that, for the audit service and its worker at once', async () => {
    await databaseFor(null, 'qsc_audit').dropDatabase();
    const mesh = {
      settings: { ...loadSettings({}), dataDir: folder },
      secrets: generateSecrets(),
      backends: {
        mongodbUri: 'mongodb://127.0.0.1:1',
        toMongodbUri: (program: string) => mongodbUri(port, requireUser(access, program)),
        amqpUrl: 'amqp://127.0.0.1:1',
      },
    };
    const rows = SERVICES.filter(({ name }) => PROGRAMS.includes(name));
    const [, service, worker] = serviceProcesses(rows, mesh);
    const asItself = ({ migration: _, ...own }: ProcessSpec) => migrateBy(own, REPOSITORY);
    for (const program of [service!, worker!]) {
      const said = await asItself(program).catch((error: Error) => error.message);
      expect(said).to.include('run the service once with --migrate').and.not.to.include('stack');
    }
    await migrateBy(service!, REPOSITORY);
    await asItself(service!);
    await asItself(worker!);
    const indexes = await databaseFor('audit', 'qsc_audit').collection('audit_entry').indexes();
    expect(indexes.length).to.be.greaterThan(2);
  });
});
