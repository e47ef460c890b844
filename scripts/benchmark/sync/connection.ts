import { setTimeout as pause } from 'node:timers/promises';
import { read, send } from '../api.ts';
import type { Target } from '../load.ts';
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
const PATIENCE_MS = 15 * 60_000;

const put = async ({ url, token }: Target, path: string, body: object): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
};

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
  await put(target, `${path}/mappings`, { mappings: [partner.mapping] });
  return { path };
};

export const enable = async (target: Target, { path }: Connection): Promise<void> => {
  await send(target, `${path}/enable`, {});
};

export const disconnect = async ({ url, token }: Target, { path }: Connection): Promise<void> => {
  const answer = await fetch(`${url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`The removal of ${path} was answered ${answer.status}.`);
};

/** Begins a synchronisation and waits for its end. */
export const synchronise = async (target: Target, connection: Connection): Promise<Sync> => {
  const { sync_id } = await send<Sync>(target, `${connection.path}/sync`, {});
  return untilDone(target, connection, sync_id);
};

/** Waits for the end of the first synchronisation, which begins by itself when the connection is enabled. */
export const firstSync = async (target: Target, connection: Connection): Promise<Sync> => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await pause(LOOK_MS)) {
    const [first] = await read<Sync[]>(target, `${connection.path}/history?per_page=1`);
    if (first) return untilDone(target, connection, first.sync_id);
  }
  throw new Error('No synchronisation began.');
};

/** Throws for one that did not take all. */
const untilDone = async (target: Target, { path }: Connection, id: string): Promise<Sync> => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await pause(LOOK_MS)) {
    const sync = await read<Sync>(target, `${path}/syncs/${id}`);
    if (sync.status === 'running') continue;
    if (sync.status !== 'success') throw new Error(`A synchronisation ended so: ${JSON.stringify(sync)}`);
    return sync;
  }
  throw new Error('A synchronisation did not end.');
};

export const secondsOf = ({ started_at, completed_at }: Sync): number =>
  Math.max(0.001, (Date.parse(completed_at ?? '') - Date.parse(started_at)) / 1_000);
