import mongoose, { type Connection, type Model, type mongo, type QueryFilter } from 'mongoose';
import type { z } from 'zod';
import { type ById, makeGroupedRead } from './grouped-read.ts';
import { toMongooseSchema } from './schema.ts';

/** An index: its keys in order, and what it enforces. */
export type Index = {
  keys: Record<string, 1 | -1>;
  unique?: boolean;
  expireAfterSeconds?: number;
  partial?: Record<string, unknown>;
};

/** A kind of stored document. `shape` is the only description of it: the mongoose schema is derived, the type inferred. */
export type CollectionDefinition<Shape extends z.ZodObject, FilterOnly extends string = string> = {
  name: string;
  shape: Shape;
  indexes: readonly Index[];
  /** Fields that filters alone use; reads leave them out. */
  filterOnly?: readonly FilterOnly[];
  /** Documents of the mesh and not of an organisation (outbox, inbox, keys): their queries need no `org_id`. */
  shared?: boolean;
};

/** `hint` is the index to go by, by its keys; `without` are members that are not read. */
export type Page = {
  skip: number;
  limit: number;
  sort: Record<string, 1 | -1>;
  hint: Record<string, 1 | -1>;
  without: readonly string[];
};

/**
 * A stored kind of document. Filters are checked by mongoose and reads go to the driver, past its queries; writes go
 * through the unit of work alone.
 */
export type Collection<Doc extends { _id: string }, FilterOnly extends string = never> = {
  definition: CollectionDefinition<z.ZodObject>;
  model: Model<Doc>;
  /** One document, or null. The filter must name the organisation. Reads by id alone share a query. */
  findOne(filter: QueryFilter<Doc>): Promise<Omit<Doc, FilterOnly> | null>;
  find(filter: QueryFilter<Doc>, page?: Partial<Page>): Promise<Omit<Doc, FilterOnly>[]>;
  /** How many fit; with `limit` no more than so many are counted. */
  count(filter: QueryFilter<Doc>, options?: Partial<Pick<Page, 'hint' | 'limit'>>): Promise<number>;
};

/** A read by id takes milliseconds; one that takes this long must not keep those that wait for their turn. */
const READ_MS = 10_000;

const requireOrganization = (name: string, filter: Record<string, unknown>): void => {
  if (typeof filter.org_id !== 'string') throw new Error(`A query on ${name} does not carry the organisation.`);
};

/** The id and the organisation where a filter names nothing else. */
const toById = (filter: Record<string, unknown>): ById | null => {
  const { _id: id, org_id: orgId, ...rest } = filter;
  if (typeof id !== 'string' || Object.keys(rest).length > 0) return null;
  if (orgId === undefined) return { id };
  return typeof orgId === 'string' ? { id, orgId } : null;
};

/** Declares a kind of document of the service. */
export const defineCollection = <
  Shape extends z.ZodObject,
  const FilterOnly extends keyof z.infer<Shape> & string = never,
>(
  definition: CollectionDefinition<Shape, FilterOnly>,
): CollectionDefinition<Shape, FilterOnly> => definition;

/**
 * Opens a declared collection on a connection. A query without `org_id` throws, unless the collection is shared.
 * Values in filters are literals: mongoose sanitises them, and a path that the shape does not have throws.
 */
export const openCollection = <Shape extends z.ZodObject, FilterOnly extends string>(
  connection: Connection,
  definition: CollectionDefinition<Shape, FilterOnly>,
): Collection<z.infer<Shape> & { _id: string }, FilterOnly> => {
  type Doc = z.infer<Shape> & { _id: string };
  const model = connection.model(
    definition.name,
    toMongooseSchema(definition.shape),
    definition.name,
  ) as unknown as Model<Doc>;
  const stored = connection.getClient().db(connection.name).collection<Doc>(definition.name);
  const projection = Object.fromEntries((definition.filterOnly ?? []).map((field) => [field, 0]));
  const guard = (filter: QueryFilter<Doc>): void => {
    if (!definition.shared) requireOrganization(definition.name, filter as Record<string, unknown>);
  };
  const checked = (filter: QueryFilter<Doc>): mongo.Filter<Doc> => {
    guard(filter);
    return new mongoose.Query().cast(model as never, mongoose.sanitizeFilter({ ...filter })) as mongo.Filter<Doc>;
  };
  const findById = makeGroupedRead<Doc>(async (ids, orgId) => {
    const filter = { _id: { $in: ids }, ...(orgId === undefined ? {} : { org_id: orgId }) } as mongo.Filter<Doc>;
    return (await stored.find(filter, { projection, maxTimeMS: READ_MS }).toArray()) as Doc[];
  });
  return {
    definition,
    model,
    async findOne(filter) {
      guard(filter);
      const byId = toById(filter as Record<string, unknown>);
      if (byId) return findById(byId);
      return (await stored.findOne(checked(filter), { projection })) as Doc | null;
    },
    async find(filter, { without = [], ...page } = {}) {
      const read = { ...projection, ...Object.fromEntries(without.map((field) => [field, 0])) };
      return (await stored.find(checked(filter), { projection: read, ...page }).toArray()) as Doc[];
    },
    count: async (filter, options = {}) => stored.countDocuments(checked(filter), options),
  };
};

/** Lets an operator of ours through `sanitizeFilter`: `trusted({ $in: ids })`. Never pass it anything that a caller sent as an object. */
export const trusted = <T extends Record<string, unknown>>(operators: T): T => mongoose.trusted(operators) as T;

/** The condition that a field has one of the values: plain equality for a single one, which every index answers in order. */
export const anyOf = <Value>(values: readonly Value[]) => {
  const distinct = [...new Set(values)];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : trusted({ $in: distinct });
};
