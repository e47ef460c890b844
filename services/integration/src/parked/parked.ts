import { newId } from '@qsc/contracts';
import type { MappingKey } from '../link/link.ts';
import type { RecordProblem } from '../sync/sync.ts';

/** A record that a synchronisation could not take: it waits until it changes there, or is replayed. */
export type ParkedRecord = {
  id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  /** The external key; our id of a record that is not there yet. */
  record_id: string;
  external_id: string | null;
  entity_id: string | null;
  error_code: string;
  message: string;
  field: string | null;
  attempts: number;
  /** The hash of the record when it was refused: the same record is not retried by itself. */
  remote_hash: string | null;
  sync_id: string;
  parked_at: Date;
  last_attempt_at: Date;
  version: number;
};

type Refused = {
  problem: RecordProblem;
  external_id: string | null;
  entity_id: string | null;
  remote_hash: string | null;
  sync_id: string;
};

/** The record as it waits after it was refused; once more where it was parked already. */
export const park = (
  before: ParkedRecord | null,
  mappingKey: MappingKey,
  refused: Refused,
  now: Date,
): ParkedRecord => {
  const { problem, ...about } = refused;
  return {
    id: before?.id ?? newId('parkedRecord'),
    org_id: mappingKey.orgId,
    connection_id: mappingKey.connectionId,
    mapping_id: mappingKey.mappingId,
    ...problem,
    ...about,
    attempts: (before?.attempts ?? 0) + 1,
    parked_at: before?.parked_at ?? now,
    last_attempt_at: now,
    version: (before?.version ?? 0) + 1,
  };
};
