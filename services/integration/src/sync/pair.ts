import { createHash } from 'node:crypto';
import type { RemoteRecord } from '../connector/connector.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { externalPathsOf } from '../mapping/transform.ts';
import { valueAt } from '../mapping/values.ts';
import type { Merged, MergeRules, Side } from '../merge/merge.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import type { RecordErrorCode, RecordProblem } from './sync.ts';

/** A record of the external system as a stage met it, or a record of ours that waits to be made there. */
export type Pair = {
  externalId: string | null;
  /** Our record, where the stage came from it. */
  entityId: string | null;
  /** As it stands there; `deleted` where it is told to be gone, null where it is not known there. */
  remote: RemoteRecord | 'deleted' | null;
  /** It was written, and the commit that says so was refused, since another record changed meanwhile. */
  isWritten?: true;
};

/** A pair with all that is known of it. */
export type Item = {
  pair: Pair;
  link: Link | null;
  parked: ParkedRecord | null;
  /** Of what the external record holds and how it is read; null where there is none. */
  hash: string | null;
  remote: Side;
  local: LocalRecord | null;
  /** What is to be done; null until that is decided, and where nothing can be. */
  merged: Merged | null;
  problem: RecordProblem | null;
  /** It is decided again at once: our record had another version. */
  again: boolean;
  /** The partner could not take it this time: it is sent again later. */
  unsent: boolean;
  /** What was taken over beside its fields. */
  followed: Readonly<Record<string, unknown>> | null;
};

/** The name of a record in errors: the external key, or ours where it has none yet. */
export const recordIdOf = ({ externalId, entityId }: Pair): string => externalId ?? entityId ?? '';

/** Our record of an item; null where there is none yet. */
export const localIdOf = ({ link, pair }: Pick<Item, 'link' | 'pair'>): string | null =>
  link?.entity_id ?? pair.entityId;

/** The record as the partner tells it is no more. */
export const isGone = ({ remote }: Pair): boolean => remote === 'deleted' || (remote?.deleted ?? false);

/** It is not there any more, or cannot be seen, and nobody says that it is deleted. */
export const isUnknown = ({ externalId, remote }: Pair): boolean => externalId !== null && remote === null;

/** Whether it is gone there and that was told before. */
export const wasTold = ({ pair, link }: Item): boolean => isGone(pair) && link?.deleted === true;

/** Whether a record that a synchronisation deleted here, since it was gone there, is there again. */
export const isBack = ({ link, local, remote }: Item, { direction }: MergeRules): boolean =>
  direction !== 'outbound' &&
  link?.deleted === true &&
  link.remote_hash === null &&
  local?.deleted === true &&
  remote !== null &&
  remote !== 'deleted';

/** Whether files, states or signatures of records are taken over beside their fields. */
export const follows = ({ content_sync, workflow_sync, esignature_sync }: Mapping): boolean =>
  [content_sync, workflow_sync, esignature_sync].some((part) => part?.enabled === true);

/**
 * What tells whether the external record of a pair and the way it is read are the same as before; null of none. Where what changed
 * there does not come here, the same record is looked at anew once it does.
 */
export const makeHashOf = (mapping: Mapping, { direction }: Pick<MergeRules, 'direction'>) => {
  const sources = externalPathsOf(mapping);
  const isTaken = direction !== 'outbound';
  const read = [mapping.field_mappings, mapping.content_sync, mapping.workflow_sync, mapping.esignature_sync];
  return (pair: Pair): string | null => {
    const { remote } = pair;
    if (remote === null || remote === 'deleted' || isGone(pair)) return null;
    const values = sources.map((source) =>
      Object.hasOwn(remote.fields, source) ? remote.fields[source] : valueAt(remote.fields, source),
    );
    const beside = follows(mapping) ? [remote.modifiedAt, remote.etag] : [];
    return createHash('sha256')
      .update(JSON.stringify([read, values, beside, ...(isTaken ? [] : ['passed over'])]))
      .digest('base64url');
  };
};

/** Those of a page, each record once, as it was met last. */
export const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [recordIdOf(pair), pair])).values(),
];

/** A problem with the record of a pair. */
export const problemOf = (
  pair: Pair,
  code: RecordErrorCode,
  about: { message: string; field?: string | null },
): RecordProblem => ({
  record_id: recordIdOf(pair),
  error_code: code,
  message: about.message,
  field: about.field ?? null,
});
