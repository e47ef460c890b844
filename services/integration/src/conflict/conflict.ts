import { newId } from '@qsc/contracts';
import { type Envelope, integrationEvents } from '@qsc/contracts/events';
import { type Call, conflict as clash, makeEvent } from '@qsc/service-kit/pure';
import { sameValue } from '../mapping/values.ts';
import { type FieldConflict, WHOLE_RECORD } from '../merge/merge.ts';

/** How a conflict is decided: the external value, the value here, or another one. */
export const RESOLUTIONS = ['external', 'service', 'value'] as const;

export type Resolution = (typeof RESOLUTIONS)[number];

/** `withdrawn`: a later synchronisation found that there is nothing to decide any more. */
export const CONFLICT_STATUSES = ['open', 'resolved', 'withdrawn'] as const;

export type ConflictStatus = (typeof CONFLICT_STATUSES)[number];

/** The link that a conflict is about. */
export type ConflictSubject = {
  link_id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  entity_type: string;
  entity_id: string;
  external_id: string;
};

/** A field that both sides changed and that waits for somebody (decisions, "Integrations"). */
export type Conflict = ConflictSubject & {
  id: string;
  /** A target of the mapping, or `record`: deleted there and changed here. */
  field: string;
  base_value: unknown;
  local_value: unknown;
  remote_value: unknown;
  status: ConflictStatus;
  resolution: Resolution | null;
  /** What the field became; null while it is open. */
  resolved_value: unknown;
  reason: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

/** What somebody decided. `value` where the resolution is `value`. */
export type ConflictDecision = { resolution: Resolution; value?: unknown; reason: string };

/** The conflicts of a link after a merge: new ones, and those that changed or ended. */
export type Reviewed = { opened: Conflict[]; changed: Conflict[] };

/**
 * The conflicts of a link after a merge. `existing` are its open ones: a field that is found again gets its present values, and
 * one that is not found is withdrawn.
 */
export const reviewConflicts = (
  subject: ConflictSubject,
  { found, existing }: { found: readonly FieldConflict[]; existing: readonly Conflict[] },
  now: Date,
): Reviewed => {
  const opened = found
    .filter(({ target }) => !existing.some(({ field }) => field === target))
    .map((field) => openConflict(subject, field, now));
  const changed = existing.flatMap((conflict) => {
    const field = found.find(({ target }) => target === conflict.field);
    if (!field) return [withdrawConflict(conflict, now)];
    const values = toValues(field);
    return sameValue(values, toValues(toField(conflict))) ? [] : [revised(conflict, values, now)];
  });
  return { opened, changed };
};

/** The conflict that is over without a decision. */
export const withdrawConflict = (conflict: Conflict, now: Date): Conflict =>
  revised(conflict, { status: 'withdrawn' }, now);

/** Refuses a conflict that is decided already, or that is over. Throws `conflict`. */
export const requireOpen = ({ status, resolution }: Conflict): void => {
  if (status === 'open') return;
  throw clash(
    status === 'resolved'
      ? 'The conflict is resolved already.'
      : 'The conflict is over: a later synchronisation found that both sides agree.',
    { status, resolution },
  );
};

/** What the field becomes by a decision. */
export const decidedValue = (conflict: Conflict, { resolution, value }: ConflictDecision): unknown => {
  if (resolution === 'external') return conflict.remote_value;
  return resolution === 'service' ? conflict.local_value : (value ?? null);
};

/** The conflict as decided, and the event of it. */
export const resolveConflict = (
  before: Conflict,
  decision: ConflictDecision,
  call: Call,
): { conflict: Conflict; event: Envelope } => {
  const { resolution, reason } = decision;
  const settled = { resolution, reason, resolved_value: decidedValue(before, decision) };
  const resolved = { ...settled, resolved_at: call.now, resolved_by: call.actor.id };
  const conflict = revised(before, { status: 'resolved', ...resolved }, call.now);
  return { conflict, event: toEvent(before, conflict, call) };
};

/** Whether it is about the record as a whole, which has no value to be set. */
export const isWhole = ({ field }: Pick<Conflict, 'field'>): boolean => field === WHOLE_RECORD;

const openConflict = (subject: ConflictSubject, field: FieldConflict, now: Date): Conflict => ({
  id: newId('conflict'),
  ...subject,
  field: field.target,
  ...toValues(field),
  status: 'open',
  resolution: null,
  resolved_value: null,
  reason: null,
  resolved_at: null,
  resolved_by: null,
  created_at: now,
  updated_at: now,
  version: 1,
});

const revised = (conflict: Conflict, by: Partial<Conflict>, now: Date): Conflict => ({
  ...conflict,
  ...by,
  updated_at: now,
  version: conflict.version + 1,
});

const toValues = ({ base, local, remote }: FieldConflict) => ({
  base_value: base ?? null,
  local_value: local ?? null,
  remote_value: remote ?? null,
});

const toField = ({ field, base_value, local_value, remote_value }: Conflict): FieldConflict => ({
  target: field,
  base: base_value,
  local: local_value,
  remote: remote_value,
});

const toEvent = (before: Conflict, after: Conflict, call: Call): Envelope => {
  const { id, connection_id, entity_id, external_id, field } = after;
  const resolution = after.resolution as Resolution;
  return makeEvent(integrationEvents.conflictResolved, call, {
    audit: {
      action: 'update',
      entity_type: 'integration_conflict',
      entity_id: id,
      entity_name: `${field} of ${entity_id}`,
      entity_version: after.version,
      changes: {
        status: { from: before.status, to: after.status },
        [field]: { from: before.local_value, to: after.resolved_value },
      },
      ...(after.reason === null ? {} : { reason: after.reason }),
      details: { connection_id, entity_id, external_id, field, resolution, remote_value: after.remote_value },
    },
    record: { id, connection_id, entity_id, external_id, field, resolution },
  });
};
