import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope, EventDefinition } from '@qsc/contracts/events';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { errorFields, type Log } from '../log.ts';
import type { Collection } from '../mongo/collection.ts';
import { makeBatches } from './batch.ts';
import { type Consumer, parseEnvelope } from './consumer.ts';
import type { Delivery } from './delivery.ts';
import { type ReadRows, rebuildRows } from './projection-rebuild.ts';
import {
  type Assembling,
  makeProjectionWriter,
  type ProjectedRow,
  type ProjectedRows,
  type RoutedRow,
} from './projection-writer.ts';
import type { HandledKinds } from './topology.ts';

/** What an event makes of a record: the row as it shall be, whole; null where the event is about none. */
export type Projecting<Row extends ProjectedRow> = {
  definition: EventDefinition;
  toRow: (event: Envelope, record: unknown) => Row | null;
};

/** A row of a projection's table: the event and the row that it comes to, with the record's type inferred. */
export const projects = <Row extends ProjectedRow, Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  toRow: (event: Envelope<z.infer<Payload>>, record: z.infer<Payload>) => Row | null,
): Projecting<Row> => ({ definition, toRow: toRow as Projecting<Row>['toRow'] });

/** Rows and the events that they come from. */
export type ProjectionSource = { rows: ProjectedRows; events: readonly Projecting<ProjectedRow>[] };

/** Declares which events make the rows of a collection; several sources may listen to the same event. */
export const projectionSource = <Row extends ProjectedRow>(
  rows: Collection<Row, never>,
  events: readonly Projecting<Row>[],
): ProjectionSource => ({
  rows: rows as unknown as ProjectedRows,
  events: events as readonly Projecting<ProjectedRow>[],
});

export type Projection = {
  consumer: Consumer;
  /**
   * Writes a row that is known before its event has come, as that would, so that who wrote finds it. Resolves with whether it
   * is there; after `timeoutMs` without it the event brings it.
   */
  apply<Row extends ProjectedRow>(
    rows: Collection<Row, never>,
    row: NoInfer<Row>,
    timeoutMs?: number,
  ): Promise<boolean>;
  /** Writes the rows of a collection again from their source, while events may come, and removes those that it no longer has. */
  rebuild<Row extends ProjectedRow>(rows: Collection<Row, never>, read: ReadRows<NoInfer<Row>>): Promise<void>;
  /** Ends after the batch that is being written. */
  stop(): Promise<void>;
};

type Parts = {
  /** The queue's name: `<service>.<read model>`. */
  queue: string;
  sources: readonly ProjectionSource[];
  kinds?: HandledKinds | undefined;
  /** What further rows are made of those of the sources. */
  assembling?: Assembling;
  connection: Connection;
  log: Log;
};

const BATCH_DELIVERIES = 200;
const BATCH_MS = 15;
const APPLY_MS = 3_000;

/** A delivery that nobody sent: `written` is called where a message would be acknowledged. */
const own = (written: () => void): Delivery => ({
  body: Buffer.alloc(0),
  orgId: null,
  returned: 0,
  isOpen: () => true,
  ack: written,
  park() {},
  retry() {},
});

/**
 * A read model of other services' records, kept from their events: in batches, one transaction for each, an older version
 * ignored. It is the same after whatever comes twice, late or out of order. What cannot be parsed is parked; what cannot be
 * written waits.
 */
export const makeProjection = ({ queue, sources, kinds, assembling, connection, log }: Parts): Projection => {
  const types = [...new Set(sources.flatMap(({ events }) => events.map(({ definition }) => definition.type)))];
  const writer = makeProjectionWriter({ connection, assembling });
  const write = (batch: readonly RoutedRow[][]) => writer.write(batch.flat());
  const batches = makeBatches<RoutedRow[]>({ size: BATCH_DELIVERIES, afterMs: BATCH_MS, write, log });

  const toRouted = (rows: ProjectedRows, row: ProjectedRow): RoutedRow => ({
    rows,
    row: rows.definition.shape.parse(row) as unknown as ProjectedRow,
  });

  /** The rows that a message comes to, none when no source wants its event. Throws when the message is no such event. */
  const toRows = (body: Buffer): RoutedRow[] => {
    const event = parseEnvelope(body);
    if (!event) throw new Error('This is not an event.');
    return sources.flatMap(({ rows, events }) =>
      events.flatMap(({ definition, toRow }) => {
        if (definition.type !== event.type) return [];
        const row = toRow(event, definition.payload.parse(event.data.record));
        return row ? [toRouted(rows, row)] : [];
      }),
    );
  };

  const take = (delivery: Delivery): void => {
    try {
      const rows = toRows(delivery.body);
      if (rows.length > 0) batches.add(rows, delivery);
      else delivery.ack();
    } catch (error) {
      log.error('a message that cannot be projected was parked', { queue, ...errorFields(error) });
      delivery.park();
    }
  };

  return {
    consumer: {
      queue: { name: queue, types, kinds, singleActive: true },
      prefetch: 2 * BATCH_DELIVERIES,
      onDelivery: take,
    },
    apply: (rows, row, timeoutMs = APPLY_MS) => {
      const given = new AbortController();
      const written = new Promise<boolean>((resolve) => {
        const entry = [toRouted(rows as unknown as ProjectedRows, row)];
        batches.addNow(
          entry,
          own(() => resolve(true)),
        );
      });
      const late = wait(timeoutMs, false, { signal: given.signal, ref: false }).catch(() => false);
      return Promise.race([written, late]).finally(() => given.abort());
    },
    rebuild: (rows, read) =>
      rebuildRows({ rows: rows as unknown as ProjectedRows, writer }, async (after) =>
        (await read(after)).map((row) => toRouted(rows as unknown as ProjectedRows, row).row),
      ),
    stop: batches.stop,
  };
};
