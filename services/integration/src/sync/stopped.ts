import type { Connection } from '../connection/connection.ts';
import { cancelled, failed, type Sync } from './sync.ts';

/** What of a connection tells how its synchronisation ends; null where the connection is not there any more. */
export type Standing = Pick<Connection, 'status' | 'problem'> | null;

/** The synchronisation of a connection that is not active any more: failed by what put it into `error`, else cancelled. */
export const stopped = (sync: Sync, connection: Standing, now: Date): Sync => {
  if (connection?.status !== 'error' || !connection.problem) return cancelled(sync, now);
  const { code, message } = connection.problem;
  return failed(sync, { code, message }, now);
};

/**
 * Whether the replica that carries a synchronisation out is left to end it. In `error` it is, unless the synchronisation waits
 * for its time: what the replica has just written is counted first.
 */
export const isLeftToReplica = ({ next_at }: Sync, connection: Standing, now: Date): boolean =>
  connection?.status === 'error' && next_at !== null && next_at <= now;
