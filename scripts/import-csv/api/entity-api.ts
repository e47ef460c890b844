import { type Body, ConflictError, NotFoundError, type Schemas } from '@qsc/client';
import { inParallel } from '@qsc/service-kit/in-parallel';
import { Unfinished } from '../import-error.ts';
import { catchRefusal, type ItemResult, idempotencyKey, refusedOrThrow } from './answer.ts';
import type { Client } from './client.ts';

/** An entity as the API knows it. */
export type KnownEntity = Pick<Schemas['Entity'], 'id' | 'name' | 'attributes'> & {
  relationships: Pick<Schemas['Entity']['relationships'][number], 'id' | 'type' | 'target_id' | 'attributes'>[];
};

/** A relationship with its target found. */
export type Target = { type: string; target_id: string };

/** A relationship as it is sent. */
export type NewRelationship = Target & { attributes: Record<string, unknown> };

export type NewEntity = {
  type: Schemas['Entity']['type'];
  name: string;
  attributes: Record<string, unknown>;
  relationships: NewRelationship[];
};

/** What a PATCH must say; without a member where that stays. */
export type Patch = { name?: string; attributes?: Record<string, unknown> };

const PAGE = 100;
/** More than the client lets through at once, so that none of its places is free while there is work. */
const SUPPLIERS_AT_ONCE = 8;

/** What became of several records; `replayed` tells that an answer is an earlier one. */
export type Created = { items: ItemResult[]; replayed: boolean };

export type EntityApi = {
  /** The entities with these keys; where several have the same one, the oldest. */
  findByKeys(keys: readonly string[]): Promise<Map<string, KnownEntity>>;
  /**
   * Creates entities of one type: suppliers at their own endpoint by a request each, all others by one request. The
   * idempotency key comes from what is sent, so that the same request of a run that was killed, or of one that runs beside
   * this, creates nothing twice.
   */
  createMany(entities: readonly NewEntity[], again?: boolean): Promise<Created>;
  updateMany(updates: readonly (Patch & { id: string })[]): Promise<ItemResult[]>;
  /** Adds a relationship; one that is there already is left as it is. */
  addRelationship(entityId: string, relationship: NewRelationship): Promise<void>;
  /** Removes a relationship; one that is gone already is no fault. */
  removeRelationship(entityId: string, relationshipId: string): Promise<void>;
};

type BulkItem = { id: string | null; error?: { message: string; details?: object } };

const itemResult = ({ id, error }: BulkItem): ItemResult => {
  if (error) return { refused: catchRefusal(error) };
  return id === null ? { refused: { field: '', message: 'The API answered no id.' } } : { id };
};

const itemResults = (data: readonly BulkItem[], count: number): ItemResult[] => {
  if (data.length !== count) throw new Unfinished(`The API answered ${data.length} results for ${count} records.`);
  return data.map(itemResult);
};

/** The endpoints of the API that the import uses. */
export const makeEntityApi = ({ send }: Client): EntityApi => {
  const addRelationship = (entityId: string, relationship: NewRelationship) =>
    send(async (api, options) => {
      await api.relationships.create(entityId, relationship, options).catch((error: unknown) => {
        if (!(error instanceof ConflictError) || error.code !== 'conflict') throw error;
      });
    });

  /** Creates a supplier at its own endpoint, without its relationships. */
  const createSupplier = async (
    supplier: NewEntity,
    again: boolean,
  ): Promise<{ result: ItemResult; replayed: boolean }> => {
    const body = toSupplier(supplier);
    const key = idempotencyKey(body, again);
    return send((api, options) => api.suppliers.create(body, { ...options, idempotencyKey: key }).withResponse()).then(
      ({ data: { id }, replayed }) => ({ result: { id }, replayed }),
      (error: unknown) => ({ result: refusedOrThrow(error), replayed: false }),
    );
  };

  /** A run that ends before the relationships are there finds the supplier at the next one, and adds them then. */
  const createSuppliers = async (suppliers: readonly NewEntity[], again: boolean): Promise<Created> => {
    const created = await inParallel(suppliers, SUPPLIERS_AT_ONCE, async (supplier) => {
      const one = await createSupplier(supplier, again);
      if ('id' in one.result) for (const each of supplier.relationships) await addRelationship(one.result.id, each);
      return one;
    });
    return { items: created.map(({ result }) => result), replayed: created.some(({ replayed }) => replayed) };
  };

  return {
    async findByKeys(keys) {
      const found = new Map<string, KnownEntity>();
      const query = { 'attributes.source_key': keys, sort: 'created_at', per_page: PAGE } as const;
      for (let number = 1, pages = 1; number <= pages; number += 1) {
        const { data, meta } = await send((api) => api.entities.list(query).page(number));
        pages = meta.total_pages;
        for (const entity of data) {
          const key = String(entity.attributes.source_key);
          if (!found.has(key)) found.set(key, entity);
        }
      }
      return found;
    },
    async createMany(entities, again = false) {
      if (entities[0]?.type === 'supplier') return createSuppliers(entities, again);
      const body = { entities: [...entities] };
      const key = idempotencyKey(body, again);
      const { data, replayed } = await send((api, options) =>
        api.entities.createMany(body, { ...options, idempotencyKey: key }).withResponse(),
      );
      return { items: itemResults(data, entities.length), replayed };
    },
    async updateMany(updates) {
      const data = await send((api, options) => api.entities.updateMany({ updates: [...updates] }, options));
      return itemResults(data, updates.length);
    },
    addRelationship,
    removeRelationship: (entityId, relationshipId) =>
      send(async (api, options) => {
        await api.relationships.delete(entityId, relationshipId, options).catch((error: unknown) => {
          if (!(error instanceof NotFoundError)) throw error;
        });
      }),
  };
};

/** The status in which every supplier begins; the endpoint sets it itself. */
const FIRST_STATUS = 'new';

/** A supplier as its endpoint takes it. Where the file tells no code, what identifies it in its source is one. */
const toSupplier = ({ name, attributes }: NewEntity): Body<'createSupplier'> => {
  const { supplier_code, qualification_status: status, ...rest } = attributes;
  return {
    name,
    supplier_code: String(supplier_code ?? `${rest.source}-${rest.source_key}`),
    attributes: status === undefined || status === FIRST_STATUS ? rest : { ...rest, qualification_status: status },
  };
};
