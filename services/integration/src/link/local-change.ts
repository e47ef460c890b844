import { ID_PREFIX } from '@qsc/contracts';
import { type Envelope, entityEvents, MoveSnapshot, qualityEvents, workflowEvents } from '@qsc/contracts/events';
import {
  type Change,
  type Clock,
  type Consumer,
  DuplicateKey,
  type Log,
  makeBatches,
  parseEnvelope,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import { z } from 'zod';
import { QUALITY_EVENT } from '../local/quality-event.ts';
import type { LinkStore } from './link.store.ts';
import { awaitingLink, type Link, type LinkPlace, touchedLink } from './link.ts';

/** The queue of what changes in the mesh. */
export const LOCAL_CHANGE_QUEUE = 'integration.local-changes';

/** A mapping of records of a type, of quality events those of its kind, and what of them it sends to its external system. */
export type MappedPlace = LinkPlace & {
  entityType: string;
  eventSubtype: string | null;
  sends: boolean;
  creates: boolean;
};

/** The mapping whose synchronisation changed a record; null of one that an older release wrote. */
type ChangedBy = { connectionId: string; mappingId: string | null };

/** A record of the mesh that changed. `by` is null where no synchronisation changed it. */
export type LocalChange = {
  orgId: string;
  entityType: string;
  /** The kind of a quality event; null for other records, and for a move, which makes nothing. */
  eventSubtype: string | null;
  id: string;
  version: number;
  isNew: boolean;
  isRestored: boolean;
  by: ChangedBy | null;
};

type Parts = {
  queue: string;
  links: Pick<LinkStore, 'touching' | 'insert' | 'update'>;
  /** The mappings of connections of these organisations, or of those that may send. */
  mappedPlaces: (orgIds: readonly string[], kind: 'all' | 'sending') => Promise<MappedPlace[]>;
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
 * Marks the links of records that change here, so that the next synchronisation sends them, or takes what was passed over while
 * they were deleted, and notes new records that are to be made there. One that is under way decides anew what it has not
 * committed. An event of what a synchronisation has seen or written itself changes nothing.
 */
export const makeLocalChanges = ({ queue, links, mappedPlaces, unitOfWork, clock, log }: Parts): LocalChanges => {
  const changesOf = async (changed: readonly LocalChange[], places: readonly MappedPlace[]): Promise<Change[]> => {
    const orgIds = [...new Set(places.map(({ orgId }) => orgId))];
    const found = await Promise.all(
      orgIds.map((orgId) => links.touching(orgId, idsOf(changed.filter((one) => one.orgId === orgId)))),
    );
    const known = new Map(found.flat().map((link) => [keyOf(link), link]));
    const now = clock();
    return places.flatMap((place) => {
      const own = changed.filter((change) => isFor(change, place));
      return [...Map.groupBy(own, ({ id }) => id)].flatMap(([id, same]) => {
        const link = known.get(keyOf({ ...asLinkKey(place), entity_id: id }));
        const made = link ? undefined : same.find((change) => makesThere(place, change));
        if (made) return [links.insert(awaitingLink(place, made, now))];
        const after = link && touchedLink(link, { version: newestOf(same), waits: place.sends || link.deleted }, now);
        return after ? [links.update(after)] : [];
      });
    });
  };

  const write = async (batch: readonly LocalChange[]): Promise<void> => {
    // What is restored is of interest to others too; it is rare.
    const kind = batch.some(({ isRestored }) => isRestored) ? 'all' : 'sending';
    const places = await mappedPlaces([...new Set(batch.map(({ orgId }) => orgId))], kind);
    const changed = latest(batch).filter((change) => places.some((place) => isFor(change, place)));
    if (changed.length === 0) return;
    for (let attempt = 0; ; attempt += 1) {
      const changes = await changesOf(changed, places);
      if (changes.length === 0) return;
      try {
        return await unitOfWork.commit(changes, []);
      } catch (error) {
        const isContended = error instanceof VersionConflict || error instanceof DuplicateKey;
        if (!isContended || attempt === ATTEMPTS) throw error;
      }
    }
  };

  const batches = makeBatches<LocalChange>({ size: BATCH_EVENTS, afterMs: BATCH_MS, write, log });
  return {
    consumer: {
      queue: { name: queue, types: TYPES },
      prefetch: 2 * BATCH_EVENTS,
      onDelivery(delivery) {
        const change = readChange(delivery.body);
        if (change) return batches.add(change, delivery);
        log.error('a message that tells of no change was parked', { queue });
        delivery.park();
      },
    },
    stop: batches.stop,
  };
};

const ATTEMPTS = 10;

type LinkKey = Pick<Link, 'connection_id' | 'mapping_id' | 'entity_id'>;

const keyOf = ({ connection_id, mapping_id, entity_id }: LinkKey): string =>
  `${connection_id}/${mapping_id}/${entity_id}`;

const asLinkKey = ({ connectionId, mappingId }: LinkPlace) => ({ connection_id: connectionId, mapping_id: mappingId });

const idsOf = (changed: readonly LocalChange[]): string[] => [...new Set(changed.map(({ id }) => id))];

const newestOf = (changes: readonly LocalChange[]): number => Math.max(...changes.map(({ version }) => version));

const isFor = (change: LocalChange, place: MappedPlace): boolean =>
  (place.sends || change.isRestored) &&
  change.orgId === place.orgId &&
  change.entityType === place.entityType &&
  !isOwn(change.by, place);

/** What a mapping wrote is known to its links, and may be news to those of another mapping of the same connection. */
const isOwn = (by: ChangedBy | null, place: MappedPlace): boolean =>
  by?.connectionId === place.connectionId && (by.mappingId ?? place.mappingId) === place.mappingId;

/** Whether a record is one that the mapping makes there: new here, not from there, and of the kind that it is for. */
const makesThere = ({ creates, eventSubtype, connectionId }: MappedPlace, change: LocalChange): boolean =>
  creates &&
  change.isNew &&
  change.by?.connectionId !== connectionId &&
  (eventSubtype === null || change.eventSubtype === eventSubtype);

/** Of several changes of a record the latest, for each that made it: a change of ours must not hide another's. */
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

/** The mapping that the details of an act name as its cause. */
const changedBy = (details: unknown): ChangedBy | null => {
  const { connection_id, mapping_id } = Caused.safeParse(details).data?.synchronization ?? {};
  return connection_id === undefined ? null : { connectionId: connection_id, mappingId: mapping_id ?? null };
};

/** Above every version: the record stays at its own. */
const BESIDE_VERSIONS = Number.MAX_SAFE_INTEGER;

/** A move of a workflow. Of one that changes its record the owner tells; it is older here than any version. */
const movedRecord = ({ orgid, data }: Envelope): LocalChange | null => {
  const move = MoveSnapshot.safeParse(data.record).data;
  if (!move) return null;
  return {
    orgId: orgid,
    entityType: move.record_id.startsWith(`${ID_PREFIX.qualityEvent}_`) ? QUALITY_EVENT : move.record_type,
    eventSubtype: null,
    id: move.record_id,
    version: move.record_move === null ? BESIDE_VERSIONS : 0,
    isNew: false,
    isRestored: false,
    by: changedBy(move.act.details),
  };
};

/** The change that a message tells of; null for what is no such event. */
const readChange = (body: Buffer): LocalChange | null => {
  const event: Envelope | null = parseEnvelope(body);
  if (event?.type === workflowEvents.moved.type) return movedRecord(event);
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
