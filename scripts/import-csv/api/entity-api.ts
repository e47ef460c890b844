import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Unfinished, UsageError } from '../import-error.ts';
import { type Answer, type Client, errorOf, type Request } from './client.ts';
import { KnownEntity, type NewEntity, type NewRelationship, type Patch } from './entity-shapes.ts';

const PAGE = 100;

const Page = z.object({ data: z.array(KnownEntity), meta: z.object({ total_pages: z.number() }) });

const FieldFault = z.object({ field: z.string(), message: z.string() });

const ItemError = z.object({
  message: z.string(),
  details: z.object({ fields: z.array(FieldFault).optional() }).optional(),
});

const Created = z.object({ data: z.object({ id: z.string() }) });

const Refused = z.object({ error: ItemError });

const BulkAnswer = z.object({ data: z.array(z.object({ id: z.string().nullable(), error: ItemError.optional() })) });

/** What became of one item: its id, or why the API refused it. */
export type ItemResult = { id: string } | { refused: { field: string; message: string } };

export type EntityApi = {
  /** The entities with these keys; where several have the same one, the oldest. */
  findByKeys(keys: readonly string[]): Promise<Map<string, KnownEntity>>;
  /**
   * Creates entities of one type: suppliers by a request each, at their own endpoint, all others by one request. The idempotency key comes from what is sent, so that the same request of a run that
   * was killed, or of one that runs beside this, creates nothing twice; `replayed` tells that the answer is an earlier one.
   */
  createMany(entities: readonly NewEntity[], again?: boolean): Promise<{ items: ItemResult[]; replayed: boolean }>;
  updateMany(updates: readonly (Patch & { id: string })[]): Promise<ItemResult[]>;
  /** Adds a relationship; one that is there already is left as it is. */
  addRelationship(entityId: string, relationship: NewRelationship): Promise<void>;
  /** Removes a relationship; one that is gone already is no fault. */
  removeRelationship(entityId: string, relationshipId: string): Promise<void>;
};

/** The entity endpoints of the API, as the import uses them. */
export const makeEntityApi = ({ send }: Client): EntityApi => {
  const page = async (keys: readonly string[], number: number) => {
    const query = new URLSearchParams({
      'attributes.source_key': keys.join(','),
      sort: 'created_at',
      per_page: `${PAGE}`,
      page: `${number}`,
    });
    return parse(Page, await send({ method: 'GET', path: `/v1/entities?${query}` }), [200]);
  };

  const bulk = async (request: Request, count: number): Promise<{ items: ItemResult[]; replayed: boolean }> => {
    const answer = await send(request);
    const { data } = parse(BulkAnswer, answer, [200, 201, 207]);
    if (data.length !== count) throw new Unfinished(`The API answered ${data.length} results for ${count} records.`);
    return { items: data.map(itemResult), replayed: answer.replayed };
  };

  const createSupplier = async (supplier: NewEntity, again: boolean) => {
    const body = JSON.stringify(asSupplier(supplier));
    const answer = await send({ method: 'POST', path: '/v1/suppliers', body, idempotencyKey: keyOf(body, again) });
    const refused = REFUSALS.includes(answer.status) ? Refused.safeParse(answer.body) : null;
    if (refused?.success) return { item: { refused: refusalOf(refused.data.error) }, replayed: false };
    const { id } = parse(Created, answer, [201]).data;
    for (const relationship of supplier.relationships) await api.addRelationship(id, relationship);
    return { item: { id }, replayed: answer.replayed };
  };

  const api: EntityApi = {
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
    async createMany(entities, again = false) {
      if (entities.every(({ type }) => type === 'supplier')) {
        const created = await Promise.all(entities.map((supplier) => createSupplier(supplier, again)));
        return { items: created.map(({ item }) => item), replayed: created.some(({ replayed }) => replayed) };
      }
      const body = JSON.stringify({ entities });
      const request = { method: 'POST', path: '/v1/entities/bulk', body, idempotencyKey: keyOf(body, again) } as const;
      return bulk(request, entities.length);
    },
    async updateMany(updates) {
      const body = JSON.stringify({ updates });
      return (await bulk({ method: 'PATCH', path: '/v1/entities/bulk', body }, updates.length)).items;
    },
    async addRelationship(entityId, relationship) {
      const path = `/v1/entities/${entityId}/relationships`;
      // By chance, since a relationship that was removed meanwhile must come back; 409 tells of one that is there.
      const body = JSON.stringify(relationship);
      requireStatus(await send({ method: 'POST', path, body, idempotencyKey: randomUUID() }), [201, 409]);
    },
    async removeRelationship(entityId, relationshipId) {
      const path = `/v1/entities/${entityId}/relationships/${relationshipId}`;
      requireStatus(await send({ method: 'DELETE', path }), [204, 404]);
    },
  };
  return api;
};

/** What the API answers a record that it does not take, as it answers it every time. */
const REFUSALS: readonly number[] = [409, 422];

/** The key of a request: the same for the same request of another run, or a new one where it shall be done again. */
const keyOf = (body: string, again: boolean): string =>
  again ? randomUUID() : `import-${createHash('sha256').update(body).digest('base64url')}`;

/** A supplier as its own endpoint takes it. Where the mapping names no code, the source's key makes one. */
const asSupplier = ({ name, attributes }: NewEntity) => {
  const { supplier_code, ...rest } = attributes;
  const code = supplier_code ?? `${attributes.source}-${attributes.source_key}`.toUpperCase();
  return { name, supplier_code: String(code), attributes: rest };
};

const requireStatus = ({ status, body }: Answer, statuses: readonly number[]): void => {
  if (statuses.includes(status)) return;
  throw new Unfinished(`The API refuses the request (${status}). ${errorOf(body).message ?? ''}`.trim());
};

const parse = <T>(schema: z.ZodType<T>, answer: Answer, statuses: readonly number[]): T => {
  const stranger = new UsageError('What answers at the base URL is not this API.');
  if (answer.status === 404) throw stranger;
  requireStatus(answer, statuses);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw stranger;
};

const itemResult = ({ id, error }: z.infer<typeof BulkAnswer>['data'][number]): ItemResult => {
  if (error) return { refused: refusalOf(error) };
  return id === null ? { refused: { field: '', message: 'The API answered no id.' } } : { id };
};

const refusalOf = ({ message, details }: z.infer<typeof ItemError>): { field: string; message: string } => {
  const first = details?.fields?.[0];
  return { field: first?.field ?? '', message: `The API refuses the record. ${first?.message ?? message}` };
};
