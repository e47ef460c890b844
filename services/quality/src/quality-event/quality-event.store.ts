import { earliestStart, indexedWords, QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import {
  type Change,
  type Clock,
  type Collection,
  type DueQueue,
  defineCollection,
  defineTotals,
  type Index,
  insert,
  isObject,
  notFound,
  Reservation,
  replace,
  systemCall,
  type TotalPart,
  tally,
  transitionGuard,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { Capa } from '../capa/capa.ts';
import { METRIC_KEYS } from '../metric/metric.ts';
import { EventContent } from './content.ts';
import type { Decided } from './event-change.ts';
import { type DueNotice, overdueFrom } from './overdue.ts';
import { isEnded, type QualityEvent } from './quality-event.ts';

/** The filter fields of the list. Each index ends with them, so that any combination is answered from its keys. */
const FILTERED: Index['keys'] = {
  type: 1,
  status: 1,
  priority: 1,
  classification: 1,
  category: 1,
  assigned_to: 1,
  due_key: 1,
  late_key: 1,
  open: 1,
};

const NEWEST: Index['keys'] = { created_at: -1, _id: -1 };

/** The index of a list. A leading key is not repeated. */
const listIndex = (lead: Index['keys'], order: Index['keys'] = NEWEST): Index => ({
  keys: { org_id: 1, ...lead, ...order, ...FILTERED, created_at: order.created_at ?? 1 },
});

/** A quality event as it is stored; the keys and `open` exist for the lists alone. */
export const qualityEventDefinition = defineCollection({
  name: 'quality_event',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    type: z.enum(QUALITY_EVENT_TYPES),
    number: z.string(),
    status: z.enum(QUALITY_EVENT_STATUSES),
    ...EventContent.shape,
    capa: z.custom<Capa>(isObject).nullable(),
    version: z.number().int(),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
    ended_at: z.date().nullable(),
    last_transition_id: z.string().nullable(),
    reservation: Reservation.nullable(),
    awaiting_approval: z.string().nullable(),
    required_fields: z.array(z.string()),
    holds: z.number().int(),
    /** The words that search finds it by. */
    words: z.array(z.string()),
    open: z.boolean(),
    /** The due date; `NEVER` without one. */
    due_key: z.string(),
    /** The due date while it is open: what is overdue lies before today. */
    late_key: z.string(),
    /** Of a CAPA; absent elsewhere. */
    source_event_id: z.string().optional(),
  }),
  filterOnly: ['words', 'open', 'due_key', 'late_key', 'source_event_id'],
  indexes: [
    { keys: { org_id: 1, number: 1 }, unique: true },
    // For reads of all events of an organisation.
    { keys: { org_id: 1, _id: 1 } },
    listIndex({ open: 1 }),
    listIndex({ open: 1 }, { due_key: 1, _id: 1 }),
    listIndex({}, { updated_at: -1, _id: -1 }),
    listIndex({ type: 1, status: 1 }),
    listIndex({ priority: 1, classification: 1 }),
    listIndex({ category: 1 }),
    listIndex({ assigned_to: 1 }),
    listIndex({ 'related_entities.id': 1 }),
    { keys: { org_id: 1, words: 1 } },
    { keys: METRIC_KEYS },
    ...(['corrective_actions', 'preventive_actions'] as const).map((actions) => ({
      keys: { org_id: 1, [`capa.${actions}.evidence`]: 1 } as Index['keys'],
      partial: { type: 'capa' },
    })),
    { keys: { org_id: 1, source_event_id: 1, _id: 1 }, partial: { source_event_id: { $exists: true } } },
  ],
});

export type StoredQualityEvent = z.infer<typeof qualityEventDefinition.shape>;

type FilterOnly = NonNullable<(typeof qualityEventDefinition)['filterOnly']>[number];

export type QualityEventCollection = Collection<StoredQualityEvent, FilterOnly>;

/** How many events an organisation has of each type and status. */
export const totalDefinition = defineTotals('quality_event_total');

/** The name of the running total of a type and status. */
export const totalName = ({ type, status }: Pick<QualityEvent, 'type' | 'status'>): string => `${type}/${status}`;

/** Sorts after every day. */
export const NEVER = '9999-12-31';

export type QualityEventStore = {
  /** The event, or null when the organisation has none of that id. */
  find(orgId: string, id: string): Promise<QualityEvent | null>;
  /** Throws `RecordReserved` for an event that is reserved for a transition. */
  requireFree(event: QualityEvent): void;
  /** The CAPAs that were opened for an event. */
  listCapas(orgId: string, sourceId: string): Promise<QualityEvent[]>;
  /**
   * The writes of a decision, including the entry of the due queue; none where nothing changed. Throws `RecordReserved` for an
   * event that is reserved for a transition.
   */
  changes(decided: Pick<Decided, 'before' | 'event'>): Change[];
};

