import type { Connection, mongo } from 'mongoose';
import { z } from 'zod';
import { type Collection, defineCollection } from '../mongo/collection.ts';

/** A row of a read model. One that is `gone` stays, so that an older event does not bring it back. */
export type ProjectedRow = { _id: string; org_id: string; version: number; gone: boolean };

/** Rows of any shape, as the projection handles them. */
export type ProjectedRows = Collection<ProjectedRow, string>;

/** A row and the collection that it belongs to. */
export type Placed = { rows: ProjectedRows; row: ProjectedRow };

/** A row that was to be written, and what stood in its place before; the newer of the two is there now. */
export type Written = Placed & { former: ProjectedRow | null };

/**
 * Makes further rows out of those that were written, in the same transaction: what it reads and writes goes by the session.
 * Of two transactions of an organisation the later sees what the earlier wrote.
 */
export type Assemble = (written: readonly Written[], session: mongo.ClientSession) => Promise<void>;

/** Whose turn it is to assemble, for each organisation: two transactions cannot both pass here unseen by each other. */
export const projectionTurnDefinition = defineCollection({
  name: 'projection_turn',
  shape: z.object({ _id: z.string(), turn: z.number().int() }),
  indexes: [],
  shared: true,
});

export type Assembling = { assemble: Assemble; turns: Collection<z.infer<typeof projectionTurnDefinition.shape>> };

type Parts = { connection: Connection; assembling?: Assembling | undefined };

export type ProjectionWriter = {
  /**
   * Writes rows in one transaction. An older version is ignored.
   * @param anew whether a row takes the place of one of its own version too, since that may be wrong.
   */
  write(batch: readonly Placed[], anew?: boolean): Promise<void>;
};

/** Of two rows of a record the one that counts: the newer version, and of the same one that which is gone. */
const isNewer = (row: ProjectedRow, than: ProjectedRow): boolean =>
  row.version > than.version || (row.version === than.version && row.gone && !than.gone);

const newestOf = (rows: readonly ProjectedRow[]): ProjectedRow[] => {
  const newest = new Map<string, ProjectedRow>();
  for (const row of rows) {
    const known = newest.get(row._id);
    if (!known || isNewer(row, known)) newest.set(row._id, row);
  }
  return [...newest.values()];
};

/** Puts the row in the place of an older one, or of none; a newer one stays, and one that is gone. */
const writeOf = (row: ProjectedRow, anew: boolean) => {
  const olderVersion = { $lt: [{ $ifNull: ['$version', -1] }, row.version] };
  const sameVersion = { $and: [{ $eq: ['$version', row.version] }, { $not: ['$gone'] }, row.gone || anew] };
  const replaced = { $cond: [{ $or: [olderVersion, sameVersion] }, { $literal: row }, '$$ROOT'] };
  return { updateOne: { filter: { _id: row._id }, update: [{ $replaceWith: replaced }], upsert: true } };
};

const formerOf = async (
  rows: ProjectedRows,
  batch: readonly ProjectedRow[],
  session: mongo.ClientSession,
): Promise<Map<string, ProjectedRow>> => {
  const ids = batch.map(({ _id }) => _id);
  const found = await rows.model.collection
    .find({ _id: { $in: ids } } as never, { session: session as never })
    .toArray();
  return new Map((found as unknown as ProjectedRow[]).map((row) => [row._id, row]));
};

const takeTurn = async ({ turns }: Assembling, batch: readonly Placed[], session: mongo.ClientSession) => {
  const organizations = [...new Set(batch.map(({ row }) => row.org_id))].sort();
  const operations = organizations.map((_id) => ({
    updateOne: { filter: { _id }, update: { $inc: { turn: 1 } }, upsert: true },
  }));
  await turns.model.collection.bulkWrite(operations as never, { session: session as never });
};

/** The writer of a projection's rows. */
export const makeProjectionWriter = ({ connection, assembling }: Parts): ProjectionWriter => {
  const writeRows = async (
    rows: ProjectedRows,
    batch: readonly ProjectedRow[],
    { anew, session }: { anew: boolean; session: mongo.ClientSession },
  ): Promise<Written[]> => {
    const former = assembling ? await formerOf(rows, batch, session) : new Map<string, ProjectedRow>();
    const operations = batch.map((row) => writeOf(row, anew));
    await rows.model.collection.bulkWrite(operations as never, { session: session as never });
    return batch.map((row) => ({ rows, row, former: former.get(row._id) ?? null }));
  };

  return {
    async write(batch, anew = false) {
      if (batch.length === 0) return;
      const byRows = Map.groupBy(batch, ({ rows }) => rows);
      const work = async (session: mongo.ClientSession): Promise<void> => {
        if (assembling) await takeTurn(assembling, batch, session);
        const written: Written[] = [];
        for (const [rows, placed] of byRows) {
          const newest = newestOf(placed.map(({ row }) => row));
          written.push(...(await writeRows(rows, newest, { anew, session })));
        }
        await assembling?.assemble(written, session);
      };
      await connection.getClient().withSession((session) =>
        session.withTransaction(() => work(session as never), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority', j: true },
        }),
      );
    },
  };
};
