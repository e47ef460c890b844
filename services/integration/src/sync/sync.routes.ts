import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { ConnectionId } from '../connection/connection.schemas.ts';
import {
  StartSyncQuery,
  SyncId,
  SyncListQuery,
  SyncSummaryView,
  SyncView,
  startedSyncExample,
  syncExample,
  syncSummaryExample,
} from './sync.schemas.ts';
import type { SyncService } from './sync.service.ts';

/** Synchronisations of a connection (specification, "Integrations"; decisions, "Integrations"). */
export const syncRoutes = (syncs: SyncService): AnyRoute[] => [
  route({
    id: 'startSync',
    tag: 'Integrations',
    method: 'post',
    path: '/integrations/connections/:connection_id/sync',
    summary: 'Synchronise now',
    description:
      'Starts a synchronisation, which runs in the background: `GET …/syncs/{sync_id}` shows its progress. With `dry_run=true` it writes nothing and shows what it would change.',
    scope: 'admin:write',
    params: ConnectionId,
    query: StartSyncQuery,
    answer: one(SyncView, {
      status: 202,
      location: ({ connection_id, sync_id }) => `/v1/integrations/connections/${connection_id}/syncs/${sync_id}`,
    }),
    throws: ['connection_not_ready', 'sync_in_progress'],
    example: { answer: startedSyncExample },
    handle: ({ params, query, call }) =>
      syncs.start(params.connection_id, { trigger: 'manual', dryRun: query.dry_run, full: query.full }, call),
  }),
  listRoute({
    id: 'listSyncs',
    tag: 'Integrations',
    path: '/integrations/connections/:connection_id/history',
    summary: 'List synchronisations',
    description: 'What was synchronised and what runs, newest first, without the single errors and changes.',
    scope: 'admin:read',
    params: ConnectionId,
    query: SyncListQuery,
    answer: page(SyncSummaryView),
    example: { answer: examplePage(syncSummaryExample) },
    handle: ({ params, query, orgId }) => syncs.history(params.connection_id, query, orgId),
  }),
  route({
    id: 'getSync',
    tag: 'Integrations',
    method: 'get',
    path: '/integrations/connections/:connection_id/syncs/:sync_id',
    summary: 'Read a synchronisation',
    description: 'How far it is while it runs, and what it came to.',
    scope: 'admin:read',
    params: SyncId,
    answer: one(SyncView),
    example: { answer: syncExample },
    handle: ({ params, call }) => syncs.read(params.connection_id, params.sync_id, call),
  }),
];
