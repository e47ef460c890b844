import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import type { Consumer, Kit } from '@qsc/service-kit';
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
import { type NoteService, startNoteService } from './note-service.ts';

type Parts = {
  consumers?: (kit: Kit) => Consumer[];
  /** Queues that are deleted at the end. */
  queues?: readonly string[];
  /** Variables beside the usual ones. */
  more?: () => Record<string, unknown>;
};

/**
 * The note service of a test file or `describe`: started before its tests, and stopped after them with its identity, queues
 * and databases.
 */
export const useNoteService = ({ consumers, queues = [], more = () => ({}) }: Parts = {}) => {
  const environment = testEnvironment();
  const type = `note.${randomUUID()}.v1`;
  let identity: StandInIdentity;
  let service: NoteService;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startNoteService({ ...testServiceConfig(environment, identity), ...more() }, type, consumers);
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    for (const queue of queues) await deleteQueue(environment.amqpUrl, queue);
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  return {
    environment,
    /** The type of the event of each note. */
    type,
    identity: () => identity,
    service: () => service,
    kit: () => service.kit,
    url: () => `http://127.0.0.1:${service.httpPort}`,
    api: (orgId: string = newId('organization')): ApiClient =>
      apiClient(`http://127.0.0.1:${service.httpPort}`, identity.token({ orgId })),
  };
};
