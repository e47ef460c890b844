import { randomUUID } from 'node:crypto';
import { newId, type Scope } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  deleteQueue,
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { startEntityService } from '../src/compose.ts';

/** The entity service on real MongoDB and RabbitMQ, with an organisation of its own for each caller that asks. */
export type EntityMesh = {
  identity: StandInIdentity;
  service: RunningService;
  url: string;
  mongodbUri: string;
  prefix: string;
  /** The queue of its moves. */
  queue: string;
  /** A client of a new organisation, or of the given one. */
  client(options?: {
    orgId?: string;
    scopes?: readonly Scope[];
    role?: 'quality_manager' | 'viewer' | 'system_admin';
  }): ApiClient & { orgId: string };
  stop(): Promise<void>;
};

/** Where no workflow service answers. */
const NOWHERE = '127.0.0.1:9';

/** Starts it; `workflowOf` says where the workflow service is, for the secret of the mesh. */
export const startEntityMesh = async (
  workflowOf: (meshSecret: string) => Promise<string> | string = () => NOWHERE,
): Promise<EntityMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const queue = `test.${randomUUID()}`;
  const service = await startEntityService(
    { ...testServiceConfig(environment, identity), WORKFLOW_GRPC_URL: await workflowOf(identity.meshSecret) },
    { queue },
  );
  const url = `http://127.0.0.1:${service.httpPort}`;
  return {
    identity,
    service,
    url,
    mongodbUri: environment.mongodbUri,
    prefix: environment.prefix,
    queue,
    client({ orgId = newId('organization'), ...options } = {}) {
      return { ...apiClient(url, identity.token({ orgId, ...options })), orgId };
    },
    async stop() {
      await service.stop();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, queue);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
