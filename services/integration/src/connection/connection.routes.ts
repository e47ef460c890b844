import { type AnyRoute, created, examplePage, listRoute, none, one, page, route } from '@qsc/service-kit';
import {
  ConnectionId,
  ConnectionListQuery,
  ConnectionTest,
  ConnectionView,
  CreateConnection,
  connectionExample,
  newConnectionExample,
  PatchConnection,
  testExample,
} from './connection.schemas.ts';
import type { ConnectionService } from './connection.service.ts';
import type { TestConnection } from './test.service.ts';

const COLLECTION = '/integrations/connections';
const ONE = `${COLLECTION}/:connection_id`;
const common = { tag: 'Integrations', params: ConnectionId } as const;

/** The connections of the organisation (specification, "Integrations"; decisions, "Integrations"). */
export const connectionRoutes = (connections: ConnectionService, test: TestConnection): AnyRoute[] => [
  listRoute({
    id: 'listConnections',
    tag: 'Integrations',
    path: COLLECTION,
    summary: 'List connections',
    description: 'The connections of the organisation to external systems, newest first, without their secrets.',
    scope: 'admin:read',
    query: ConnectionListQuery,
    answer: page(ConnectionView),
    example: { answer: examplePage(connectionExample) },
    handle: ({ query, orgId }) => connections.list(query, orgId),
  }),
  route({
    id: 'createConnection',
    tag: 'Integrations',
    method: 'post',
    path: COLLECTION,
    summary: 'Create a connection',
    description:
      'Nothing is sent yet. Then authorize it, set its mappings (`PUT …/mappings`), and enable it. Secrets are stored encrypted and shown masked.',
    scope: 'admin:write',
    body: CreateConnection,
    answer: created(ConnectionView, ({ id }) => `/v1${COLLECTION}/${id}`),
    example: { body: newConnectionExample, answer: connectionExample },
    handle: ({ body, call }) => connections.create(body, call),
  }),
  route({
    ...common,
    id: 'getConnection',
    method: 'get',
    path: ONE,
    summary: 'Read a connection',
    description: 'One connection with its secrets masked. In `error`, `problem` says what has to be done.',
    scope: 'admin:read',
    answer: one(ConnectionView),
    example: { answer: connectionExample },
    handle: ({ params, call }) => connections.read(params.connection_id, call),
  }),
  route({
    ...common,
    id: 'updateConnection',
    method: 'patch',
    path: ONE,
    summary: 'Change a connection',
    description:
      'A JSON Merge Patch. A secret that is sent back masked stays as it is. With another login or address the connection has to be authorized again: its status is `pending_authorization` then.',
    scope: 'admin:write',
    body: PatchConnection,
    answer: one(ConnectionView),
    example: {
      body: { sync_config: { interval_minutes: 30 } },
      answer: {
        ...connectionExample,
        sync_config: { ...connectionExample.sync_config, interval_minutes: 30 },
        version: 2,
      },
    },
    handle: ({ params, body, call }) => connections.change(params.connection_id, body, call),
  }),
  route({
    ...common,
    id: 'deleteConnection',
    method: 'delete',
    path: ONE,
    summary: 'Remove a connection',
    description:
      'Its secrets, its authorization and what served its synchronisations are removed with it. Records that came by it stay, here and in the external system.',
    scope: 'admin:write',
    answer: none(),
    example: {},
    handle: ({ params, call }) => connections.remove(params.connection_id, call),
  }),
  ...statusRoutes(connections),
  route({
    ...common,
    id: 'testConnection',
    method: 'post',
    path: `${ONE}/test`,
    summary: 'Test a connection',
    description: 'Asks the external system for the least that shows that its API answers. 200 also when that fails.',
    scope: 'admin:write',
    answer: one(ConnectionTest),
    example: { answer: testExample },
    handle: ({ params, call }) => test(params.connection_id, call),
  }),
];

/** Routes that enable and disable a connection. */
const statusRoutes = (connections: ConnectionService): AnyRoute[] => [
  route({
    ...common,
    id: 'enableConnection',
    method: 'post',
    path: `${ONE}/enable`,
    summary: 'Enable a connection',
    description: 'From now on it is synchronised by its interval. It has to be authorized, with at least one mapping.',
    scope: 'admin:write',
    answer: one(ConnectionView),
    throws: ['connection_not_ready', 'precondition_failed'],
    example: { answer: { ...connectionExample, status: 'active', next_sync: '2026-03-02T09:20:00.000Z', version: 4 } },
    handle: ({ params, call }) => connections.enable(params.connection_id, call),
  }),
  route({
    ...common,
    id: 'disableConnection',
    method: 'post',
    path: `${ONE}/disable`,
    summary: 'Disable a connection',
    description: 'A running synchronisation is ended, and none starts until the connection is enabled again.',
    scope: 'admin:write',
    answer: one(ConnectionView),
    throws: ['invalid_transition', 'precondition_failed'],
    example: { answer: { ...connectionExample, status: 'disabled', version: 5 } },
    handle: ({ params, call }) => connections.disable(params.connection_id, call),
  }),
];
