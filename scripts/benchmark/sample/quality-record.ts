import { CLASSIFICATIONS, newId, PRIORITIES, QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { type StoredQualityEvent, toStored } from '../../../services/quality/src/quality-event/quality-event.store.ts';
import { NO_TRANSITIONS } from '../../../services/quality/src/quality-event/quality-event.ts';

export const CATEGORIES = Array.from({ length: 40 }, (_, number) => `Category ${number}`);
export const USERS = Array.from({ length: 50 }, (_, number) => `usr_bench_${number}`);
export const RELATED = Array.from({ length: 500 }, (_, number) => `ent_bench_${number}`);
/** Those of events that the lists ask for by their type: a CAPA would need a source. */
export const TYPES = QUALITY_EVENT_TYPES.filter((type) => type !== 'capa');

const DAY_MS = 86_400_000;
const DAYS = 365;
const CLOSED_AFTER_DAYS = 20;
const DUE_AFTER_DAYS = 30;

/** The same number for the same index and salt, and otherwise none that says anything of another. */
const mix = (index: number, salt: number): number => Math.imul((index + salt * 7_919) ^ 0x5bd1e995, 0x9e3779b1) >>> 9;

const of = <Value>(values: readonly Value[], index: number, salt: number): Value =>
  values[mix(index, salt) % values.length] as Value;

/** What people write of an event of the usual size. */
const toContent = (index: number) => ({
  title: `Event ${index} in ${of(CATEGORIES, index, 5)}`,
  description: 'A value of the in-process control was outside its limits; the batch is held. '.repeat(5).trim(),
  priority: of(PRIORITIES, index, 1),
  classification: of(CLASSIFICATIONS, index, 2),
  category: of(CATEGORIES, index, 5),
});

/** A quality event as a client creates it. */
export const newEvent = (type: (typeof TYPES)[number], index: number) => ({ type, ...toContent(index) });

/** An event as the quality service stores it: one of a year's, evenly over its days; `count` is of all of them. */
export const storedEventAt = (index: number, count: number, at: { orgId: string; now: Date }): StoredQualityEvent => {
  const { orgId, now } = at;
  const created_at = new Date(now.getTime() - (index / count) * DAYS * DAY_MS);
  const after = (days: number) => new Date(created_at.getTime() + days * DAY_MS);
  const status = of(QUALITY_EVENT_STATUSES, index, 4);
  const ended = status === 'closed' || status === 'rejected';
  const id = newId('qualityEvent');
  return toStored({
    ...toContent(index),
    id,
    org_id: orgId,
    type: of(TYPES, index, 3),
    number: `BENCH-${index}`,
    status,
    related_entities: [{ type: 'component', id: of(RELATED, index, 6), name: 'Component' }],
    root_cause: null,
    impact_assessment: null,
    rejection_reason: status === 'rejected' ? 'No departure was found.' : null,
    assigned_to: of(USERS, index, 7),
    due_date: mix(index, 8) % 5 === 0 ? null : after(DUE_AFTER_DAYS).toISOString().slice(0, 10),
    audit_details: null,
    response_due_date: null,
    capa: null,
    version: 2,
    created_at,
    updated_at: after(1),
    created_by: 'usr_bench',
    ended_at: ended ? after(CLOSED_AFTER_DAYS) : null,
    ...NO_TRANSITIONS,
  });
};
