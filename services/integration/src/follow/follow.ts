import type { Call } from '@qsc/service-kit/pure';
import type { Connection } from '../connection/connection.ts';
import type { RemoteRecord, RemoteSystem, Source } from '../connector/connector.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { RemoteErrorCode } from '../remote/remote-error.ts';

/** What was taken over of a record beside its fields, by the part that took it. It is kept with the link, as JSON. */
export type Followed = Readonly<Record<string, unknown>>;

/** A record on both sides, after its fields were written. */
export type FollowedPair = {
  externalId: string;
  /** As it stands there. */
  remote: RemoteRecord;
  /** As it stands here; not deleted. */
  local: LocalRecord;
  followed: Followed;
  /** The version of their link, which rises whenever something was taken over; 0 where it is not made yet. */
  linkVersion: number;
};

/** Where and by whom is followed. */
export type FollowRun = {
  connection: Connection;
  mapping: Mapping;
  source: Source;
  system: RemoteSystem;
  call: Call;
};

/** `validation_failed` for what our checks refuse, else what the partner refused. */
export type FollowProblem = { code: 'validation_failed' | RemoteErrorCode; message: string; field: string | null };

/** What was taken over. `local` is our record as it then stands: its version is one that a synchronisation made itself. */
export type FollowOutcome = { problems: readonly FollowProblem[]; followed: Followed; local: LocalRecord };

/**
 * Takes over what of a record is more than its fields: its file, its state, its signatures. Each is done once, however often it
 * is asked for. Throws what says nothing of the record: `RemoteTrouble`, `AuthorizationLost`, a `RATE_LIMIT` or
 * `INVALID_SESSION` refusal, and `service_unavailable`.
 */
export type Follow = (run: FollowRun, pair: FollowedPair) => Promise<FollowOutcome>;
