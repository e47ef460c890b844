import { ID_PREFIX } from '@qsc/contracts';
import { type Envelope, entityEvents, qualityEvents, TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import {
  type Change,
  type Clock,
  type Consumer,
  type HandledKinds,
  isContended,
  type Log,
  makeBatches,
  parseEnvelope,
  retryConflict,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { QUALITY_EVENT } from '../local/quality-event.ts';
import type { LinkStore } from './link.store.ts';
import { awaitingLink, type Link, type MappingKey, touchedLink } from './link.ts';

/** The queue of what changes in the mesh. */
export const LOCAL_CHANGE_QUEUE = 'integration.local-changes';

/** What a mapping reads and sends: its type of records (of quality events its kind), and whether it sends and creates them. */
export type MappingSummary = MappingKey & {
  entityType: string;
  eventSubtype: string | null;
  sends: boolean;
  creates: boolean;
};

/** The mapping whose synchronisation changed a record; null where the event does not name it. */
type ChangedBy = { connectionId: string; mappingId: string | null };

/** A record of the mesh that changed. `by` is null where no synchronisation changed it. */
export type LocalChange = {
  orgId: string;
  entityType: string;
  /** The kind of a quality event; null for other records, and for a transition, which creates nothing. */
  eventSubtype: string | null;
  id: string;
  version: number;
  isNew: boolean;
  isRestored: boolean;
  by: ChangedBy | null;
};

type Parts = {
  queue: string;
  kinds?: HandledKinds | undefined;
  links: Pick<LinkStore, 'findTouching' | 'insert' | 'update'>;
  /** The mappings of connections of these organisations, or of those that may send. */
  mappingSummaries: (orgIds: readonly string[], kind: 'all' | 'sending') => Promise<MappingSummary[]>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  log: Log;
};

export type LocalChanges = { consumer: Consumer; stop(): Promise<void> };

const BATCH_EVENTS = 200;
const BATCH_MS = 15;

const CHANGED = [
  entityEvents.created,
  entityEvents.updated,
  entityEvents.deleted,
  entityEvents.restored,
  entityEvents.purged,
  qualityEvents.created,
  qualityEvents.updated,
  workflowEvents.moved,
] as const;

const TYPES = CHANGED.map(({ type }) => type);
const NEW: readonly string[] = [entityEvents.created.type, qualityEvents.created.type];

/**
 * Sets the links of changed records dirty, so that the next synchronisation sends them, or reads what was skipped while they
 * were deleted, and links new records that are to be created there. A running synchronisation decides again what it has not
 * committed. An event of a write of a synchronisation changes nothing.
 */
export const makeLocalChanges = ({
  queue,
  kinds,
  links,
  mappingSummaries,
  unitOfWork,
  clock,
  log,
}: Parts): LocalChanges => {
  const toChanges = async (changed: readonly LocalChange[], mappings: readonly MappingSummary[]): Promise<Change[]> => {
    const orgIds = [...new Set(mappings.map(({ orgId }) => orgId))];
    const found = await Promise.all(
      orgIds.map((orgId) => links.findTouching(orgId, listIds(changed.filter((one) => one.orgId === orgId)))),
    );
    const known = new Map(found.flat().map((link) => [toKey(link), link]));
    const now = clock();
    return mappings.flatMap((mapping) => {
      const own = changed.filter((change) => isFor(change, mapping));
      return [...Map.groupBy(own, ({ id }) => id)].flatMap(([id, same]) => {
        const link = known.get(toKey({ ...asLinkKey(mapping), entity_id: id }));
        const made = link ? undefined : same.find((change) => makesThere(mapping, change));
        if (made) return [links.insert(awaitingLink(mapping, made, now))];
        const after =
          link && touchedLink(link, { version: findNewest(same), waits: mapping.sends || link.deleted }, now);
        return after ? [links.update(after)] : [];
      });
    });
  };

  const write = async (batch: readonly LocalChange[]): Promise<void> => {
    // Restored records concern mappings that send nothing, too; they are rare.
    const kind = batch.some(({ isRestored }) => isRestored) ? 'all' : 'sending';
    const mappings = await mappingSummaries([...new Set(batch.map(({ orgId }) => orgId))], kind);
    const changed = latest(batch).filter((change) => mappings.some((mapping) => isFor(change, mapping)));
    if (changed.length === 0) return;
    await retryConflict(async () => {
      const changes = await toChanges(changed, mappings);
      if (changes.length > 0) await unitOfWork.commit(changes, []);
    }, isContended);
  };

  const batches = makeBatches<LocalChange>({ size: BATCH_EVENTS, afterMs: BATCH_MS, write, log });
  return {
    consumer: {
      queue: { name: queue, types: TYPES, kinds },
      prefetch: 2 * BATCH_EVENTS,
      onDelivery(delivery) {
        const change = readChange(delivery.body);
        if (change) return batches.add(change, delivery);
        log.error('a message without a change was parked', { queue });
        delivery.park();
      },
    },
    stop: batches.stop,
  };
};

type LinkKey = Pick<Link, 'connection_id' | 'mapping_id' | 'entity_id'>;

const toKey = ({ connection_id, mapping_id, entity_id }: LinkKey): string =>
  `${connection_id}/${mapping_id}/${entity_id}`;

const asLinkKey = ({ connectionId, mappingId }: MappingKey) => ({ connection_id: connectionId, mapping_id: mappingId });

const listIds = (changed: readonly LocalChange[]): string[] => [...new Set(changed.map(({ id }) => id))];

const findNewest = (changes: readonly LocalChange[]): number => Math.max(...changes.map(({ version }) => version));

const isFor = (change: LocalChange, mapping: MappingSummary): boolean =>
  (mapping.sends || change.isRestored) &&
  change.orgId === mapping.orgId &&
  change.entityType === mapping.entityType &&
  !isOwn(change.by, mapping);

/** The links of a mapping know its own writes; those of another mapping of the same connection do not. */
const isOwn = (by: ChangedBy | null, mapping: MappingSummary): boolean =>
  by?.connectionId === mapping.connectionId && (by.mappingId ?? mapping.mappingId) === mapping.mappingId;

/** Whether a record is one that the mapping makes there: new here, not from there, and of the kind that it is for. */
const makesThere = ({ creates, eventSubtype, connectionId }: MappingSummary, change: LocalChange): boolean =>
  creates &&
  change.isNew &&
  change.by?.connectionId !== connectionId &&
  (eventSubtype === null || change.eventSubtype === eventSubtype);

/** The latest change of each record and each author: our own change must not hide another's. */
const latest = (batch: readonly LocalChange[]): LocalChange[] => {
  const found = new Map<string, LocalChange>();
  for (const change of batch) {
    const { connectionId, mappingId } = change.by ?? {};
    const key = `${change.id}/${connectionId}/${mappingId}/${change.isNew}/${change.isRestored}`;
    const before = found.get(key);
    if (!before || before.version < change.version) found.set(key, change);
  }
  return [...found.values()];
};

const Changed = z.object({ id: z.string(), type: z.string(), version: z.number().int() });

const Caused = z.object({
  synchronization: z.object({ connection_id: z.string(), mapping_id: z.string().optional() }),
});

/** The mapping that the details of an event name as its cause. */
const changedBy = (details: unknown): ChangedBy | null => {
  const { connection_id, mapping_id } = Caused.safeParse(details).data?.synchronization ?? {};
  return connection_id === undefined ? null : { connectionId: connection_id, mappingId: mapping_id ?? null };
};

/** Greater than every version: the transition does not raise that of the record. */
const BESIDE_VERSIONS = Number.MAX_SAFE_INTEGER;

/** A transition of a workflow. Where it changes its record, the owner's event counts: then its version here is 0. */
const readTransition = ({ orgid, data }: Envelope): LocalChange | null => {
  const transition = TransitionSnapshot.safeParse(data.record).data;
  if (!transition) return null;
  return {
    orgId: orgid,
    entityType: transition.record_id.startsWith(`${ID_PREFIX.qualityEvent}_`) ? QUALITY_EVENT : transition.record_type,
    eventSubtype: null,
    id: transition.record_id,
    version: transition.changed ? 0 : BESIDE_VERSIONS,
    isNew: false,
    isRestored: false,
    by: changedBy(transition.act.details),
  };
};

/** The change of a message; null for any other message. */
const readChange = (body: Buffer): LocalChange | null => {
  const event: Envelope | null = parseEnvelope(body);
  if (event?.type === workflowEvents.moved.type) return readTransition(event);
  const record = Changed.safeParse(event?.data.record);
  if (!event || !record.success || !TYPES.includes(event.type as (typeof TYPES)[number])) return null;
  const { id, type, version } = record.data;
  const isQuality = event.source === QUALITY_SOURCE;
  return {
    orgId: event.orgid,
    entityType: isQuality ? QUALITY_EVENT : type,
    eventSubtype: isQuality ? type : null,
    id,
    version,
    isNew: NEW.includes(event.type),
    isRestored: event.type === entityEvents.restored.type,
    by: changedBy(event.data.audit?.metadata.details),
  };
};

const QUALITY_SOURCE = '/services/quality';
