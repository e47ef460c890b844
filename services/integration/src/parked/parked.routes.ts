import { type AnyRoute, examplePage, listRoute, one, type PageOf, page, route } from '@qsc/service-kit';
import { ConnectionId } from '../connection/connection.schemas.ts';
import type { ConnectionStore } from '../connection/connection.store.ts';
import { SyncView, startedSyncExample } from '../sync/sync.schemas.ts';
import type { SyncService } from '../sync/sync.service.ts';
import { ParkedListQuery, ParkedView, parkedExample } from './parked.schemas.ts';
import type { ParkedStore } from './parked.store.ts';
import type { ParkedRecord } from './parked.ts';

type Parts = {
  parked: Pick<ParkedStore, 'list'>;
  /** Throws `not_found`. */
  connections: Pick<ConnectionStore, 'get'>;
  syncs: Pick<SyncService, 'start'>;
};

/** Records that wait, and their replay (decisions, "Integrations"). */
export const parkedRoutes = ({ parked, connections, syncs }: Parts): AnyRoute[] => [
  listRoute({
    id: 'listParkedRecords',
    tag: 'Integrations',
    path: '/integrations/connections/:connection_id/parked',
    summary: 'List parked records',
    description:
      'Records that a synchronisation could not take, newest first. Each waits until it changes there, or until it is replayed.',
    scope: 'admin:read',
    params: ConnectionId,
    query: ParkedListQuery,
    answer: page(ParkedView),
    example: { answer: examplePage(parkedExample) },
    async handle({ params, query, orgId }): Promise<PageOf<ParkedRecord>> {
      await connections.get(orgId, params.connection_id);
      return parked.list(orgId, params.connection_id, query);
    },
  }),
  route({
    id: 'replayParkedRecords',
    tag: 'Integrations',
    method: 'post',
    path: '/integrations/connections/:connection_id/parked/replay',
    summary: 'Replay parked records',
    description: 'Starts a synchronisation of the parked records alone.',
    scope: 'admin:write',
    params: ConnectionId,
    answer: one(SyncView, {
      status: 202,
      location: ({ connection_id, sync_id }) => `/v1/integrations/connections/${connection_id}/syncs/${sync_id}`,
    }),
    throws: ['connection_not_ready', 'sync_in_progress'],
    example: { answer: { ...startedSyncExample, trigger: 'replay' } },
    handle: ({ params, call }) =>
      syncs.start(params.connection_id, { trigger: 'replay', dryRun: false, full: false }, call),
  }),
];
