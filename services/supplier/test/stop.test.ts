import { randomUUID } from 'node:crypto';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  stopAtEveryMoment,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { startSupplierService } from '../src/compose.ts';

describe('the stop of the supplier service', function () {
  this.timeout(600_000);
  const environment = testEnvironment();
  const queue = `test.${randomUUID()}`;
  let identity: StandInIdentity;

  before(async () => {
    identity = await startStandInIdentity();
  });
  after(async () => {
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('ends at any moment of the start', () =>
    stopAtEveryMoment((signal) => {
      const nobody = {
        ENTITY_GRPC_URL: '127.0.0.1:9',
        CERTIFICATE_GRPC_URL: '127.0.0.1:9',
        QUALITY_GRPC_URL: '127.0.0.1:9',
      };
      return startSupplierService({ ...testServiceConfig(environment, identity), ...nobody }, { signal, queue });
    }));
});
