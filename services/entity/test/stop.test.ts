import {
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
  let identity: StandInIdentity;

  before(async () => {
    identity = await startStandInIdentity();
  });
  after(async () => {
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('ends at any moment of the start', () =>
    stopAtEveryMoment((signal) => startEntityService(testServiceConfig(environment, identity), { signal })));
});
