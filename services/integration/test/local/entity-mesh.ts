import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { makeServiceClient } from '@qsc/service-kit';
import {
  apiClient,
  deleteQueue,
  dropDatabases,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { startEntityService } from '../../../entity/src/compose.ts';
import { NOT_ASKED } from '../../../entity/test/not-asked.ts';
import { makeEntityRecords } from '../../src/local/entity.client.ts';

/** The real entity service, and the records of the mesh as integration reaches them. */
export const startEntityRecords = async () => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const queue = `test.${randomUUID()}`;
  const config = { ...testServiceConfig(environment, identity), ...NOT_ASKED };
  const service = await startEntityService(config, { queue });
  const client = makeServiceClient('entity', `127.0.0.1:${service.grpcPort}`, {
    name: 'integration',
    secret: identity.meshSecret,
  });
  return {
    environment,
    records: makeEntityRecords(client),
    api(orgId = newId('organization')) {
      return { ...apiClient(`http://127.0.0.1:${service.httpPort}`, identity.token({ orgId })), orgId };
    },
    stopEntity: service.stop,
    async stop() {
      client.close();
      await service.stop();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, queue);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
