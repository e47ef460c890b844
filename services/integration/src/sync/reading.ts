import type { LinkStore } from '../link/link.store.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord, LocalRecords } from '../local/local-record.ts';
import { readLocal, readRemote } from '../mapping/transform.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import { getBusinessKeyTarget } from './business-key.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import { getRecordId, type Item, makeHash, type Pair, toProblem } from './pair.ts';
import { makeRecordLookup } from './record-lookup.ts';

type Parts = {
  links: Pick<LinkStore, 'findByExternalId' | 'findByEntityId'>;
  parked: Pick<ParkedStore, 'findByRecordId'>;
  local: Pick<LocalRecords, 'read' | 'find'>;
};

export type Reading = {
  /** The pairs with their links, and with what was parked. */
  meet(run: MappingRun, pairs: readonly Pair[]): Promise<Item[]>;
  /** The values of both sides. A value that cannot be read is the item's problem. */
  read(run: MappingRun, items: readonly Item[]): Promise<Item[]>;
};

/** Reads what a decision about pairs needs, in few queries for a whole page. */
export const makeReading = ({ links, parked, local }: Parts): Reading => {
  const findRecord = makeRecordLookup({ links, local });

  const withRemote = async (run: MappingRun, items: readonly Item[]): Promise<Item[]> => {
    const records = items.flatMap(({ pair: { remote } }) => (remote && remote !== 'deleted' ? [remote.fields] : []));
    const find = await findRecord(run, records);
    return items.map((item) => {
      const { remote } = item.pair;
      if (remote === null) return item;
      if (remote === 'deleted' || remote.deleted) return { ...item, remote: 'deleted' };
      const { values, problems } = readRemote(run.mapping, remote.fields, find);
      const [first] = problems;
      if (!first) return { ...item, remote: values };
      return { ...item, problem: toProblem(item.pair, 'validation_failed', first) };
    });
  };

  /** The links of these that hold an external key which is there: another record there cannot be their counterpart. */
  const held = async ({ system, source }: MappingRun, linked: readonly Link[]): Promise<Link[]> => {
    const keys = linked.flatMap(({ external_id }) => external_id ?? []);
    const there = keys.length > 0 ? await system.fetch(whole(source), keys) : [];
    const present = new Set<string | null>(there.filter(({ deleted }) => !deleted).map(({ externalId }) => externalId));
    return linked.filter(({ external_id }) => present.has(external_id));
  };

  /**
   * Links a record with the same business key to the first record of a page that has it, if it was not linked, or its former
   * external key is deleted there.
   */
  const adopted = async (run: MappingRun, items: readonly Item[]): Promise<Item[]> => {
    const { mapping, mappingKey } = run;
    const target = getBusinessKeyTarget(run);
    if (target === undefined) return [...items];
    const getCode = ({ link, remote }: Item): string | null => {
      const code = link === null && remote !== 'deleted' ? remote?.[target] : null;
      return typeof code === 'string' ? code : null;
    };
    const codes = items.flatMap((item) => getCode(item) ?? []);
    if (codes.length === 0) return [...items];
    const ids = await local.find(mappingKey.orgId, mapping.entity_type, { field: target, values: codes });
    const linked = new Map(
      (await links.findByEntityId(mappingKey, [...ids.values()])).map((link) => [link.entity_id, link]),
    );
    const own = await held(run, [...linked.values()]);
    const taken = new Set([...own, ...items.flatMap(({ link }) => link ?? [])].map(({ entity_id }) => entity_id));
    return items.map((item) => {
      const entityId = ids.get(getCode(item) ?? '');
      if (entityId === undefined) return item;
      if (!taken.has(entityId)) {
        taken.add(entityId);
        return { ...item, pair: { ...item.pair, entityId }, link: linked.get(entityId) ?? null };
      }
      const message =
        'The record that has this code here is another record of the external system, which is there too.';
      return { ...item, problem: toProblem(item.pair, 'validation_failed', { message, field: target }) };
    });
  };

  const withLocal = async (run: MappingRun, items: readonly Item[]): Promise<Item[]> => {
    const ids = items.flatMap(({ link, pair }) => link?.entity_id ?? pair.entityId ?? []);
    if (ids.length === 0) return [...items];
    const records = await local.read(run.mappingKey.orgId, run.mapping.entity_type, ids);
    const byId = new Map(records.map((record) => [record.id, record]));
    return items.map((item) => ({
      ...item,
      local: byId.get(item.link?.entity_id ?? item.pair.entityId ?? '') ?? null,
    }));
  };

  return {
    async meet(run, pairs) {
      const { mappingKey } = run;
      const toHash = makeHash(run.mapping, run.rules);
      const externalIds = pairs.flatMap(({ externalId }) => externalId ?? []);
      const byReference = firstByReference(pairs);
      const entityIds = [...pairs.flatMap(({ entityId }) => entityId ?? []), ...byReference.keys()];
      const [byExternal, byEntity, parkedOnes] = await Promise.all([
        externalIds.length > 0 ? links.findByExternalId(mappingKey, externalIds) : [],
        entityIds.length > 0 ? links.findByEntityId(mappingKey, entityIds) : [],
        parked.findByRecordId(mappingKey, pairs.map(getRecordId)),
      ]);
      const external = new Map(byExternal.map((link) => [link.external_id ?? '', link]));
      const entity = new Map(byEntity.map((link) => [link.entity_id, link]));
      const waiting = new Map(parkedOnes.map((one) => [one.record_id, one]));
      /** That of our record which a try before has made there, and nobody learned of. */
      const madeThere = (pair: Pair): Link | null => {
        const reference = getReference(pair) ?? '';
        const link = byReference.get(reference) === pair ? entity.get(reference) : undefined;
        return link?.external_id === null ? link : null;
      };
      return pairs.map((pair) => {
        const link = external.get(pair.externalId ?? '') ?? entity.get(pair.entityId ?? '') ?? madeThere(pair);
        return { ...NOTHING_KNOWN, pair, link, parked: waiting.get(getRecordId(pair)) ?? null, hash: toHash(pair) };
      });
    },
    read: async (run, items) => withLocal(run, await adopted(run, await withRemote(run, items))),
  };
};

const getReference = ({ remote }: Pair): string | null =>
  remote === null || remote === 'deleted' ? null : (remote.reference ?? null);

/** A record may be copied there with its reference: the first of a page is ours. */
const firstByReference = (pairs: readonly Pair[]): Map<string, Pair> =>
  new Map(
    pairs.toReversed().flatMap((pair): [string, Pair][] => {
      const reference = getReference(pair);
      return reference === null ? [] : [[reference, pair]];
    }),
  );

const NOTHING_KNOWN = {
  remote: null,
  local: null,
  merged: null,
  problem: null,
  again: false,
  unsent: false,
  mirrored: null,
} as const;

/** The values of our record as a merge sees them. */
export const toLocalSide = ({ mapping }: Pick<MappingRun, 'mapping'>, record: LocalRecord | null) => {
  if (record === null) return null;
  return record.deleted ? ('deleted' as const) : readLocal(mapping, record);
};
