import type { Mapping } from '../mapping/mapping.ts';

/** A kind of external system, by the name of its connector in `connector/registry.ts`, which alone knows which there are. */
export type ConnectionType = string;

export const AUTHENTICATION_TYPES = ['oauth2', 'session', 'basic', 'api_key', 'certificate'] as const;

export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

/** pending_authorization → authorized → active ⇄ disabled; active ⇄ error (decisions, "Integrations"). */
export const CONNECTION_STATUSES = ['pending_authorization', 'authorized', 'active', 'disabled', 'error'] as const;

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const DIRECTIONS = ['bidirectional', 'inbound', 'outbound'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const STRATEGIES = ['external_wins', 'service_wins'] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** How a user or a program proves itself to the external system, without what is secret in it. */
export type Authentication = { type: AuthenticationType } & Readonly<Record<string, unknown>>;

export type Endpoints = { api_base: string; api_version: string | null; host: string | null };

export type SyncConfig = {
  direction: Direction;
  interval_minutes: number;
  /** Replaces `interval_minutes` while the external system sends notices; null where it is the same. */
  polling_interval_minutes: number | null;
  batch_size: number;
  change_detection: { method: 'modified_date'; field: string | null; buffer_minutes: number };
  realtime: { enabled: boolean; endpoint: string | null; subscribed_events: readonly string[] };
};

export type ConflictResolution = {
  default_strategy: Strategy;
  /** By `<entity_type>.<target>`. */
  exceptions: Readonly<Record<string, Strategy>>;
  /** `<entity_type>.<target>`. */
  manual_review_fields: readonly string[];
};

export type ErrorHandling = {
  max_retries: number;
  retry_delay_seconds: number;
  exponential_backoff: boolean;
  skip_on_validation_error: boolean;
};

/** Why a connection is in `error`, and what its owner must do. */
export type ConnectionProblem = { code: string; message: string; since: Date };

/** A connection to an external system (specification, "Integration connection"). */
export type Connection = {
  id: string;
  org_id: string;
  name: string;
  type: ConnectionType;
  status: ConnectionStatus;
  problem: ConnectionProblem | null;
  authentication: Authentication;
  /** The secret members of `authentication`, sealed, by their name. */
  sealed: Readonly<Record<string, string>>;
  endpoints: Endpoints;
  sync_config: SyncConfig;
  conflict_resolution: ConflictResolution;
  error_handling: ErrorHandling;
  mappings: readonly Mapping[];
  /** When the next synchronisation by interval is due; null unless active. */
  next_sync_at: Date | null;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  version: number;
};

/** How long after a synchronisation the next one is due, in minutes. */
export const getInterval = ({ interval_minutes, polling_interval_minutes, realtime }: SyncConfig): number =>
  realtime.enabled ? (polling_interval_minutes ?? interval_minutes) : interval_minutes;
