import type { Connection, ConnectionProblem } from '../connection/connection.ts';
import type { Connector } from '../connector/connector.ts';
import type { SyncSummary } from '../sync/sync.store.ts';
import type { Sync } from '../sync/sync.ts';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy', 'inactive'] as const;

export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** What is known of a connection's work. */
export type Observed = {
  connection: Connection;
  connector: Pick<Connector, 'statusName'>;
  /** Of those that have ended. */
  latest: SyncSummary | null;
  /** The one that has not. */
  running: RunningSync | null;
  /** Ended in the last 24 hours. */
  recent: readonly SyncSummary[];
  pending: { inbound: number; outbound: number };
  now: Date;
};

type RunningSync = Pick<Sync, 'next_at' | 'retries' | 'response_time_ms'>;

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
export const toHealth = (observed: Observed): Health => {
  const { connection, connector, latest } = observed;
  const remote_status = toRemoteStatus(observed);
  return {
    connection_id: connection.id,
    status: readStatus(observed),
    problem: connection.problem,
    remote_status,
    ...(connector.statusName ? { [connector.statusName]: remote_status } : {}),
    last_sync: latest && {
      sync_id: latest.id,
      timestamp: latest.completed_at ?? latest.started_at,
      status: latest.status,
      records_synced: latest.records_succeeded,
      duration_seconds: toSeconds(latest),
    },
    next_sync: connection.next_sync_at,
    pending_changes: observed.pending,
    metrics: toMetrics(observed),
  };
};

const toMetrics = ({ recent }: Observed): Health['metrics'] => ({
  success_rate_24h: rate(recent.filter(({ status }) => status === 'success').length, recent.length),
  avg_sync_duration: mean(recent.map(toSeconds)),
  total_records_synced_24h: recent.reduce((sum, { records_succeeded }) => sum + records_succeeded, 0),
});

/** By the one that runs as soon as it was answered or put off, and by the one before it until then. */
const toRemoteStatus = (observed: Observed): RemoteStatus => {
  const { connection, running, latest } = observed;
  const last = running?.response_time_ms != null || isDelayed(observed) ? running : latest;
  return {
    api_available: last && last.response_time_ms !== null,
    api_version: connection.endpoints.api_version,
    response_time_ms: last?.response_time_ms ?? null,
  };
};

const readStatus = (observed: Observed): HealthStatus => {
  const { connection, latest } = observed;
  if (connection.status === 'error') return 'unhealthy';
  if (connection.status !== 'active') return 'inactive';
  if (latest?.status === 'failed') return 'unhealthy';
  return isDelayed(observed) || latest?.status === 'partial_success' ? 'degraded' : 'healthy';
};

/** Whether a synchronisation waits for its next try, or makes it. */
const isDelayed = ({ running, now }: Observed): boolean =>
  running !== null && (running.retries > 0 || (running.next_at !== null && running.next_at > now));

const toSeconds = ({ started_at, completed_at }: SyncSummary): number =>
  completed_at ? (completed_at.getTime() - started_at.getTime()) / 1_000 : 0;

const mean = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1_000) / 1_000;

/** As a percentage with one decimal. */
const rate = (part: number, all: number): number | null => (all === 0 ? null : Math.round((part / all) * 1_000) / 10);
