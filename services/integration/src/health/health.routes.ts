import { exampleId } from '@qsc/contracts';
import { type AnyRoute, Instant, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import { ConnectionId } from '../connection/connection.schemas.ts';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { type Connectors, getConnector } from '../connector/connector.ts';
import type { NoticeStore } from '../inbound/notice.store.ts';
import type { LinkStore } from '../link/link.store.ts';
import { sendsRecords } from '../mapping/sends-records.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { SyncStore } from '../sync/sync.store.ts';
import { HEALTH_STATUSES, type Health, toHealth } from './health.ts';

const RemoteStatusView = z
  .object({
    api_available: z.boolean().nullable().meta({
      description:
        'Whether it answered last: the synchronisation that runs, or the one before it. False while it limits the rate.',
    }),
    api_version: z.string().nullable(),
    response_time_ms: z.number().int().nullable(),
  })
  .meta({ id: 'RemoteSystemStatus' });

const HealthView = z
  .object({
    connection_id: z.string(),
    status: z.enum(HEALTH_STATUSES).meta({
      id: 'ConnectionHealthStatus',
      description:
        '`degraded`: the last synchronisation could not take some records, or the one that runs waits for its next try. `inactive`: it is not enabled.',
    }),
    problem: z.object({ code: z.string(), message: z.string(), since: Instant }).nullable(),
    remote_status: RemoteStatusView,
    vault_status: RemoteStatusView.optional().meta({ description: 'The same as `remote_status`, of a Vault.' }),
    last_sync: z
      .object({
        sync_id: z.string(),
        timestamp: Instant,
        status: z.string(),
        records_synced: z.number().int(),
        duration_seconds: z.number(),
      })
      .nullable(),
    next_sync: Instant.nullable(),
    pending_changes: z.object({ inbound: z.number().int(), outbound: z.number().int() }).meta({
      description: 'Inbound: parked records and waiting notices. Outbound: records that changed here and wait.',
    }),
    metrics: z.object({
      success_rate_24h: z.number().nullable().meta({ description: 'A percentage.' }),
      avg_sync_duration: z.number().nullable().meta({ description: 'In seconds.' }),
      total_records_synced_24h: z.number().int(),
    }),
  })
  .meta({ id: 'ConnectionHealth', description: 'How a connection does, from what happened.' });

const healthExample = {
  connection_id: exampleId('connection'),
  status: 'healthy' as const,
  problem: null,
  remote_status: { api_available: true, api_version: 'v25.1', response_time_ms: 41 },
  last_sync: {
    sync_id: exampleId('sync'),
    timestamp: '2026-03-09T14:00:03.120Z',
    status: 'success',
    records_synced: 39,
    duration_seconds: 3.12,
  },
  next_sync: '2026-03-09T14:15:00.000Z',
  pending_changes: { inbound: 0, outbound: 2 },
  metrics: { success_rate_24h: 98.9, avg_sync_duration: 2.4, total_records_synced_24h: 512 },
};

type Parts = {
  connectors: Connectors;
  connections: Pick<ConnectionStore, 'get'>;
  syncs: Pick<SyncStore, 'latest' | 'running' | 'endedSince'>;
  links: Pick<LinkStore, 'countDirty'>;
  parked: Pick<ParkedStore, 'count'>;
  notices: Pick<NoticeStore, 'countWaiting'>;
};

const DAY_MS = 86_400_000;

/** The mappings by which something is sent: what changed here of another waits for nothing. */
const sendingIds = ({ sync_config, mappings }: Connection): string[] =>
  mappings.filter((mapping) => sendsRecords(sync_config.direction, mapping)).map(({ id }) => id);

/** How a connection does (specification, "Integration connection": health). */
export const healthRoutes = ({ connectors, connections, syncs, links, parked, notices }: Parts): AnyRoute[] => {
  const observe = async (orgId: string, id: string, now: Date): Promise<Health> => {
    const connection = await connections.get(orgId, id);
    const [latest, running, recent, outbound, waiting, notified] = await Promise.all([
      syncs.latest(orgId, id),
      syncs.running(orgId, id),
      syncs.endedSince(orgId, id, new Date(now.getTime() - DAY_MS)),
      links.countDirty(orgId, id, sendingIds(connection)),
      parked.count(orgId, id),
      notices.countWaiting(connection),
    ]);
    const connector = getConnector(connectors, connection);
    const pending = { inbound: waiting + notified, outbound };
    return toHealth({ connection, connector, latest, running, recent, pending, now });
  };
  return [
    route({
      id: 'getConnectionHealth',
      tag: 'Integrations',
      method: 'get',
      path: '/integrations/connections/:connection_id/health',
      summary: 'Read the health of a connection',
      description: 'What the synchronisations of the last 24 hours came to, what waits, and when the next one is due.',
      scope: 'admin:read',
      params: ConnectionId,
      answer: one(HealthView),
      example: { answer: healthExample },
      handle: ({ params, call }) => observe(call.actor.org_id, params.connection_id, call.now),
    }),
  ];
};
