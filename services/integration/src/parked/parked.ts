import { newId } from '@qsc/contracts';
import type { LinkPlace } from '../link/link.ts';
import type { RecordProblem } from '../sync/sync.ts';

/** A record that a synchronisation could not take: it waits until it changes there, or somebody has it tried again. */
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
  /** What the record held when it was refused: the same again is not tried by itself. */
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
export const park = (before: ParkedRecord | null, place: LinkPlace, refused: Refused, now: Date): ParkedRecord => {
  const { problem, ...about } = refused;
  return {
    id: before?.id ?? newId('parkedRecord'),
    org_id: place.orgId,
    connection_id: place.connectionId,
    mapping_id: place.mappingId,
    ...problem,
    ...about,
    attempts: (before?.attempts ?? 0) + 1,
    parked_at: before?.parked_at ?? now,
    last_attempt_at: now,
    version: (before?.version ?? 0) + 1,
  };
};
