import type { RemoteRecord } from '../connector/connector.ts';
import type { Link } from '../link/link.ts';

/** A record of the external system, as a stage met it, and its link where it has one. */
export type Pair = {
  /** Null for a record of ours that waits to be made there. */
  externalId: string | null;
  /** As it stands there; `deleted` where it is told to be gone, null where nobody knows it there yet. */
  remote: RemoteRecord | 'deleted' | null;
  link: Link | null;
};

/** What went wrong with one record: a code of ours or a normalised one of the partner, and our sentence. */
export type RecordProblem = { record_id: string; error_code: string; message: string; field: string | null };

/** What a batch came to. */
export type Reconciled = { attempted: number; succeeded: number; problems: readonly RecordProblem[] };
