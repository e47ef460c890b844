import { AppError } from '@qsc/service-kit';
import type { EntityCollection, StoredEntity } from '../entity/entity.store.ts';

/** An entity with the requested attributes. */
export type LinkedEntity = { id: string; type: string; name: string; attributes: Record<string, unknown> };

/** A relationship, which is the source's. */
export type Link = { source_id: string; target_id: string; type: string };

export type Neighbours = { entities: LinkedEntity[]; links: Link[] };

export type NeighbourRequest = {
  ids: readonly string[];
  types: readonly string[];
  attributes: readonly string[];
  includeRequested: boolean;
};

/**
 * What some entities are linked to, both ways, in parts of about a megabyte: each neighbour once, before or after the links to
 * it. Soft-deleted ones do not come; what they are linked to does. Throws `invalid_request` for an attribute that is no plain name.
 */
export type ListNeighbours = (orgId: string, requested: NeighbourRequest) => AsyncIterable<Neighbours>;

type Row = Pick<StoredEntity, '_id' | 'type' | 'name'> & {
  attributes?: Record<string, unknown>;
  deleted?: boolean;
  relationships?: { type: string; target_id: string }[];
};

const PART_BYTES = 1024 * 1024;
/** About what an entity takes beside its name and attributes, and what a link does. */
const ROW_BYTES = 100;
const PLAIN = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const shownFields = (attributes: readonly string[]): Record<string, 1> => {
  const odd = attributes.find((name) => !PLAIN.test(name));
  if (odd !== undefined) throw new AppError('invalid_request', `"${odd}" is no plain name of an attribute.`);
  return { type: 1, name: 1, ...Object.fromEntries(attributes.map((name) => [`attributes.${name}`, 1])) };
};

const LINKS = { 'relationships.type': 1, 'relationships.target_id': 1 } as const;

const BY_TARGET = { org_id: 1, 'relationships.target_id': 1, _id: 1 } as const;

type Filter = { org_id: string; type?: unknown; deleted?: boolean; _id?: unknown; 'relationships.target_id'?: unknown };

/** The parts of an answer: entities once, links as they come. */
const makeParts = () => {
  const sent = new Set<string>();
  let part: Neighbours = { entities: [], links: [] };
  let bytes = 0;
  return {
    sent,
    add({ _id, type, name, attributes = {} }: Row): void {
      if (sent.has(_id)) return;
      sent.add(_id);
      part.entities.push({ id: _id, type, name, attributes });
      bytes += ROW_BYTES + name.length + JSON.stringify(attributes).length;
    },
    link(link: Link): void {
      part.links.push(link);
      bytes += ROW_BYTES;
    },
    /** What has gathered, once it fills a part or is the last of it. */
    *take(isLast = false): Generator<Neighbours> {
      if (bytes === 0 || (bytes < PART_BYTES && !isLast)) return;
      yield part;
      part = { entities: [], links: [] };
      bytes = 0;
    },
  };
};

/** Reads neighbours past mongoose: links of the requested ones by their ids, links to them by the index of targets. */
export const makeListNeighbours = ({ definition, model }: EntityCollection): ListNeighbours => {
  const entities = model.db.getClient().db(model.db.name).collection<StoredEntity>(definition.name);
  const read = (filter: Filter, projection: Record<string, 1>): AsyncIterable<Row> => {
    const hint = 'relationships.target_id' in filter ? BY_TARGET : { _id: 1 as const };
    return entities.find<Row>(filter as never, { projection, hint });
  };

  return async function* listNeighbours(org_id, { ids, types, attributes, includeRequested }) {
    const shown = shownFields(attributes);
    const requested = new Set(ids);
    const parts = makeParts();
    const targets = new Set<string>();

    for await (const row of read(
      { org_id, _id: { $in: [...requested] } },
      { ...(includeRequested ? shown : {}), deleted: 1, ...LINKS },
    )) {
      if (includeRequested && !row.deleted) parts.add(row);
      for (const { type, target_id } of row.relationships ?? []) {
        parts.link({ source_id: row._id, target_id, type });
        targets.add(target_id);
      }
      yield* parts.take();
    }
    const wanted = { org_id, type: { $in: types }, deleted: false };
    for await (const row of read(
      { ...wanted, 'relationships.target_id': { $in: [...requested] } },
      { ...shown, ...LINKS },
    )) {
      parts.add(row);
      // Those of the requested ones are listed already.
      const links = requested.has(row._id)
        ? []
        : (row.relationships ?? []).filter(({ target_id }) => requested.has(target_id));
      for (const { type, target_id } of links) parts.link({ source_id: row._id, target_id, type });
      yield* parts.take();
    }
    const others = [...targets].filter((id) => !parts.sent.has(id));
    for await (const row of read({ ...wanted, _id: { $in: others } }, shown)) {
      parts.add(row);
      yield* parts.take();
    }
    yield* parts.take(true);
  };
};
