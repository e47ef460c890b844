import type { AuditFacts } from '@qsc/contracts/events';
import { parseEnvelope } from '@qsc/service-kit';
import type { RecordedAction } from '../entry/entry.ts';

const hasFiniteNumbers = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
};

const mayHoldLoneSurrogate = (body: Buffer): boolean => body.includes('\\ud') || body.includes('\\uD');

const wellFormed = <T>(value: T): T => {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  ) as T;
};

const toAuditFacts = (facts: AuditFacts, body: Buffer): AuditFacts | null => {
  if (!hasFiniteNumbers(facts.changes) || !hasFiniteNumbers(facts.metadata.details)) return null;
  return mayHoldLoneSurrogate(body) ? wellFormed(facts) : facts;
};

/**
 * The action of a message; `none` for an event without an entry, since another event of the same act has it; null where the
 * message is no event or contains a number out of range, which JSON cannot represent again. Half of a surrogate pair becomes
 * U+FFFD, as in the database, so that the hash fits later.
 */
export const parseAction = (body: Buffer): RecordedAction | 'none' | null => {
  const event = parseEnvelope(body);
  if (!event) return null;
  if (event.data.audit === null) return 'none';
  try {
    const facts = toAuditFacts(event.data.audit, body);
    return facts && { eventId: event.id, orgId: event.orgid, time: new Date(event.time), facts };
  } catch {
    return null;
  }
};
