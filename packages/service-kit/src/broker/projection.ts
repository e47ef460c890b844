import type { Envelope, EventDefinition } from '@qsc/contracts/events';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { errorFields, type Log } from '../log.ts';
import type { Collection } from '../mongo/collection.ts';
import { makeBatches } from './batch.ts';
import { type Consumer, type Delivery, parseEnvelope } from './consumer.ts';

/** A row of a read model. One that is `gone` stays, so that an older event does not bring it back. */
export type ProjectedRow = { _id: string; org_id: string; version: number; gone: boolean };

/** What an event makes of a record: the row as it shall be, whole. */
export type Projecting<Row extends ProjectedRow> = {
  definition: EventDefinition;
  rowOf: (event: Envelope, record: unknown) => Row;
};

/** A row of a projection's table: the event and the row that it comes to, with the record's type inferred. */
export const projects = <Row extends ProjectedRow, Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  rowOf: (event: Envelope<z.infer<Payload>>, record: z.infer<Payload>) => Row,
): Projecting<Row> => ({ definition, rowOf: rowOf as Projecting<Row>['rowOf'] });

export type Projection<Row extends ProjectedRow> = {
  consumer: Consumer;
  /** Throws the rows away and writes them anew from their source. Events may come meanwhile: the newer version stays. */
  rebuild(source: AsyncIterable<Row>): Promise<void>;
  /** Ends after the batch that is being written. */
  stop(): Promise<void>;
};

type Parts<Row extends ProjectedRow> = {
  /** The queue's name: `<service>.<read model>`. */
  queue: string;
  rows: Collection<Row>;
  connection: Connection;
  events: readonly Projecting<Row>[];
  log: Log;
};

const BATCH_ROWS = 200;
const BATCH_MS = 15;

/** Of two rows of a record the one that counts: the newer version, and of the same one that which is gone. */
const isNewer = (row: ProjectedRow, than: ProjectedRow): boolean =>
  row.version > than.version || (row.version === than.version && row.gone && !than.gone);

const newestOf = <Row extends ProjectedRow>(rows: readonly Row[]): Row[] => {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const known = newest.get(row._id);
    if (!known || isNewer(row, known)) newest.set(row._id, row);
  }
  return [...newest.values()];
};

/** Puts the row in the place of an older one, or of none; a newer one stays. */
const writeOf = (row: ProjectedRow) => {
  const olderVersion = { $lt: [{ $ifNull: ['$version', -1] }, row.version] };
  const sameAndGone = { $and: [{ $eq: ['$version', row.version] }, { $not: ['$gone'] }, row.gone] };
  const replaced = { $cond: [{ $or: [olderVersion, sameAndGone] }, { $literal: row }, '$$ROOT'] };
  return { updateOne: { filter: { _id: row._id }, update: [{ $replaceWith: replaced }], upsert: true } };
};

/**
 * A read model of another service's records, kept from its events: in batches, one transaction for each, an older version
 * ignored. It is the same after whatever comes twice, late or out of order. What cannot be parsed is parked; what cannot be
 * written waits.
 */
export const makeProjection = <Row extends ProjectedRow>({
  queue,
  rows,
  connection,
  events,
  log,
}: Parts<Row>): Projection<Row> => {
  const byType = new Map(events.map((one) => [one.definition.type, one]));

  const parsed = (row: Row): Row => rows.definition.shape.parse(row) as unknown as Row;

  const write = async (batch: readonly Row[]): Promise<void> => {
    if (batch.length === 0) return;
    await connection.getClient().withSession((session) =>
      session.withTransaction(
        async () => {
          await rows.model.collection.bulkWrite(newestOf(batch).map(writeOf) as never, { session: session as never });
        },
        { writeConcern: { w: 'majority', j: true } },
      ),
    );
  };

  const batches = makeBatches<Row>({ size: BATCH_ROWS, afterMs: BATCH_MS, write, log });

  /** The row that a message comes to, null when its event is not asked for. Throws what is no such event. */
  const rowOf = (body: Buffer): Row | null => {
    const event = parseEnvelope(body);
    if (!event) throw new Error('This is not an event.');
    const known = byType.get(event.type);
    return known ? parsed(known.rowOf(event, known.definition.payload.parse(event.data.record))) : null;
  };

  const take = (delivery: Delivery): void => {
    try {
      const row = rowOf(delivery.body);
      if (row) batches.add(row, delivery);
      else delivery.ack();
    } catch (error) {
      log.error('a message that cannot be projected was parked', { queue, ...errorFields(error) });
      delivery.park();
    }
  };

  return {
    consumer: {
      queue: { name: queue, types: [...byType.keys()], singleActive: true },
      prefetch: 2 * BATCH_ROWS,
      onDelivery: take,
    },
    async rebuild(source) {
      await rows.model.collection.deleteMany({});
      let open: Row[] = [];
      for await (const row of source) {
        open.push(parsed(row));
        if (open.length < BATCH_ROWS) continue;
        await write(open);
        open = [];
      }
      await write(open);
    },
    stop: batches.stop,
  };
};
