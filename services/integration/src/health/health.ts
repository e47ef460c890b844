import type { Connection, ConnectionProblem } from '../connection/connection.ts';
import type { Connector } from '../connector/connector.ts';
import type { SyncSummary } from '../sync/sync.store.ts';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy', 'inactive'] as const;

export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** What is known of a connection's work. */
export type Observed = {
  connection: Connection;
  connector: Pick<Connector, 'statusName'>;
  latest: SyncSummary | null;
  /** Ended in the last 24 hours. */
  recent: readonly SyncSummary[];
  pending: { inbound: number; outbound: number };
};

export type RemoteStatus = {
  api_available: boolean | null;
  api_version: string | null;
  response_time_ms: number | null;
};

export type Health = {
  connection_id: string;
  status: HealthStatus;
  problem: ConnectionProblem | null;
  remote_status: RemoteStatus;
  /** The same, under the name that the specification has for a Vault. */
  vault_status?: RemoteStatus;
  last_sync: {
    sync_id: string;
    timestamp: Date;
    status: string;
    records_synced: number;
    duration_seconds: number;
  } | null;
  next_sync: Date | null;
  pending_changes: { inbound: number; outbound: number };
  metrics: { success_rate_24h: number | null; avg_sync_duration: number | null; total_records_synced_24h: number };
};

/** How a connection does, from what happened alone: what never happened is null. */
export const healthOf = ({ connection, connector, latest, recent, pending }: Observed): Health => ({
  connection_id: connection.id,
  status: statusOf(connection, latest),
  problem: connection.problem,
  remote_status: remoteStatusOf(connection, latest),
  ...(connector.statusName ? { [connector.statusName]: remoteStatusOf(connection, latest) } : {}),
  last_sync: latest && {
    sync_id: latest.id,
    timestamp: latest.completed_at ?? latest.started_at,
    status: latest.status,
    records_synced: latest.records_succeeded,
    duration_seconds: secondsOf(latest),
  },
  next_sync: connection.next_sync_at,
  pending_changes: pending,
  metrics: {
    success_rate_24h: rate(recent.filter(({ status }) => status === 'success').length, recent.length),
    avg_sync_duration: mean(recent.map(secondsOf)),
    total_records_synced_24h: recent.reduce((sum, { records_succeeded }) => sum + records_succeeded, 0),
  },
});

const remoteStatusOf = ({ endpoints }: Connection, latest: SyncSummary | null): RemoteStatus => ({
  api_available: isReached(latest),
  api_version: endpoints.api_version,
  response_time_ms: latest?.response_time_ms ?? null,
});

const statusOf = ({ status }: Connection, latest: SyncSummary | null): HealthStatus => {
  if (status === 'error') return 'unhealthy';
  if (status !== 'active') return 'inactive';
  if (latest?.status === 'failed') return 'unhealthy';
  return latest?.status === 'partial_success' ? 'degraded' : 'healthy';
};

/** A synchronisation that measured an answer had one; one that failed before had none. */
const isReached = (latest: SyncSummary | null): boolean | null => latest && latest.response_time_ms !== null;

const secondsOf = ({ started_at, completed_at }: SyncSummary): number =>
  completed_at ? (completed_at.getTime() - started_at.getTime()) / 1_000 : 0;

const mean = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1_000) / 1_000;

/** As a percentage with one decimal. */
const rate = (part: number, all: number): number | null => (all === 0 ? null : Math.round((part / all) * 1_000) / 10);
