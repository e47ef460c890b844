import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Db, MongoClient } from 'mongodb';
import { replicaSetKey } from '../../runtime/database-access.ts';
import { mongodbProcess, mongodbUri } from '../../runtime/mongo.ts';
import { findMongod } from '../../runtime/mongo-binary.ts';
import { prepareDataDirectory } from '../../runtime/paths.ts';
import { findFreePortBase } from '../../runtime/ports.ts';
import { writePrivateFile } from '../../runtime/private-file.ts';
import { isReady } from '../../runtime/probe.ts';
import { DATA_PROGRAMS, passwordVariable } from '../mongodb-access.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/mongodb');
const FIRST = { name: 'qsc', password: 'the password of the first user' };
const UNAUTHORIZED = 13;

/** What a script of mongosh is given: the database over the driver, and Node. */
type Shell = {
  db: { getSiblingDB(name: string): { runCommand(command: Record<string, unknown>): Promise<unknown> } };
  process: { env: Record<string, string> };
  require: NodeJS.Require;
  quit: (code: number) => void;
};

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

describe('the script that sets MongoDB up in containers', () => {
  const passwords = Object.fromEntries(DATA_PROGRAMS.map((name) => [passwordVariable(name), `secret-of-${name}`]));
  const clients: MongoClient[] = [];
  let folder: string;
  let port: number;
  let mongod: ChildProcess;

  const open = (uri: string): MongoClient => {
    const client = new MongoClient(uri);
    clients.push(client);
    return client;
  };
  const as = (program: string, database: string): Db =>
    open(mongodbUri(port, { name: `qsc-${program}`, password: passwords[passwordVariable(program)]! })).db(database);

  /** Runs it as mongosh would, and tells the code it ends with and the commands it gave. */
  const run = async (env: Record<string, string> = passwords) => {
    const client = open(mongodbUri(port, FIRST));
    const commands: string[] = [];
    let code: number | undefined;
    const shell: Shell = {
      db: {
        getSiblingDB: (name) => ({
          runCommand(command) {
            commands.push(Object.keys(command)[0]!);
            return client.db(name).command(command);
          },
        }),
      },
      process: {
        env: {
          ...env,
          ...{ ACCESS_FILE: join(FOLDER, 'access.json'), MONGODB_HOST: `127.0.0.1:${port}` },
          MONGO_INITDB_ROOT_USERNAME: FIRST.name,
        },
      },
      require: createRequire(import.meta.url),
      quit: (given) => {
        code = given;
      },
    };
    const script = new AsyncFunction(...Object.keys(shell), readFileSync(join(FOLDER, 'setup.js'), 'utf8'));
    await script(...Object.values(shell));
    return { code, commands };
  };

  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: { code?: unknown }) => error.code,
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mongodb-setup-'));
    const paths = prepareDataDirectory(folder);
    writePrivateFile(paths.mongodbKey, replicaSetKey({ MONGODB_PASSWORD: 'a secret of this test' }));
    port = await findFreePortBase();
    const spec = mongodbProcess(await findMongod(() => {}), {
      ...{ port, paths },
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
    expect((await run()).code).to.equal(0);
    for (const program of DATA_PROGRAMS) {
      const service = program.replace(/-worker$/, '');
      await as(program, `qsc_${service}`).collection('inbox').insertOne({ of: program });
      const other = service === 'audit' ? 'qsc_entity' : 'qsc_audit';
      expect(await refusalOf(as(program, other).collection('inbox').findOne()), program).to.equal(UNAUTHORIZED);
    }
    expect(await refusalOf(as('audit', 'qsc_audit').collection('audit_entry').deleteMany({}))).to.equal(UNAUTHORIZED);
  });

  it('asks once when nothing has changed, and gives a user the password that has', async () => {
    await run();
    expect((await run()).commands).to.deep.equal(['replSetGetStatus', 'hello', 'usersInfo']);
    await run({ ...passwords, [passwordVariable('entity')]: 'another' });
    const former = as('entity', 'qsc_entity').collection('inbox');
    expect(await refusalOf(former.findOne())).to.equal(18);
    const anew = open(mongodbUri(port, { name: 'qsc-entity', password: 'another' }));
    expect(await anew.db('qsc_entity').collection('inbox').countDocuments()).to.be.a('number');
  });
});
