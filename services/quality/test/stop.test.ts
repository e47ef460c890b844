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
import { startQualityService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the quality service', function () {
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
    stopAtEveryMoment((signal) =>
      startQualityService(
        {
          ...testServiceConfig(environment, identity),
          ENTITY_GRPC_URL: NOWHERE,
          CERTIFICATE_GRPC_URL: NOWHERE,
          WORKFLOW_GRPC_URL: NOWHERE,
        },
        { signal, queue },
      ),
    ));
});
