import { dropDatabases, STOP_TIMEOUT_MS, startTcpProxy, stopAtEveryMoment, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { startIdentityService } from '../src/compose.ts';
import { makeConfig } from './identity-under-test.ts';

describe('the stop of the identity service', function () {
  this.timeout(STOP_TIMEOUT_MS);
  const environment = testEnvironment();
  const config = { ...makeConfig(environment), LOG_LEVEL: 'none' as never };

  after(() => dropDatabases(environment.mongodbUri, environment.prefix));

  it('ends at any moment of the start, and leaves no replica behind that others would wait for', async () => {
    await stopAtEveryMoment((reported) => startIdentityService(config, reported));
    const connection = await mongoose.createConnection(environment.mongodbUri).asPromise();
    const database = connection.getClient().db(`${environment.prefix}identity`);
    const replicas = await database.collection('replica').countDocuments();
    await connection.close();
    expect(replicas).to.equal(0);
  });

  it('ends at any moment of the start while the database is slow', async () => {
    const { hostname, port } = new URL(environment.mongodbUri);
    const wire = await startTcpProxy({ host: hostname, port: Number(port) }, 20);
    const slow = { ...config, MONGODB_URI: `mongodb://127.0.0.1:${wire.port}/?directConnection=true` };
    await stopAtEveryMoment((reported) => startIdentityService(slow, reported));
    await wire.close();
  });
});
