import { createHash } from 'node:crypto';
import type { RemoteRecord } from '../connector/connector.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { listExternalPaths } from '../mapping/transform.ts';
import { valueAt } from '../mapping/values.ts';
import type { Merged, MergeRules, Side } from '../merge/merge.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import type { RecordErrorCode, RecordProblem } from './sync.ts';

/** A record of the external system, or a record of ours that waits to be created there. */
export type Pair = {
  externalId: string | null;
  /** Our record, where the stage came from it. */
  entityId: string | null;
  /** The external record; `deleted` where it is reported as deleted, null where it is unknown there. */
  remote: RemoteRecord | 'deleted' | null;
  /** It was written, but its commit was refused, since another record changed meanwhile. */
  isWritten?: true;
};

/** A pair with its link, values and decision. */
export type Item = {
  pair: Pair;
  link: Link | null;
  parked: ParkedRecord | null;
  /** The hash of the external record and of how it is read; null where there is none. */
  hash: string | null;
  remote: Side;
  local: LocalRecord | null;
  /** The decision; null before it, and where none is possible. */
  merged: Merged | null;
  problem: RecordProblem | null;
  /** It is decided again at once, since our record had another version. */
  again: boolean;
  /** The partner could not take it: it is sent again later. */
  unsent: boolean;
  /** What was mirrored beside its fields. */
  mirrored: Readonly<Record<string, unknown>> | null;
};

/** The id of a record in errors: the external key, or ours where it has none yet. */
export const getRecordId = ({ externalId, entityId }: Pair): string => externalId ?? entityId ?? '';

/** Our record of an item; null where there is none yet. */
export const getLocalId = ({ link, pair }: Pick<Item, 'link' | 'pair'>): string | null =>
  link?.entity_id ?? pair.entityId;

/** The partner reports the record as deleted. */
export const isGone = ({ remote }: Pair): boolean => remote === 'deleted' || (remote?.deleted ?? false);

/** It is missing there, or not visible, without being reported as deleted. */
export const isUnknown = ({ externalId, remote }: Pair): boolean => externalId !== null && remote === null;

/** Whether it is deleted there and that was reported before. */
export const wasReported = ({ pair, link }: Item): boolean => isGone(pair) && link?.deleted === true;

/** Whether a record is there again that a synchronisation had deleted here. */
export const isBack = ({ link, local, remote }: Item, { direction }: MergeRules): boolean =>
  direction !== 'outbound' &&
  link?.deleted === true &&
  link.remote_hash === null &&
  local?.deleted === true &&
  remote !== null &&
  remote !== 'deleted';

/** Whether files, states or signatures of records are mirrored. */
export const mirrors = ({ content_sync, workflow_sync, esignature_sync }: Mapping): boolean =>
  [content_sync, workflow_sync, esignature_sync].some((part) => part?.enabled === true);

/**
 * The hash of the external record of a pair and of how it is read; null where there is none. It differs for an outbound
 * connection, so that records are compared again once changes come here.
 */
export const makeHash = (mapping: Mapping, { direction }: Pick<MergeRules, 'direction'>) => {
  const sources = listExternalPaths(mapping);
  const isTaken = direction !== 'outbound';
  const read = [mapping.field_mappings, mapping.content_sync, mapping.workflow_sync, mapping.esignature_sync];
  return (pair: Pair): string | null => {
    const { remote } = pair;
    if (remote === null || remote === 'deleted' || isGone(pair)) return null;
    const values = sources.map((source) =>
      Object.hasOwn(remote.fields, source) ? remote.fields[source] : valueAt(remote.fields, source),
    );
    const beside = mirrors(mapping) ? [remote.modifiedAt, remote.etag] : [];
    return createHash('sha256')
      .update(JSON.stringify([read, values, beside, ...(isTaken ? [] : ['passed over'])]))
      .digest('base64url');
  };
};

/** The pairs of a page, each record once, in its latest form. */
export const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [getRecordId(pair), pair])).values(),
];

/** A problem with the record of a pair. */
export const toProblem = (
  pair: Pair,
  code: RecordErrorCode,
  about: { message: string; field?: string | null },
): RecordProblem => ({
  record_id: getRecordId(pair),
  error_code: code,
  message: about.message,
  field: about.field ?? null,
});
