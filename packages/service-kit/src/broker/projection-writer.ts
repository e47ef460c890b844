import type { Connection, mongo } from 'mongoose';
import { z } from 'zod';
import { type Collection, defineCollection } from '../mongo/collection.ts';

/** A row of a read model. One that is `gone` stays, so that an older event does not bring it back. */
export type ProjectedRow = { _id: string; org_id: string; version: number; gone: boolean };

/** Rows of any shape, as the projection handles them. */
export type ProjectedRows = Collection<ProjectedRow, string>;

/** A row and the collection that it belongs to. */
export type RoutedRow = { rows: ProjectedRows; row: ProjectedRow };

/** A row that takes the place of `former`, or of none. */
export type Written = RoutedRow & { former: ProjectedRow | null };

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

export type Assembling = {
  /** What is assembled. A row of it that an event brings is written by `assemble`, once and whole; all others before. */
  rows: ProjectedRows;
  assemble: Assemble;
  turns: Collection<z.infer<typeof projectionTurnDefinition.shape>>;
};

type Parts = { connection: Connection; assembling?: Assembling | undefined };

export type ProjectionWriter = {
  /**
   * Writes rows in one transaction. An older version is ignored.
   * @param again whether a row takes the place of one of its own version too, since that may be wrong.
   */
  write(batch: readonly RoutedRow[], force?: boolean): Promise<void>;
};

/** Of two rows of a record the one that counts: the newer version, and of the same one that which is gone. */
const isNewer = (row: ProjectedRow, than: ProjectedRow): boolean =>
  row.version > than.version || (row.version === than.version && row.gone && !than.gone);

const selectNewest = (rows: readonly ProjectedRow[]): ProjectedRow[] => {
  const newest = new Map<string, ProjectedRow>();
  for (const row of rows) {
    const known = newest.get(row._id);
    if (!known || isNewer(row, known)) newest.set(row._id, row);
  }
  return [...newest.values()];
};

/** Whether a row takes the place of the one that is there, if any. */
const replaces = (row: ProjectedRow, former: ProjectedRow | null, force: boolean): boolean =>
  !former || isNewer(row, former) || (force && row.version === former.version && !former.gone);

/** The write of a row. Another transaction that writes it meanwhile conflicts with this one: one of the two is made again. */
export const toRowWrite = <Row extends ProjectedRow>(row: Row, former: ProjectedRow | null) =>
  former ? { replaceOne: { filter: { _id: row._id }, replacement: row } } : { insertOne: { document: row } };

const findFormer = async (
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

const takeTurn = async ({ turns }: Assembling, batch: readonly RoutedRow[], session: mongo.ClientSession) => {
  const organizations = [...new Set(batch.map(({ row }) => row.org_id))].sort();
  const operations = organizations.map((_id) => ({
    updateOne: { filter: { _id }, update: { $inc: { turn: 1 } }, upsert: true },
  }));
  await turns.model.collection.bulkWrite(operations as never, { session: session as never });
};

/** The writer of a projection's rows. */
export const makeProjectionWriter = ({ connection, assembling }: Parts): ProjectionWriter => {
  const isAssembled = ({ definition }: ProjectedRows): boolean => definition.name === assembling?.rows.definition.name;

  const writeRows = async (
    rows: ProjectedRows,
    batch: readonly ProjectedRow[],
    { force, session }: { force: boolean; session: mongo.ClientSession },
  ): Promise<Written[]> => {
    const found = await findFormer(rows, batch, session);
    const written = batch
      .map((row) => ({ rows, row, former: found.get(row._id) ?? null }))
      .filter(({ row, former }) => replaces(row, former, force));
    if (written.length === 0 || isAssembled(rows)) return written;
    const operations = written.map(({ row, former }) => toRowWrite(row, former));
    await rows.model.collection.bulkWrite(operations as never, { session: session as never, ordered: false });
    return written;
  };

  return {
    async write(batch, force = false) {
      if (batch.length === 0) return;
      const byRows = Map.groupBy(batch, ({ rows }) => rows);
      const work = async (session: mongo.ClientSession): Promise<void> => {
        if (assembling) await takeTurn(assembling, batch, session);
        const written: Written[] = [];
        for (const [rows, toRouted] of byRows) {
          const newest = selectNewest(toRouted.map(({ row }) => row));
          written.push(...(await writeRows(rows, newest, { force, session })));
        }
        if (written.length > 0) await assembling?.assemble(written, session);
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
