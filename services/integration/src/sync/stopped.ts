import type { Connection } from '../connection/connection.ts';
import { cancelled, failed, type Sync } from './sync.ts';

/** The status of a connection, which decides how its synchronisation ends; null where it was removed. */
export type ConnectionState = Pick<Connection, 'status' | 'problem'> | null;

/** The synchronisation of a connection that is not active any more: failed by what put it into `error`, else cancelled. */
export const stopped = (sync: Sync, connection: ConnectionState, now: Date): Sync => {
  if (connection?.status !== 'error' || !connection.problem) return cancelled(sync, now);
  const { code, message } = connection.problem;
  return failed(sync, { code, message }, now);
};

/**
 * Whether the replica that runs a synchronisation ends it. In `error` it is, unless the synchronisation waits
 * for its time: what the replica has just written is counted first.
 */
export const isLeftToReplica = ({ next_at }: Sync, connection: ConnectionState, now: Date): boolean =>
  connection?.status === 'error' && next_at !== null && next_at <= now;
