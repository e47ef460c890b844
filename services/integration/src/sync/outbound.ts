import { type Change, isContended, retryConflict } from '@qsc/service-kit';
import type { LinkStore } from '../link/link.store.ts';
import { awaitingLink, changedLink, type Link } from '../link/link.ts';
import type { LocalRecord, LocalRecords } from '../local/local-record.ts';
import { isOfKind } from '../local/quality-event.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import { RecordsNotTaken } from '../remote/remote-error.ts';
import type { CursorStore } from './cursor.store.ts';
import { advanceCursor, isToCompare } from './cursor.ts';
import { createsThere, type MappingRun, sendsBack, whole } from './mapping-run.ts';
import { hasNothingToSend } from './nothing-to-send.ts';
import { getRecordId, type Pair } from './pair.ts';
import type { Reconcile } from './reconcile.ts';
import type { ThereAlready } from './there-already.ts';

type Parts = {
  reconcile: Reconcile;
  cursors: CursorStore;
  links: Pick<LinkStore, 'dirty' | 'present' | 'findByEntityId' | 'insert' | 'update' | 'remove'>;
  parked: Pick<ParkedStore, 'findByRecordId' | 'remove'>;
  local: Pick<LocalRecords, 'read' | 'scan'>;
  thereAlready: ThereAlready;
  clock: () => Date;
};

const BATCH = 500;

/** What is known of a link: our record, and what of it is parked. */
type Known = { record: LocalRecord | undefined; waiting: ParkedRecord | undefined };

/** Links whose records are to be sent, and the last one of those that were looked at. */
type Batch = { last: string; changed: Link[]; records: ReadonlyMap<string, LocalRecord> };

/**
 * Sends what changed here since it was last alike, and makes there what has no counterpart, where the mapping wants both.
 * Throws `RecordsNotTaken` where the partner could not take some this time, and what `Reconcile` throws.
 */
