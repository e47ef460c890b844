import { randomUUID } from 'node:crypto';
import {
  deleteQueue,
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  stopAtEveryMoment,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { startEntityService } from '../src/compose.ts';

describe('the stop of the entity service', function () {
  this.timeout(600_000);
  const environment = testEnvironment();
  const queue = `test.${randomUUID()}`;
  let identity: StandInIdentity;

  before(async () => {
    identity = await startStandInIdentity();
  });
  after(async () => {
    await identity.stop();
    await deleteQueue(environment.amqpUrl, queue);
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('ends at any moment of the start', () =>
    stopAtEveryMoment((signal) => {
      const config = { ...testServiceConfig(environment, identity), WORKFLOW_GRPC_URL: '127.0.0.1:9' };
      return startEntityService(config, { signal, queue });
    }));
});
