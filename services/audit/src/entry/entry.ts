import { toAuditEntryId as entryIdOf } from '@qsc/contracts';
import type { AuditFacts } from '@qsc/contracts/events';
import { canonicalHash } from '@qsc/service-kit/pure';

/** An audit log entry as everybody sees it (specification, "Audit log entry"; decisions §4, "Audit log"). */
export type AuditEntry = Omit<AuditFacts, 'action'> & {
  id: string;
  org_id: string;
  event_id: string;
  sequence: number;
  /** When the action took place. */
  timestamp: string;
  /** When it was entered in the log. */
  recorded_at: string;
  action: string;
  previous_hash: string;
  hash: string;
};

/** An action that has an entry or is about to get one. */
export type RecordedAction = { eventId: string; orgId: string; time: Date; facts: AuditFacts };

/** The last entry of an organisation's chain. */
export type Head = { sequence: number; hash: string };

/** The head of a chain without entries. */
export const EMPTY_CHAIN: Head = { sequence: 0, hash: '0'.repeat(64) };

/** The entry of an action as the next one of its organisation's chain. */
export const entryAfter = (head: Head, action: RecordedAction, recordedAt: Date): AuditEntry => {
  const content = {
    ...action.facts,
    id: entryIdOf(action.eventId),
    org_id: action.orgId,
    event_id: action.eventId,
    sequence: head.sequence + 1,
    timestamp: action.time.toISOString(),
    recorded_at: recordedAt.toISOString(),
    previous_hash: head.hash,
  };
  return { ...content, hash: canonicalHash(content) };
};
