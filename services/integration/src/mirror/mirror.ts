import type { Call } from '@qsc/service-kit/pure';
import type { Connection } from '../connection/connection.ts';
import type { RemoteRecord, RemoteSystem, Source } from '../connector/connector.ts';
import { toCommandId } from '../local/command-id.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { RemoteErrorCode } from '../remote/remote-error.ts';

/** What was mirrored of a record, by the part that did. It is stored with the link, as JSON. */
export type Mirrored = Readonly<Record<string, unknown>>;

/** A record on both sides, after its fields were written. */
export type MirrorPair = {
  externalId: string;
  /** The external record. */
  remote: RemoteRecord;
  /** The record here; not deleted. */
  local: LocalRecord;
  mirrored: Mirrored;
  /** The version of their link, which rises whenever something was mirrored; 0 before it exists. */
  linkVersion: number;
};

/** The context of mirroring. */
export type MirrorRun = {
  connection: Connection;
  mapping: Mapping;
  source: Source;
  system: RemoteSystem;
  call: Call;
};

/** `validation_failed` for what our checks refuse, else what the partner refused. */
export type MirrorProblem = { code: 'validation_failed' | RemoteErrorCode; message: string; field: string | null };

/** What was mirrored. `local` is our record afterwards: its version is one that a synchronisation made itself. */
export type MirrorOutcome = { problems: readonly MirrorProblem[]; mirrored: Mirrored; local: LocalRecord };

/**
 * Mirrors what a record has beside its fields: its file, its state, its signatures. Each is done once, however often it is
 * called. Throws what is not a problem of the record: `RemoteTrouble`, `AuthorizationLost`, a `RATE_LIMIT` or
 * `INVALID_SESSION` refusal, and `service_unavailable`.
 */
export type Mirror = (run: MirrorRun, pair: MirrorPair) => Promise<MirrorOutcome>;

/** The id of a command that follows from a record of a mapping. */
export const toMirrorCommandId = (
  { connection, mapping }: MirrorRun,
  { externalId }: MirrorPair,
  about: readonly (string | number | null)[],
): string => toCommandId([connection.id, mapping.id, externalId, ...about]);
