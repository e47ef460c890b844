import type { Body, Client, Schemas } from '@qsc/client';
import { makeClient, type Target, until } from '../api.ts';
import type { Partner } from './partner.ts';

/** A synchronisation as the API shows it. */
export type Sync = Schemas['Sync'];

/** A connection that was enabled: its id. */
export type Connection = { id: string };

/** Enabling begins a synchronisation, and no other comes by itself. */
const WEEK_MINUTES = 7 * 24 * 60;
const LOOK_MS = 100;

const getIntegrations = (target: Target): Client['integrations'] => makeClient(target).integrations;

/** Makes a connection in both directions, ready to be enabled. */
export const connect = async (target: Target, partner: Partner, batchSize: number): Promise<Connection> => {
  const sync_config = {
    direction: 'bidirectional',
    interval_minutes: WEEK_MINUTES,
    batch_size: batchSize,
    change_detection: { field: partner.changeField ?? null, buffer_minutes: 0 },
  };
  const connection = { name: partner.name, ...partner.connection, sync_config };
  const { id } = await getIntegrations(target).createConnection(connection as Body<'createConnection'>);
  await getIntegrations(target).authorizeConnection(id);
  await getIntegrations(target).replaceMappings(id, { mappings: [partner.mapping] } as Body<'replaceMappings'>);
  return { id };
};

export const enable = async (target: Target, { id }: Connection): Promise<void> => {
  await getIntegrations(target).enableConnection(id);
};

export const disconnect = (target: Target, { id }: Connection): Promise<void> =>
  getIntegrations(target).deleteConnection(id);

/** Begins a synchronisation and waits for its end. */
export const synchronise = async (target: Target, connection: Connection): Promise<Sync> => {
  const { sync_id } = await getIntegrations(target).startSync(connection.id);
  return untilDone(target, connection, sync_id);
};

/** Waits for the end of the first synchronisation, which begins by itself when the connection is enabled. */
export const firstSync = async (target: Target, connection: Connection): Promise<Sync> => {
  const syncs = getIntegrations(target).listSyncs(connection.id, { per_page: 1 });
  const first = await until('a synchronisation begins', async () => (await syncs.page(1)).data[0] ?? null, LOOK_MS);
  return untilDone(target, connection, first.sync_id);
};

/** Throws for one that did not take all. */
const untilDone = async (target: Target, { id }: Connection, syncId: string): Promise<Sync> => {
  const look = async () => {
    const sync = await getIntegrations(target).getSync(id, syncId);
    return sync.status === 'running' ? null : sync;
  };
  const sync = await until('a synchronisation ends', look, LOOK_MS);
  if (sync.status !== 'success') throw new Error(`A synchronisation ended so: ${JSON.stringify(sync)}`);
  return sync;
};

export const measureSeconds = ({ started_at, completed_at }: Sync): number =>
  Math.max(0.001, (Date.parse(completed_at ?? '') - Date.parse(started_at)) / 1_000);
