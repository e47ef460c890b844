import { randomUUID } from 'node:crypto';
import { newId, type Scope } from '@qsc/contracts';
import { EMBEDDED_FILES } from '@qsc/file-store';
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
import { type StandInAudit, startStandInAudit } from './stand-in-audit.ts';
import { type StandInReferences, startStandInReferences } from './stand-in-references.ts';
import { type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

/** The entity service on real MongoDB and RabbitMQ, with an organisation of its own for each caller that asks. */
export type EntityMesh = {
  identity: StandInIdentity;
  workflow: StandInWorkflow;
  audit: StandInAudit;
  referring: StandInReferences;
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

/** Starts it, beside services that a test may tell what they know. */
export const startEntityMesh = async (): Promise<EntityMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const workflow = await startStandInWorkflow(identity.meshSecret);
  const audit = await startStandInAudit(identity.meshSecret);
  const referring = await startStandInReferences(identity.meshSecret);
  const queue = `test.${randomUUID()}`;
  const config = {
    ...EMBEDDED_FILES,
    ...testServiceConfig(environment, identity),
    ...referring.addresses,
    WORKFLOW_GRPC_URL: workflow.address,
    AUDIT_GRPC_URL: audit.address,
  };
  const service = await startEntityService(config, { queue });
  const url = `http://127.0.0.1:${service.httpPort}`;
  return {
    identity,
    workflow,
    audit,
    referring,
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
      await workflow.stop();
      await audit.stop();
      await referring.stop();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, queue);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
