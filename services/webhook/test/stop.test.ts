import { randomBytes, randomUUID } from 'node:crypto';
import {
  deleteQueue,
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  stopAtEveryMoment,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { startWebhookService } from '../src/compose.ts';

describe('the stop of the webhook service', function () {
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
      const config = {
        ...testServiceConfig(environment, identity),
        OUTBOUND_ALLOWED_NETWORKS: [],
        WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        WEBHOOK_ENCRYPTION_FORMER_KEYS: [],
        WEBHOOK_RETRY_SCHEDULE_SECONDS: [5],
      };
      return startWebhookService(config, { signal, queue });
    }));
});
