import type { mongo } from 'mongoose';
import type { z } from 'zod';
import type { CollectionDefinition } from './collection.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import type { Migration } from './migrate.ts';

/** Operators of an update, such as `$set`. */
type Update = Readonly<Record<string, object>>;

type Filling<Doc> = {
  id: string;
  /** The field by which a document is known to be filled. */
  field: keyof Doc & string;
  /** What follows from the rest of a document, for the keys that filters, search and unique indexes look at. */
  derive: (found: Doc) => Update;
  /** What is written instead where a unique index refuses that. */
  onDuplicate?: (found: Doc) => Update;
};

/**
 * A migration that fills what is derived from a document, in documents of before there was such a field, in the order of their
 * ids. One that is written meanwhile has the field already and is left as it is.
 */
export const fillDerived = <Shape extends z.ZodObject>(
  definition: CollectionDefinition<Shape>,
  { id, field, derive, onDuplicate }: Filling<z.infer<Shape> & { _id: string }>,
): Migration => ({
  id,
  async up(connection) {
    type Doc = z.infer<Shape> & { _id: string };
    const collection = connection.getClient().db(connection.name).collection<Doc>(definition.name);
    const unfilled = { [field]: { $exists: false } };
    const write = (found: Doc, update: Update) => {
      const asRead = { ...unfilled, _id: found._id, version: found.version };
      return collection.updateOne(asRead as mongo.Filter<Doc>, update as mongo.UpdateFilter<Doc>);
    };
    for await (const document of collection.find(unfilled as mongo.Filter<Doc>, { sort: { _id: 1 } })) {
      const found = document as Doc;
      try {
        await write(found, derive(found));
      } catch (error) {
        if (!onDuplicate || !isDuplicateKey(error)) throw error;
        await write(found, onDuplicate(found));
      }
    }
  },
});
