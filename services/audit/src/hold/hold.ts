import { newId } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { type Call, conflict, invalidField, makeEvent } from '@qsc/service-kit/pure';

/** The criteria of a hold: it covers entries that match all of them. */
export type HoldScope = { from: Date | null; to: Date | null; entity_types: string[]; entity_ids: string[] };

/** A legal hold: its entries are not removed, whatever the policy says, until it is lifted. */
export type Hold = HoldScope & {
  id: string;
  org_id: string;
  reason: string;
  placed_at: Date;
  placed_by: string;
};

/** The end of a hold. */
export type HoldLift = { hold_id: string; org_id: string; lifted_at: Date; lifted_by: string; reason: string | null };

/** An existing record that a hold may cover. */
export type HeldRecord = { id: string; type: string; createdAt: Date };

export type HoldInput = HoldScope & { reason: string };

const plain = ({ from, to, entity_types, entity_ids, reason }: HoldInput) => ({
  from: from?.toISOString() ?? null,
  to: to?.toISOString() ?? null,
  entity_types,
  entity_ids,
  reason,
});

const NAME_LENGTH = 100;

const toAuditFacts = ({ id, reason }: Pick<Hold, 'id' | 'reason'>) => ({
  entity_type: 'legal_hold',
  entity_id: id,
  entity_name: reason.slice(0, NAME_LENGTH),
  entity_version: null,
});

const fits = (names: readonly string[], name: string): boolean => names.length === 0 || names.includes(name);

/** Whether a hold covers a record: type and id match or are not restricted, and the record existed in its period. */
export const coversRecord = (
  { from, to, entity_types, entity_ids }: HoldScope,
  { id, type, createdAt }: HeldRecord,
  now: Date,
): boolean => fits(entity_types, type) && fits(entity_ids, id) && !(from && from > now) && !(to && createdAt > to);

/** A hold by the caller, and its event. Throws `validation_failed` for one without criteria. */
export const placeHold = (input: HoldInput, call: Call): { hold: Hold; event: ActEnvelope } => {
  const { from, to, entity_types, entity_ids } = input;
  if (!from && !to && entity_types.length + entity_ids.length === 0)
    throw invalidField('from', 'no_scope', 'A hold names a period, kinds of record or records.');
  if (from && to && to < from)
    throw invalidField('to', 'before_from', 'The end of the period is before its beginning.');
  const { actor, now } = call;
  const hold = { ...input, id: newId('hold'), org_id: actor.org_id, placed_at: now, placed_by: actor.id };
  const changes = Object.entries(plain(input)).map(([field, to]) => [field, { from: null, to }]);
  const event = makeEvent(auditEvents.holdPlaced, call, {
    audit: {
      ...toAuditFacts(hold),
      action: 'create',
      changes: Object.fromEntries(changes),
      reason: call.reason ?? input.reason,
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
      ...toAuditFacts(hold),
      action: 'update',
      changes: { lifted_at: { from: null, to: now.toISOString() }, lifted_by: { from: null, to: actor.id } },
    },
    record: { id: hold.id, reason: hold.reason },
  });
  return { lift, event };
};
