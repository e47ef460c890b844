import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { openDatabase } from '../src/mongo/database.ts';

const PROGRAM = join(import.meta.dirname, 'program/migrate-main.ts');
const NOBODY = 'amqp://127.0.0.1:1';

describe('a program that is told to migrate alone', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;

  before(async () => {
    identity = await startStandInIdentity();
  });
  after(async () => {
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('makes collections and indexes, asks for nothing else, and ends', async () => {
    const config = { ...testServiceConfig(environment, identity), AMQP_URL: NOBODY, IDENTITY_GRPC_URL: '127.0.0.1:1' };
    const child = fork(PROGRAM, ['--migrate'], {
      env: { ...process.env, NOTE_CONFIG: JSON.stringify(config) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    const connection = await openDatabase(environment.mongodbUri, `${config.MONGODB_DATABASE_PREFIX}note`).asPromise();
    const keys = (await connection.collection('note').indexes()).map(({ key }) => key);
    await connection.close();
    expect(keys).to.deep.equal([{ _id: 1 }, { org_id: 1, title: 1 }]);
  });
});
