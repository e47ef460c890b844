import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { defineCollection, type Index, MigrationRefused, makeMigrations, runOrAwait } from '@qsc/service-kit';
import { dropDatabases, eventually, startStandInIdentity, testEnvironment, testServiceConfig } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { openCollection } from '../src/mongo/collection.ts';
import { openDatabase } from '../src/mongo/database.ts';
import { migrationDefinition } from '../src/mongo/system-collections.ts';

const KEYS = { org_id: 1, kind: 1, title: -1 } as const;

const PROGRAM = join(import.meta.dirname, 'program/migrate-main.ts');
const NOBODY = { AMQP_URL: 'amqp://127.0.0.1:1', IDENTITY_GRPC_URL: '127.0.0.1:1' };

describe('the indexes of a collection', () => {
  const environment = testEnvironment();
  let connection: Connection;

  before(async () => {
    connection = openDatabase(environment.mongodbUri, `${environment.prefix}migrate`);
    await connection.asPromise();
  });
  after(async () => {
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const release = (keys: Index['keys']) => {
    const definition = defineCollection({
      name: 'paper',
      shape: z.object({ _id: z.string(), org_id: z.string(), kind: z.string(), title: z.string() }),
      indexes: [{ keys }],
    });
    const done = openCollection(connection, migrationDefinition);
    return makeMigrations(connection, [definition], { migrations: [], done });
  };

  const keysNow = async () => (await connection.collection('paper').indexes()).map(({ key }) => key);

  it('are created once by two replicas that start at the same time, and leave those of the operator', async () => {
    await connection.collection('paper').createIndex({ kind: 1 }, { name: 'of the operator' });
    await Promise.all([release(KEYS).run(), release(KEYS).run()]);
    expect(await keysNow()).to.have.deep.members([{ _id: 1 }, { kind: 1 }, KEYS]);
    expect(await release(KEYS).areDone()).to.equal(true);
  });

  it('are waited for where the user of the database may not make them, which is said once in a sentence', async () => {
    const done = openCollection(connection, migrationDefinition);
    const as = (up: () => Promise<void>) =>
      makeMigrations(connection, [], { migrations: [{ id: 'of another user', up }], done });
    const refused = as(() => Promise.reject(Object.assign(new Error('not authorized'), { code: 13 })));
    const fault = await refused.run().catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(MigrationRefused);
    expect((fault as Error).message).to.include('--migrate');
    const said: unknown[] = [];
    const log = { warn: (...words: unknown[]) => void said.push(words) } as never;
    const waiting = runOrAwait(refused, { log, signal: new AbortController().signal });
    await eventually('it is said', async () => said.length === 1);
    await as(async () => {}).run();
    await waiting;
    expect(said).to.have.length(1);
  });

  it('stop being waited for when the program is asked to stop', async () => {
    const refused = { run: () => Promise.reject(new MigrationRefused('papers')), areDone: async () => false };
    const reported = new AbortController();
    const log = { warn: () => reported.abort() } as never;
    const fault = await runOrAwait(refused, { log, signal: reported.signal }).catch((error: Error) => error.name);
    expect(fault).to.equal('AbortError');
  });

  it('are made where nothing was before', async () => {
    await connection.dropDatabase();
    await release(KEYS).run();
    expect(await keysNow()).to.deep.equal([{ _id: 1 }, KEYS]);
  });

  it('are made by a program that is told to migrate alone, which asks for nothing else and ends', async () => {
    const identity = await startStandInIdentity();
    const config = { ...testServiceConfig(environment, identity), ...NOBODY };
    const child = fork(PROGRAM, ['--migrate'], {
      env: { ...process.env, NOTE_CONFIG: JSON.stringify(config) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    await identity.stop();
    const notes = connection.getClient().db(`${environment.prefix}note`).collection('note');
    expect((await notes.indexes()).map(({ key }) => key)).to.deep.equal([{ _id: 1 }, { org_id: 1, title: 1 }]);
  });
});
