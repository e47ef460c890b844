import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Unfinished } from '../import-error.ts';
import { type ItemResult, idempotencyKey, parseAnswer, RecordError, refusalOf, requireStatus } from './answer.ts';
import type { Client, Request } from './client.ts';
import { eachAtOnce } from './each-at-once.ts';

const Attributes = z.record(z.string(), z.unknown());

/** An entity as the API knows it. */
export const KnownEntity = z.object({
  id: z.string(),
  name: z.string(),
  attributes: Attributes,
  relationships: z.array(z.object({ id: z.string(), type: z.string(), target_id: z.string(), attributes: Attributes })),
});

export type KnownEntity = z.infer<typeof KnownEntity>;

/** A relationship with its target found. */
export type Target = { type: string; target_id: string };

/** A relationship as it is sent. */
export type NewRelationship = Target & { attributes: Record<string, unknown> };

export type NewEntity = {
  type: string;
  name: string;
  attributes: Record<string, unknown>;
  relationships: NewRelationship[];
};

/** What a PATCH must say; without a member where that stays. */
export type Patch = { name?: string; attributes?: Record<string, unknown> };

const PAGE = 100;
/** More than the client lets through at once, so that none of its places is free while there is work. */
const SUPPLIERS_AT_ONCE = 8;

const Page = z.object({ data: z.array(KnownEntity), meta: z.object({ total_pages: z.number() }) });

const BulkAnswer = z.object({ data: z.array(z.object({ id: z.string().nullable(), error: RecordError.optional() })) });

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

/** The endpoints of the API that the import uses. */
export const makeEntityApi = (client: Client): EntityApi => {
  const { send } = client;
  const createSupplier = makeCreateSupplier(client);

  const page = async (keys: readonly string[], number: number) => {
    const query = new URLSearchParams({
      'attributes.source_key': keys.join(','),
      sort: 'created_at',
      per_page: `${PAGE}`,
      page: `${number}`,
    });
    return parseAnswer(Page, await send({ method: 'GET', path: `/v1/entities?${query}` }), [200]);
  };

  const bulk = async (request: Request, count: number): Promise<Created> => {
    const answer = await send(request);
    const { data } = parseAnswer(BulkAnswer, answer, [200, 201, 207]);
    if (data.length !== count) throw new Unfinished(`The API answered ${data.length} results for ${count} records.`);
    return { items: data.map(itemResult), replayed: answer.replayed };
  };

  const addRelationship = async (entityId: string, relationship: NewRelationship) => {
    const path = `/v1/entities/${entityId}/relationships`;
    // By chance, since a relationship that was removed meanwhile must come back; 409 tells of one that is there.
    const body = JSON.stringify(relationship);
    requireStatus(await send({ method: 'POST', path, body, idempotencyKey: randomUUID() }), [201, 409]);
  };

  /** A run that ends before the relationships are there finds the supplier at the next one, and adds them then. */
  const createSuppliers = async (suppliers: readonly NewEntity[], again: boolean): Promise<Created> => {
    const created = await eachAtOnce(suppliers, SUPPLIERS_AT_ONCE, async (supplier) => {
      const one = await createSupplier(supplier, again);
      if ('id' in one.result) for (const each of supplier.relationships) await addRelationship(one.result.id, each);
      return one;
    });
    return { items: created.map(({ result }) => result), replayed: created.some(({ replayed }) => replayed) };
  };

  return {
    async findByKeys(keys) {
      const found = new Map<string, KnownEntity>();
      for (let number = 1, pages = 1; number <= pages; number += 1) {
        const { data, meta } = await page(keys, number);
        pages = meta.total_pages;
        for (const entity of data) {
          const key = String(entity.attributes.source_key);
          if (!found.has(key)) found.set(key, entity);
        }
      }
      return found;
    },
    createMany(entities, again = false) {
      if (entities[0]?.type === 'supplier') return createSuppliers(entities, again);
      const body = JSON.stringify({ entities });
      const key = idempotencyKey(body, again);
      return bulk({ method: 'POST', path: '/v1/entities/bulk', body, idempotencyKey: key }, entities.length);
    },
    async updateMany(updates) {
      const body = JSON.stringify({ updates });
      return (await bulk({ method: 'PATCH', path: '/v1/entities/bulk', body }, updates.length)).items;
    },
    addRelationship,
    async removeRelationship(entityId, relationshipId) {
      const path = `/v1/entities/${entityId}/relationships/${relationshipId}`;
      requireStatus(await send({ method: 'DELETE', path }), [204, 404]);
    },
  };
};

const CreatedSupplier = z.object({ data: z.object({ id: z.string() }) });

const Refused = z.object({ error: RecordError });

/** What the API answers to a supplier that it does not take, such as one whose code another has; it answers it every time. */
const REFUSALS: readonly number[] = [409, 422];

/** Creates a supplier at its own endpoint, without its relationships; `replayed` tells that the answer is an earlier one. */
const makeCreateSupplier =
  ({ send }: Client) =>
  async (supplier: NewEntity, again: boolean): Promise<{ result: ItemResult; replayed: boolean }> => {
    const body = JSON.stringify(supplierOf(supplier));
    const key = idempotencyKey(body, again);
    const answer = await send({ method: 'POST', path: '/v1/suppliers', body, idempotencyKey: key });
    const refused = REFUSALS.includes(answer.status) ? Refused.safeParse(answer.body) : null;
    if (refused?.success) return { result: { refused: refusalOf(refused.data.error) }, replayed: false };
    return { result: { id: parseAnswer(CreatedSupplier, answer, [201]).data.id }, replayed: answer.replayed };
  };

/** The status in which every supplier begins; the endpoint sets it itself. */
const FIRST_STATUS = 'new';

/** A supplier as its endpoint takes it. Where the file tells no code, what identifies it in its source is one. */
const supplierOf = ({ name, attributes }: NewEntity) => {
  const { supplier_code, qualification_status: status, ...rest } = attributes;
  return {
    name,
    supplier_code: String(supplier_code ?? `${rest.source}-${rest.source_key}`),
    attributes: status === undefined || status === FIRST_STATUS ? rest : { ...rest, qualification_status: status },
  };
};

const itemResult = ({ id, error }: z.infer<typeof BulkAnswer>['data'][number]): ItemResult => {
  if (error) return { refused: refusalOf(error) };
  return id === null ? { refused: { field: '', message: 'The API answered no id.' } } : { id };
};