/** The event. Throws `not_found` when it is unknown or another organisation's. */
export const requireEvent = async (
  store: Pick<QualityEventStore, 'find'>,
  orgId: string,
  id: string,
): Promise<QualityEvent> => {
  const event = await store.find(orgId, id);
  if (!event) throw notFound('quality event', id);
  return event;
};

/** The event, for a change. Throws `not_found`, and `RecordReserved` for one that is reserved for a transition. */
export const requireFreeEvent = async (
  store: Pick<QualityEventStore, 'find' | 'requireFree'>,
  orgId: string,
  id: string,
): Promise<QualityEvent> => {
  const event = await requireEvent(store, orgId, id);
  store.requireFree(event);
  return event;
};

/** Reads an event once no transition of it is under way. Throws `not_found`, and `service_unavailable` after ten seconds. */
export type ReadFreeEvent = (orgId: string, id: string) => Promise<QualityEvent>;

type ReadFreeParts = {
  store: Pick<QualityEventStore, 'find' | 'requireFree'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: Clock;
};

/** The read that waits as a write would. */
export const makeReadFreeEvent =
  (parts: ReadFreeParts): ReadFreeEvent =>
  (orgId, id) =>
    parts.unitOfWork.decide(systemCall(orgId, parts.clock()), { records: [id] }, async () => ({
      changes: [],
      events: [],
      answer: await requireFreeEvent(parts.store, orgId, id),
    }));

/** The domain's event out of a stored one. */
export const toQualityEvent = ({ _id, ...stored }: Omit<StoredQualityEvent, FilterOnly>): QualityEvent => ({
  id: _id,
  ...stored,
});

const toSearchWords = ({ number, title, description, impact_assessment }: Omit<QualityEvent, 'id'>): string[] =>
  indexedWords([number, title, description, ...(impact_assessment?.batches_affected ?? [])]);

/** The stored form of an event. */
export const toStored = ({ id, ...event }: QualityEvent): StoredQualityEvent => {
  const open = !isEnded(event);
  const due_key = event.due_date ?? NEVER;
  return {
    _id: id,
    ...event,
    words: toSearchWords(event),
    open,
    due_key,
    late_key: open ? due_key : NEVER,
    ...(event.capa ? { source_event_id: event.capa.source_event_id } : {}),
  };
};

export type QualityEventCollections = {
  events: QualityEventCollection;
  totals: Collection<TotalPart>;
  /** The due queue of due dates. */
  due: Pick<DueQueue<DueNotice>, 'enqueue'>;
};

type Parts = QualityEventCollections & Pick<QualityEventStore, 'requireFree'>;

/** The filter of an event whose transitions and CAPAs are the same as when it was read. */
export const eventGuard = (event: QualityEvent) => ({ ...transitionGuard(event), holds: event.holds });

/** The store of quality events in MongoDB. */
export const makeQualityEventStore = ({ events, totals, due, requireFree }: Parts): QualityEventStore => {
  const tallies = (before: QualityEvent | null, event: QualityEvent): Change[] => {
    const orgId = event.org_id;
    if (before && totalName(before) === totalName(event)) return [];
    return [
      tally(totals, { orgId, name: totalName(event) }, 1),
      ...(before ? [tally(totals, { orgId, name: totalName(before) }, -1)] : []),
    ];
  };
  const dueChanges = (before: QualityEvent | null, { org_id, id, ...event }: QualityEvent): Change[] => {
    const { due_date } = event;
    const waits = before !== null && !isEnded(before) && before.due_date === due_date;
    if (due_date === null || waits || isEnded(event)) return [];
    return [due.enqueue(org_id, id, { at: earliestStart(overdueFrom(due_date)), payload: { due_date } })];
  };
  return {
    async find(org_id, _id) {
      const stored = await events.findOne({ org_id, _id });
      return stored && toQualityEvent(stored);
    },
    listCapas: async (org_id, source_event_id) =>
      (await events.find({ org_id, source_event_id }, { sort: { _id: 1 } })).map(toQualityEvent),
    requireFree,
    changes({ before, event }) {
      if (before === event) return [];
      if (before && before.reservation === event.reservation) requireFree(before);
      const stored = toStored(event);
      const write = before ? replace(events, stored, before.version, eventGuard(before)) : insert(events, stored);
      return [write, ...tallies(before, event), ...dueChanges(before, event)];
    },
  };
};
