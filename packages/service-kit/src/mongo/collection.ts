import mongoose, { type Connection, type Model, type QueryFilter, type SortOrder } from 'mongoose';
import type { z } from 'zod';
import { mongooseSchemaOf } from './schema.ts';

/** An index: its keys in order, and what it enforces. */
export type Index = {
  keys: Record<string, 1 | -1>;
  unique?: boolean;
  expireAfterSeconds?: number;
  partial?: Record<string, unknown>;
};

/** A kind of stored document. `shape` is the only description of it: the mongoose schema is derived, the type inferred. */
export type CollectionDefinition<Shape extends z.ZodObject> = {
  name: string;
  shape: Shape;
  indexes: readonly Index[];
  /** Documents of the mesh and not of an organisation (outbox, inbox, keys): their queries need no `org_id`. */
  shared?: boolean;
};

export type Page = { skip: number; limit: number; sort: Record<string, SortOrder> };

/** A stored kind of document: lean reads by mongoose; writes go through the unit of work alone. */
export type Collection<Doc extends { _id: string }> = {
  definition: CollectionDefinition<z.ZodObject>;
  model: Model<Doc>;
  /** One document, or null. The filter must name the organisation. */
  findOne(filter: QueryFilter<Doc>): Promise<Doc | null>;
  find(filter: QueryFilter<Doc>, page?: Partial<Page>): Promise<Doc[]>;
  count(filter: QueryFilter<Doc>): Promise<number>;
};

const requireOrganization = (name: string, filter: Record<string, unknown>): void => {
  if (typeof filter.org_id !== 'string') throw new Error(`A query on ${name} does not carry the organisation.`);
};

/** Declares a kind of document of the service. */
export const defineCollection = <Shape extends z.ZodObject>(
  definition: CollectionDefinition<Shape>,
): CollectionDefinition<Shape> => definition;

/**
 * Opens a declared collection on a connection. A query without `org_id` throws, unless the collection is shared.
 * Values in filters are literals: mongoose sanitises them, and a path that the shape does not have throws.
 */
export const openCollection = <Shape extends z.ZodObject>(
  connection: Connection,
  definition: CollectionDefinition<Shape>,
): Collection<z.infer<Shape> & { _id: string }> => {
  type Doc = z.infer<Shape> & { _id: string };
  const model = connection.model(
    definition.name,
    mongooseSchemaOf(definition.shape),
    definition.name,
  ) as unknown as Model<Doc>;
  const guard = (filter: QueryFilter<Doc>): QueryFilter<Doc> => {
    if (!definition.shared) requireOrganization(definition.name, filter as Record<string, unknown>);
    return filter;
  };
  return {
    definition,
    model,
    findOne: async (filter) => (await model.findOne(guard(filter)).lean().exec()) as Doc | null,
    find: async (filter, page = {}) => {
      const query = model.find(guard(filter)).lean();
      if (page.sort) query.sort(page.sort);
      if (page.skip) query.skip(page.skip);
      if (page.limit) query.limit(page.limit);
      return (await query.exec()) as Doc[];
    },
    count: async (filter) => model.countDocuments(guard(filter)).exec(),
  };
};

/** Lets an operator of ours through `sanitizeFilter`: `trusted({ $in: ids })`. Never pass it anything that a caller sent as an object. */
export const trusted = <T extends Record<string, unknown>>(operators: T): T => mongoose.trusted(operators) as T;