export const makeOutbound = ({ reconcile, cursors, links, parked, local, thereAlready, clock }: Parts) => {
  /** Links our records that are not there; later ones are linked by their events. */
  const noteUnlinked = async (run: MappingRun): Promise<void> => {
    const { mappingKey, mapping } = run;
    for (let after = ''; ; ) {
      const records = await local.scan(mappingKey.orgId, mapping.entity_type, { after, limit: BATCH });
      const last = records.at(-1);
      if (!last) break;
      after = last.id;
      // A mapping is for one kind of quality events: the others are not its own.
      const own = records.filter((record) => isOfKind(record, mapping.event_subtype));
      await retryConflict(async () => noteRecords(run, await withoutLink(run, own)), isContended);
    }
  };

  /** Sets the next batch of links dirty and returns the last of them; null where there are none. */
  const setDirtyAfter = async (run: MappingRun, after: string): Promise<string | null> => {
    const page = await links.present(run.mappingKey, { after, limit: BATCH });
    const clean = page.filter(({ dirty }) => !dirty);
    if (clean.length > 0)
      await run.ledger.commit(clean.map((link) => links.update(changedLink(link, { dirty: true }, clock()))));
    return page.at(-1)?.id ?? null;
  };

  /** Sets all links dirty: what is sent only now may have changed here long ago. */
  const setAllDirty = async (run: MappingRun): Promise<void> => {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after;
      after = await retryConflict(() => setDirtyAfter(run, from), isContended);
    }
  };

  /** Finds records and links that no event announces. */
  const lookThrough = async (run: MappingRun): Promise<void> => {
    const cursor = await cursors.of(run.mappingKey);
    const isDue = isToCompare(cursor);
    const looksForNew = createsThere(run) && (isDue || cursor.scanned_at === null || run.ledger.sync().full);
    if (isDue && !run.plan) await setAllDirty(run);
    if (looksForNew) await noteUnlinked(run);
    if ((isDue || looksForNew) && !run.plan)
      await run.ledger.commit([cursors.save(advanceCursor(cursor, { scanned_at: clock() }))]);
  };

  const withoutLink = async ({ mappingKey }: MappingRun, records: readonly LocalRecord[]): Promise<LocalRecord[]> => {
    const known = await links.findByEntityId(
      mappingKey,
      records.map(({ id }) => id),
    );
    const linked = new Set(known.map(({ entity_id }) => entity_id));
    return records.filter(({ id }) => !linked.has(id));
  };

  const noteRecords = async (run: MappingRun, records: readonly LocalRecord[]): Promise<void> => {
    if (records.length === 0) return;
    if (!run.plan)
      return run.ledger.commit(records.map((record) => links.insert(awaitingLink(run.mappingKey, record, clock()))));
    const pairs = records.map(({ id }) => ({ externalId: null, entityId: id, remote: null }));
    await reconcile(run, pairs, { skipsSame: false });
  };

  const toPairs = async (
    run: MappingRun,
    changed: readonly Link[],
    records: ReadonlyMap<string, LocalRecord>,
  ): Promise<Pair[]> => {
    const ids = changed.flatMap(({ external_id }) => external_id ?? []);
    const there = ids.length > 0 ? await run.system.fetch(whole(run.source), ids) : [];
    const byId = new Map(there.map((record) => [record.externalId, record]));
    const made = await thereAlready(run, changed, records);
    return changed.map(({ external_id, entity_id: entityId }) => {
      const remote = byId.get(external_id ?? '') ?? made.get(entityId) ?? null;
      return { externalId: external_id ?? remote?.externalId ?? null, entityId, remote };
    });
  };

  const readRecords = async ({ mappingKey, mapping }: MappingRun, dirty: readonly Link[]) => {
    const ids = dirty.map(({ entity_id }) => entity_id);
    return new Map((await local.read(mappingKey.orgId, mapping.entity_type, ids)).map((record) => [record.id, record]));
  };

  const readParked = async ({ mappingKey }: MappingRun, dirty: readonly Link[]): Promise<Map<string, ParkedRecord>> =>
    new Map((await parked.findByRecordId(mappingKey, dirty.map(toParkedId))).map((one) => [one.record_id, one]));

  /**
   * What settles a link that has nothing to send. Null where both sides are to be compared, as after a refusal of the partner.
   */
  const settling = (run: MappingRun, link: Link, { record, waiting }: Known): Change[] | null => {
    if (waitsForNothing(run, link, record)) return [links.remove(link), ...(waiting ? [parked.remove(waiting)] : [])];
    const isRefused = waiting !== undefined && waiting.error_code !== 'validation_failed';
    if (isRefused || !hasNothingToSend(run, link, record)) return null;
    const local_version = record?.version ?? link.local_version;
    return [links.update(changedLink(link, { dirty: false, local_version }, clock()))];
  };

  /** The dirty links behind that one with their records, once those are settled that have nothing to send; null behind the last. */
  const nextBatch = async (run: MappingRun, after: string): Promise<Batch | null> => {
    const dirty = await links.dirty(run.mappingKey, { after, limit: BATCH });
    const last = dirty.at(-1);
    if (!last) return null;
    const [records, waiting] = await Promise.all([readRecords(run, dirty), readParked(run, dirty)]);
    const settled = dirty.map((link) =>
      settling(run, link, { record: records.get(link.entity_id), waiting: waiting.get(toParkedId(link)) }),
    );
    const changes = settled.flatMap((one) => one ?? []);
    if (changes.length > 0 && !run.plan) await run.ledger.commit(changes);
    return { last: last.id, changed: dirty.filter((_, index) => settled[index] === null), records };
  };

  /** Resolves with how many could not be sent by this try. */
  const sendBatch = async (run: MappingRun, { changed, records }: Batch): Promise<number> => {
    if (changed.length === 0) return 0;
    return (await reconcile(run, await toPairs(run, changed, records), { skipsSame: false })).unsent;
  };

  return async (run: MappingRun): Promise<void> => {
    if (!sendsBack(run)) return;
    await lookThrough(run);
    let unsent = 0;
    for (let after = ''; ; ) {
      const from = after;
      const batch = await retryConflict(() => nextBatch(run, from), isContended);
      if (!batch) break;
      after = batch.last;
      unsent += await sendBatch(run, batch);
    }
    if (unsent > 0) throw new RecordsNotTaken();
  };
};

/** The name by which the record of a link is parked. */
const toParkedId = ({ external_id: externalId, entity_id: entityId }: Link): string =>
  getRecordId({ externalId, entityId, remote: null });

/** Whether a link waits for a record to be made there that the mapping does not make, or not any more. */
const waitsForNothing = (run: MappingRun, link: Link, record: LocalRecord | undefined): boolean =>
  link.external_id === null &&
  (!createsThere(run) || (record !== undefined && !isOfKind(record, run.mapping.event_subtype)));
