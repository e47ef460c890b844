import type { AuditEntry } from '../entry/entry.ts';
import type { Risk } from '../review/entry-risk.ts';

/** An action in the trail of a record. */
export type TrailItem = Pick<AuditEntry, 'id' | 'timestamp' | 'action' | 'changes'> & {
  version: number | null;
  user: Pick<AuditEntry['user'], 'id' | 'name'>;
  reason: string | null;
  signature: Pick<AuditEntry['signature'], 'signed' | 'signature_id'>;
  /** Why an unreviewed entry deserves a closer look. */
  risks?: Risk[];
};

/** All that was done to a record (specification, "Entity audit trail"). */
export type Trail = Pick<AuditEntry, 'entity_id' | 'entity_type' | 'entity_name'> & {
  created_at: string | null;
  created_by: string | null;
  current_version: number | null;
  history: TrailItem[];
};

/** The entries that the head of a trail is made of. */
export type TrailEnds = {
  newest: AuditEntry;
  /** The entry of its creation; null where the log knows of none. */
  created: AuditEntry | null;
  /** The newest entry that names a version. */
  versioned: AuditEntry | null;
};

/** An entry as an action of a trail. */
export const toItem = (entry: AuditEntry): TrailItem => ({
  id: entry.id,
  version: entry.entity_version,
  timestamp: entry.timestamp,
  action: entry.action,
  user: { id: entry.user.id, name: entry.user.name },
  changes: entry.changes,
  reason: entry.metadata.reason,
  signature: { signed: entry.signature.signed, signature_id: entry.signature.signature_id },
});

/** The trail of a record from its ends and the actions to show. */
export const toTrail = ({ newest, created, versioned }: TrailEnds, history: TrailItem[]): Trail => ({
  entity_id: newest.entity_id,
  entity_type: newest.entity_type,
  entity_name: newest.entity_name,
  created_at: created?.timestamp ?? null,
  created_by: created?.user.id ?? null,
  current_version: versioned?.entity_version ?? null,
  history,
});
