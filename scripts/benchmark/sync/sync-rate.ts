import type { Document, MongoClient } from 'mongodb';
import type { ProcessState } from '../../runtime/state.ts';
import { makeClient, ONCE, type Target } from '../api.ts';
import { DURABLE, databaseName, FLOOR_DATABASE } from '../bare-driver.ts';
import { times } from '../fill.ts';
import { type Cpu, cpuOfWork } from '../usage.ts';
import { startODataV2, startODataV4 } from './cap.ts';
import {
  type Connection,
  connect,
  disconnect,
  enable,
  firstSync,
  measureSeconds,
  type Sync,
  synchronise,
} from './connection.ts';
import type { Partner, StartPartner } from './partner.ts';
import { startTrytonPartner } from './tryton.ts';
import { startVaultPartner } from './vault.ts';

const PARTNERS: readonly StartPartner[] = [startODataV4, startODataV2, startTrytonPartner, startVaultPartner];
const BATCH = 500;
const CHANGES_AT_ONCE = 16;
const FLOORS = 3;
const SHOWN = ['mongodb', 'rabbitmq', 'integration', 'entity', 'workflow', 'supplier'];

/** Records a second from a partner and back to it, and what a bare loop does of the way from it. */
export type SyncRate = {
  partner: string;
  records: number;
  inbound_per_second: number;
  outbound_per_second: number;
  floor_per_second: number;
  /** How many times as long as the bare loop the way from the partner takes. */
  times_the_floor: number;
  /** CPU in milliseconds for each record from the partner, until the mesh has reacted to it: of all, and of some. */
  cpu_mesh: number;
  [cpu: `cpu_${string}`]: number;
  /** What the synchronisation after each of both had to write. */
  written_again: number;
};

type Mesh = { target: Target; client: MongoClient; processes: readonly ProcessState[] };

/** Synchronises so many suppliers with each partner in turn, both ways, and each way once more. */
export const measureSyncs = async (mesh: Mesh, records: number): Promise<SyncRate[]> => {
  const rates: SyncRate[] = [];
  for (const start of PARTNERS) {
    const partner = await start(records);
    try {
      rates.push(await measurePartner(mesh, partner, records));
    } finally {
      await partner.stop();
    }
  }
  return rates;
};

const measurePartner = async (mesh: Mesh, partner: Partner, records: number): Promise<SyncRate> => {
  const { target } = mesh;
  const connection = await connect(target, partner, BATCH);
  try {
    const { done: inbound, cpu } = await cpuOfWork(mesh.processes, async () => {
      await enable(target, connection);
      return firstSync(target, connection);
    });
    const again = [await synchronise(target, connection)];
    const suppliers = await readSuppliers(mesh, connection);
    if (suppliers.length !== records) throw new Error(`Of ${records} suppliers ${suppliers.length} came.`);
    const floor = await measureFloor(mesh, partner, await readWritten(mesh, suppliers, inbound));
    await renameAll(target, suppliers);
    const outbound = await synchronise(target, connection);
    if (outbound.records_succeeded !== records) throw new Error(`Not all went back: ${JSON.stringify(outbound)}`);
    again.push(await synchronise(target, connection));
    const writtenAgain = again.reduce((sum, sync) => sum + sync.records_attempted, 0);
    if (writtenAgain > 0) throw new Error(`What was the same was written again: ${JSON.stringify(again)}`);
    const inbound_per_second = records / measureSeconds(inbound);
    return {
      partner: partner.name,
      records,
      inbound_per_second,
      outbound_per_second: records / measureSeconds(outbound),
      floor_per_second: floor,
      times_the_floor: floor / inbound_per_second,
      ...cpuOfEach(cpu, records),
      written_again: writtenAgain,
    };
  } finally {
    await disconnect(target, connection);
  }
};

const cpuOfEach = (cpu: Cpu, records: number) => ({
  cpu_mesh: Object.values(cpu).reduce((sum, ms) => sum + ms, 0) / records,
  ...Object.fromEntries(SHOWN.map((name) => [`cpu_${name}`, (cpu[name] ?? 0) / records])),
});

/** The suppliers that a connection made, as the entity service keeps them. */
const readSuppliers = async ({ client }: Mesh, { id: connection_id }: Connection): Promise<Document[]> => {
  const links = client.db(databaseName('integration')).collection('link');
  const ids = await links.distinct('entity_id', { connection_id });
  return client
    .db(databaseName('entity'))
    .collection<Document & { _id: string }>('entity')
    .find({ _id: { $in: ids } })
    .toArray();
};

/** All that a synchronisation has written of those suppliers, by collection: itself, its history, its event, its link. */
const readWritten = async ({ client }: Mesh, suppliers: readonly Document[], sync: Sync): Promise<Document[][]> => {
  const ids = { $in: suppliers.map(({ _id }) => _id) };
  const [entity, integration] = [client.db(databaseName('entity')), client.db(databaseName('integration'))];
  const during = { $gte: new Date(sync.started_at), $lte: new Date(sync.completed_at ?? '') };
  const others = await Promise.all([
    entity.collection('entity_history').find({ entity_id: ids }).toArray(),
    entity.collection('outbox').find({ type: 'entity.entity.created.v1', created_at: during }).toArray(),
    integration.collection('link').find({ entity_id: ids }).toArray(),
  ]);
  for (const { length } of others)
    if (length !== suppliers.length)
      throw new Error(`Of ${suppliers.length} suppliers ${length} documents were found.`);
  return [[...suppliers], ...others];
};

/**
 * The same pages by bare requests, and the same documents page by page into collections without a service, as durably as the
 * services write. The middle of three rounds, in records a second.
 */
const measureFloor = async ({ client }: Mesh, partner: Partner, documents: Document[][]): Promise<number> => {
  const rates: number[] = [];
  for (let round = 0; round < FLOORS; round += 1) {
    const written = documents.map((_, index) => client.db(FLOOR_DATABASE).collection(`sync_${index}`, DURABLE));
    const began = performance.now();
    let taken = 0;
    for await (const { length } of partner.pages(BATCH)) {
      const insert = (one: (typeof written)[number], index: number) =>
        one.insertMany(documents[index]?.slice(taken, taken + length) ?? []);
      await Promise.all(written.map(insert));
      taken += length;
    }
    rates.push(taken / ((performance.now() - began) / 1_000));
    for (const collection of written) await collection.drop();
  }
  return rates.toSorted((one, other) => one - other)[Math.floor(FLOORS / 2)] ?? 0;
};

/** Gives each supplier another name by a request of its own. */
const renameAll = async (target: Target, suppliers: readonly Document[]): Promise<void> => {
  const rename = (index: number) => {
    const supplier = suppliers[index];
    return makeClient(target).entities.update(String(supplier?._id), { name: `${supplier?.name}, renamed` }, ONCE);
  };
  await times(suppliers.length, rename, CHANGES_AT_ONCE);
};
