import { newId, type Scope } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
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
  /** A client of a new organisation, or of the given one. */
  client(options?: {
    orgId?: string;
    scopes?: readonly Scope[];
    role?: 'quality_manager' | 'viewer' | 'system_admin';
  }): ApiClient & { orgId: string };
  stop(): Promise<void>;
};

/** Starts it. */
export const startEntityMesh = async (): Promise<EntityMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const service = await startEntityService(testServiceConfig(environment, identity));
  const url = `http://127.0.0.1:${service.httpPort}`;
  return {
    identity,
    service,
    url,
    mongodbUri: environment.mongodbUri,
    prefix: environment.prefix,
    client({ orgId = newId('organization'), ...options } = {}) {
      return { ...apiClient(url, identity.token({ orgId, ...options })), orgId };
    },
    async stop() {
      await service.stop();
      await identity.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
