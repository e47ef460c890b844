import {
  AppError,
  type ListOwnChanges,
  type ListReferences,
  notFound,
  REFERENCES,
  type ReadCopy,
  type Search,
  searchIn,
  trusted,
} from '@qsc/service-kit';
import { METRIC_KEYS } from '../metric/metric.ts';
import { requireNoPendingApproval } from './content-guard.ts';
import {
  type QualityEventCollection,
  type ReadFreeEvent,
  type StoredQualityEvent,
  toQualityEvent,
} from './quality-event.store.ts';
import { type QualityEvent, requireOpen } from './quality-event.ts';
import { type QualityEventView, toView } from './quality-event.view.ts';

const READ_BATCH = 500;

/**
 * The changes of a period that quality events themselves record: their creation and their latest version. Versions between
 * these are in the audit log alone.
 */
export const makeListOwnChanges = ({ definition, model }: QualityEventCollection): ListOwnChanges => {
  const events = model.db.getClient().db(model.db.name).collection<StoredQualityEvent>(definition.name);
  return async function* (org_id, { from, to }) {
    const period = { $gte: from, $lte: to };
    const opened = events
      .find({ org_id, created_at: period }, { projection: { created_at: 1 } })
      .hint(METRIC_KEYS)
      .batchSize(READ_BATCH);
    for await (const { _id, created_at } of opened) yield { record_id: _id, version: 1, at: created_at };
    const changed = events
      .find({ org_id, updated_at: period, version: { $gt: 1 } }, { projection: { version: 1, updated_at: 1 } })
      .batchSize(READ_BATCH);
    for await (const { _id, version, updated_at } of changed) yield { record_id: _id, version, at: updated_at };
  };
};

/** The quality events that relate to a record, and the CAPAs that have it as evidence. */
export const makeListReferences =
  (events: Pick<QualityEventCollection, 'find'>): ListReferences =>
  async (org_id, id) => {
    const page = { limit: REFERENCES };
    const found = await Promise.all([
      events.find({ org_id, 'related_entities.id': id }, page),
      events.find({ org_id, type: 'capa', 'capa.corrective_actions.evidence': id }, page),
      events.find({ org_id, type: 'capa', 'capa.preventive_actions.evidence': id }, page),
    ]);
    const byId = new Map(found.flat().map(({ _id, type, number }) => [_id, { type, id: _id, name: number }]));
    return [...byId.values()];
  };

/** Finds quality events by the words of number, title, description and affected batches. */
export const makeSearch =
  (events: Pick<QualityEventCollection, 'model'>): Search =>
  (org_id, query) =>
    searchIn(events, query, {
      filter: { org_id },
      projection: { type: 1, number: 1, title: 1, status: 1 },
      show: ({ _id: id, type, title, number: subtitle, status }) => ({ type, id, title, subtitle, status }),
    });

/** Reads a quality event for a copy: with its CAPAs, or the event that it was opened for. */
export const makeReadCopy = (events: QualityEventCollection): ReadCopy => {
  const find = async (org_id: string, id: string) => {
    const stored = await events.findOne({ org_id, _id: id });
    return stored && toView(toQualityEvent(stored));
  };
  return async (org_id, id) => {
    const record = await find(org_id, id);
    if (!record) throw notFound('quality event', id);
    const [capas, source] = await Promise.all([
      events.find({ org_id, source_event_id: id }, { sort: { _id: 1 } }),
      record.source_event_id === undefined ? null : find(org_id, record.source_event_id),
    ]);
    return {
      record,
      parts: { capas: capas.map((capa) => toView(toQualityEvent(capa))), source_event: source ? [source] : [] },
    };
  };
};

const LIMIT = 500;

/** Quality events of all organisations in the order of ids, after an id; none at the end. */
export type ScanQualityEvents = (page: { afterId: string; limit: number }) => Promise<QualityEvent[]>;

/** Reads quality events in the order of ids, for other services that rebuild their read models. */
export const makeScanQualityEvents = ({ definition, model }: QualityEventCollection): ScanQualityEvents => {
  const events = model.db.getClient().db(model.db.name).collection<StoredQualityEvent>(definition.name);
  // Long fields that no snapshot contains.
  const projection = { description: 0, root_cause: 0, impact_assessment: 0 };
  return async ({ afterId, limit }) => {
    const page = { projection, sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    return (await events.find({ _id: { $gt: afterId } }, page).toArray()).map(toQualityEvent);
  };
};

/** Quality events that other services know by id or number. Throws `invalid_request` for more than 500 at once. */
export type KnownEvents = {
  /** The events of the organisation among the ids. */
  read(orgId: string, ids: readonly string[]): Promise<QualityEventView[]>;
  /** Those after an id, in the order of ids; none at the end. */
  walk(orgId: string, page: { afterId: string; limit: number }): Promise<QualityEventView[]>;
  /** The ids of those that have the numbers. */
  find(orgId: string, numbers: readonly string[]): Promise<{ number: string; id: string }[]>;
};

const anyOf = (values: readonly string[]) => {
  if (values.length > LIMIT) throw new AppError('invalid_request', `At most ${LIMIT} may be requested at once.`);
  return trusted({ $in: [...new Set(values)] });
};

/** Quality events by their ids and numbers. */
export const makeKnownEvents = (events: QualityEventCollection): KnownEvents => ({
  read: async (org_id, ids) => (await events.find({ org_id, _id: anyOf(ids) })).map(toQualityEvent).map(toView),
  async walk(org_id, { afterId, limit }) {
    const page = { sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    return (await events.find({ org_id, _id: trusted({ $gt: afterId }) }, page)).map(toQualityEvent).map(toView);
  },
  async find(org_id, numbers) {
    const found = await events.model
      .find({ org_id, number: anyOf(numbers) }, { number: 1 })
      .lean()
      .exec();
    return found.map(({ _id, number }) => ({ number, id: _id }));
  },
});

/**
 * Whether a document may be attached to an event; a transition that is under way is waited for. Throws `not_found`, or `conflict` for
 * an event that is closed, rejected or waits for approval.
 */
export type CheckAttachable = (orgId: string, id: string) => Promise<void>;

/** Looks the event up that a document is to belong to. */
export const makeCheckAttachable =
  (readFreeEvent: ReadFreeEvent): CheckAttachable =>
  async (orgId, id) => {
    const event = await readFreeEvent(orgId, id);
    requireOpen(event);
    requireNoPendingApproval(event);
  };
