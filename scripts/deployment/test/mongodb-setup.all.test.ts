import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Db, MongoClient } from 'mongodb';
import { say } from '../../runtime/command-line.ts';
import { replicaSetKey } from '../../runtime/database-access.ts';
import { mongodbProcess, mongodbUri } from '../../runtime/mongo.ts';
import { findMongod } from '../../runtime/mongo-binary.ts';
import { prepareDataDirectory } from '../../runtime/paths.ts';
import { findFreePortBase } from '../../runtime/ports.ts';
import { writePrivateFile } from '../../runtime/private-file.ts';
import { isReady } from '../../runtime/probe.ts';
import { DATA_PROGRAMS, DATABASE_USERS, passwordVariable } from '../mongodb-access.ts';
import { findMongosh } from './mongosh.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/mongodb');
const FIRST = { name: 'qsc', password: 'the password of the first user' };
const UNAUTHORIZED = 13;

describe('the script that sets MongoDB up in containers', function () {
  this.timeout(15 * 60_000);
  const passwords = Object.fromEntries(DATABASE_USERS.map((name) => [passwordVariable(name), `secret-of-${name}`]));
  const clients: MongoClient[] = [];
  let folder: string;
  let port: number;
  let mongod: ChildProcess;
  let mongosh: string;

  const open = (uri: string): MongoClient => {
    const client = new MongoClient(uri);
    clients.push(client);
    return client;
  };
  const as = (program: string, database: string): Db =>
    open(mongodbUri(port, { name: `qsc-${program}`, password: passwords[passwordVariable(program)]! })).db(database);

  const run = (env: Record<string, string> = passwords, what = ['--nodb', join(FOLDER, 'health-check.js')]) =>
    spawnSync(process.execPath, [mongosh, '--quiet', '--norc', ...what], {
      env: {
        HOME: folder,
        MONGOSH_GLOBAL_CONFIG_FILE_FOR_TESTING: join(FOLDER, 'mongosh.conf'),
        ACCESS_FILE: join(FOLDER, 'access.json'),
        MONGODB_HOST: `127.0.0.1:${port}`,
        MONGO_INITDB_ROOT_USERNAME: FIRST.name,
        MONGO_INITDB_ROOT_PASSWORD: FIRST.password,
        ...env,
      },
      encoding: 'utf8',
    });
  const expectDone = ({ status, stdout, stderr }: ReturnType<typeof run>) =>
    expect([status, stdout, stderr]).to.deep.equal([0, '', '']);

  const catchRefusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: { code?: unknown }) => error.code,
    );

  before(async () => {
    mongosh = await findMongosh(say);
    folder = mkdtempSync(join(tmpdir(), 'mongodb-setup-'));
    const paths = prepareDataDirectory(folder);
    writePrivateFile(paths.mongodbKey, replicaSetKey({ MONGODB_PASSWORD: 'a secret of this test' }));
    port = await findFreePortBase();
    const spec = mongodbProcess(await findMongod(() => {}), {
      port,
      paths,
      access: { admin: FIRST, programs: [] },
    });
    const [program, ...parameters] = spec.command;
    mongod = spawn(program, parameters, { env: spec.environment, stdio: 'ignore' });
    await eventually('MongoDB is ready', () => isReady(spec.probe));
  });

  after(async () => {
    for (const client of clients) await client.close();
    mongod.kill('SIGKILL');
    await once(mongod, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives every program a user with rights in the database of its service alone', async () => {
    expectDone(run());
    for (const program of DATA_PROGRAMS) {
      const service = program.replace(/-worker$/, '');
      await as(program, `qsc_${service}`).collection('inbox').insertOne({ of: program });
      const other = service === 'audit' ? 'qsc_entity' : 'qsc_audit';
      expect(await catchRefusal(as(program, other).collection('inbox').findOne()), program).to.equal(UNAUTHORIZED);
    }
    expect(await catchRefusal(as('audit', 'qsc_audit').collection('audit_entry').deleteMany({}))).to.equal(
      UNAUTHORIZED,
    );
    const indexOf = (user: string) => as(user, 'qsc_audit').collection('audit_entry').createIndex({ sequence: 1 });
    expect(await catchRefusal(indexOf('audit'))).to.equal(UNAUTHORIZED);
    expect(await indexOf('audit-migration')).to.equal('sequence_1');
  });

  it('leaves users alone when nothing has changed, and gives one the password that has', async () => {
    expectDone(run());
    const own = { updateUser: 'qsc-entity', pwd: 'of somebody else' };
    await open(mongodbUri(port, FIRST)).db('admin').command(own);
    expectDone(run());
    const former = open(mongodbUri(port, { name: 'qsc-entity', password: own.pwd })).db('qsc_entity');
    expect(await former.collection('inbox').countDocuments()).to.be.a('number');
    expectDone(run({ ...passwords, [passwordVariable('entity')]: 'another' }));
    const again = open(mongodbUri(port, { name: 'qsc-entity', password: 'another' })).db('qsc_entity');
    expect(await again.collection('inbox').countDocuments()).to.be.a('number');
    expect(await catchRefusal(as('entity', 'qsc_entity').collection('inbox').findOne())).to.equal(18);
  });

  it('is run by an administrator too, with a connection of their own', () => {
    expectDone(run(passwords, [mongodbUri(port, FIRST), join(FOLDER, 'setup.js')]));
  });

  it('fails with what MongoDB says, where it cannot log in', () => {
    const { status, stderr } = run({ ...passwords, MONGO_INITDB_ROOT_PASSWORD: 'wrong' });
    expect(status).to.equal(1);
    expect(stderr).to.include('Authentication failed');
  });
});
