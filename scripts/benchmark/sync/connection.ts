import { read, request, send, type Target, until } from '../api.ts';
import type { Partner } from './partner.ts';

/** A synchronisation as the API shows it. */
export type Sync = {
  sync_id: string;
  status: string;
  records_attempted: number;
  records_succeeded: number;
  records_failed: number;
  started_at: string;
  completed_at: string | null;
  errors?: unknown[];
};

/** A connection that was enabled: its address in the API. */
export type Connection = { path: string };

const PATH = '/v1/integrations/connections';
/** Enabling begins a synchronisation, and no other comes by itself. */
const WEEK_MINUTES = 7 * 24 * 60;
const LOOK_MS = 100;

/** Makes a connection in both directions, ready to be enabled. */
export const connect = async (target: Target, partner: Partner, batchSize: number): Promise<Connection> => {
  const sync_config = {
    direction: 'bidirectional',
    interval_minutes: WEEK_MINUTES,
    batch_size: batchSize,
    change_detection: { field: partner.changeField ?? null, buffer_minutes: 0 },
  };
  const { id } = await send<{ id: string }>(target, PATH, { name: partner.name, ...partner.connection, sync_config });
  const path = `${PATH}/${id}`;
  await send(target, `${path}/authorize`, {});
  await request(target, 'PUT', `${path}/mappings`, { mappings: [partner.mapping] });
  return { path };
};

export const enable = async (target: Target, { path }: Connection): Promise<void> => {
  await send(target, `${path}/enable`, {});
};

export const disconnect = (target: Target, { path }: Connection): Promise<unknown> => request(target, 'DELETE', path);

/** Begins a synchronisation and waits for its end. */
export const synchronise = async (target: Target, connection: Connection): Promise<Sync> => {
  const { sync_id } = await send<Sync>(target, `${connection.path}/sync`, {});
  return untilDone(target, connection, sync_id);
};

/** Waits for the end of the first synchronisation, which begins by itself when the connection is enabled. */
export const firstSync = async (target: Target, connection: Connection): Promise<Sync> => {
  const path = `${connection.path}/history?per_page=1`;
  const first = await until(
    'a synchronisation begins',
    async () => (await read<Sync[]>(target, path))[0] ?? null,
    LOOK_MS,
  );
  return untilDone(target, connection, first.sync_id);
};

/** Throws for one that did not take all. */
const untilDone = async (target: Target, { path }: Connection, id: string): Promise<Sync> => {
  const look = async () => {
    const sync = await read<Sync>(target, `${path}/syncs/${id}`);
    return sync.status === 'running' ? null : sync;
  };
  const sync = await until('a synchronisation ends', look, LOOK_MS);
  if (sync.status !== 'success') throw new Error(`A synchronisation ended so: ${JSON.stringify(sync)}`);
  return sync;
};

export const secondsOf = ({ started_at, completed_at }: Sync): number =>
  Math.max(0.001, (Date.parse(completed_at ?? '') - Date.parse(started_at)) / 1_000);
