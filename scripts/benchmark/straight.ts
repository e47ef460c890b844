import type { Collection, CollectionDefinition } from '@qsc/service-kit';
import type { Document, MongoClient } from 'mongodb';
import type { z } from 'zod';

type Definition = CollectionDefinition<z.ZodObject>;
type Options = { without?: readonly string[] } & Record<string, unknown>;

const left = (fields: readonly string[] = []) => Object.fromEntries(fields.map((field) => [field, 0]));

/**
 * A service's collection as its queries see it, straight on the driver: so a floor asks MongoDB what the service asks, word by
 * word, without the service.
 */
export const straight = <Row extends { _id: string }, FilterOnly extends string = never>(
  client: MongoClient,
  database: string,
  definition: Definition,
): Collection<Row, FilterOnly> => {
  const stored = client.db(database).collection<Document & { _id: string }>(definition.name);
  const hidden = left(definition.filterOnly);
  const reads = {
    definition,
    model: { aggregate: (stages: Document[]) => stored.aggregate(stages).toArray() },
    findOne: (filter: object) => stored.findOne(filter, { projection: hidden }),
    find: (filter: object, { without, ...page }: Options = {}) =>
      stored.find(filter, { ...page, projection: { ...hidden, ...left(without) } }).toArray(),
    count: (filter: object, options: object = {}) => stored.countDocuments(filter, options),
  };
  return reads as unknown as Collection<Row, FilterOnly>;
};

/** The database of a service in a mesh that the benchmark starts. */
export const databaseOf = (service: string): string => `qsc_${service}`;
