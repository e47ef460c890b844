import { newId } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { type Call, conflict, invalidField, makeEvent } from '@qsc/service-kit/pure';

/** Which entries a hold covers: those that fit all that it names. */
export type HoldScope = { from: Date | null; to: Date | null; entity_types: string[]; entity_ids: string[] };

/** Entries that are not removed, whatever the policy says, until somebody lifts it. */
export type Hold = HoldScope & {
  id: string;
  org_id: string;
  reason: string;
  placed_at: Date;
  placed_by: string;
};

/** The end of a hold. */
export type HoldLift = { hold_id: string; org_id: string; lifted_at: Date; lifted_by: string; reason: string | null };

/** A record that a hold may cover, which is there now. */
export type HeldRecord = { id: string; type: string; createdAt: Date };

export type AskedHold = HoldScope & { reason: string };

const plain = ({ from, to, entity_types, entity_ids, reason }: AskedHold) => ({
  from: from?.toISOString() ?? null,
  to: to?.toISOString() ?? null,
  entity_types,
  entity_ids,
  reason,
});

const NAME_LENGTH = 100;

const factsOf = ({ id, reason }: Pick<Hold, 'id' | 'reason'>) => ({
  entity_type: 'legal_hold',
  entity_id: id,
  entity_name: reason.slice(0, NAME_LENGTH),
  entity_version: null,
});

const fits = (names: readonly string[], name: string): boolean => names.length === 0 || names.includes(name);

/** Whether a hold covers a record: it names its kind and id or leaves them open, and the record was there in its period. */
export const coversRecord = (
  { from, to, entity_types, entity_ids }: HoldScope,
  { id, type, createdAt }: HeldRecord,
  now: Date,
): boolean => fits(entity_types, type) && fits(entity_ids, id) && !(from && from > now) && !(to && createdAt > to);

/** The hold that the caller places, and its event. Throws `validation_failed` for one that names no entries. */
export const placeHold = (asked: AskedHold, call: Call): { hold: Hold; event: ActEnvelope } => {
  const { from, to, entity_types, entity_ids } = asked;
  if (!from && !to && entity_types.length + entity_ids.length === 0)
    throw invalidField('from', 'no_scope', 'A hold names a period, kinds of record or records.');
  if (from && to && to < from)
    throw invalidField('to', 'before_from', 'The end of the period is before its beginning.');
  const { actor, now } = call;
  const hold = { ...asked, id: newId('hold'), org_id: actor.org_id, placed_at: now, placed_by: actor.id };
  const changes = Object.entries(plain(asked)).map(([field, to]) => [field, { from: null, to }]);
  const event = makeEvent(auditEvents.holdPlaced, call, {
    audit: {
      ...factsOf(hold),
      action: 'create',
      changes: Object.fromEntries(changes),
      reason: call.reason ?? asked.reason,
    },
    record: { id: hold.id, reason: hold.reason },
  });
  return { hold, event };
};

/** The end of a hold, and its event. Throws `conflict` for one that was lifted before. */
export const liftHold = (hold: Hold, before: HoldLift | null, call: Call): { lift: HoldLift; event: ActEnvelope } => {
  if (before) throw conflict('The hold was lifted before.', { lifted_at: before.lifted_at.toISOString() });
  const { actor, now, reason } = call;
  const lift = { hold_id: hold.id, org_id: hold.org_id, lifted_at: now, lifted_by: actor.id, reason };
  const event = makeEvent(auditEvents.holdLifted, call, {
    audit: {
      ...factsOf(hold),
      action: 'update',
      changes: { lifted_at: { from: null, to: now.toISOString() }, lifted_by: { from: null, to: actor.id } },
    },
    record: { id: hold.id, reason: hold.reason },
  });
  return { lift, event };
};
