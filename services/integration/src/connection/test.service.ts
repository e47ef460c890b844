import type { Call, Clock } from '@qsc/service-kit';
import type { OpenRemote } from '../remote/open-remote.ts';
import { AddressRefused, AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { ConnectionStore } from './connection.store.ts';
import type { Connection } from './connection.ts';

type Check = { name: string; ok: boolean; message: string | null };

/** What a test found. */
export type TestedConnection = {
  success: boolean;
  api_available: boolean;
  api_version: string | null;
  response_time_ms: number;
  checks: Check[];
  tested_at: Date;
};

/** Tries a connection out; that it fails is an answer. Throws `not_found`. */
export type TestConnection = (id: string, call: Call) => Promise<TestedConnection>;

type Parts = { store: Pick<ConnectionStore, 'get'>; openRemote: OpenRemote; signal: AbortSignal; clock: Clock };

export const makeTestConnection =
  ({ store, openRemote, signal, clock }: Parts): TestConnection =>
  async (id, call) => {
    const connection = await store.get(call.actor.org_id, id);
    const began = performance.now();
    const found = await tried(() => ask(connection, openRemote, signal));
    const response_time_ms = Math.round(performance.now() - began);
    return { success: found.checks.every(({ ok }) => ok), ...found, response_time_ms, tested_at: clock() };
  };

type Found = Pick<TestedConnection, 'api_available' | 'api_version' | 'checks'>;

const ask = async (connection: Connection, openRemote: OpenRemote, signal: AbortSignal): Promise<Found> => {
  const { apiVersion, checks } = await (await openRemote(connection, signal)).test();
  const reached = { name: 'reachable', ok: true, message: null };
  return { api_available: true, api_version: apiVersion, checks: [reached, ...checks] };
};

const tried = async (test: () => Promise<Found>): Promise<Found> => {
  try {
    return await test();
  } catch (error) {
    // What refuses a request is there.
    const api_available = error instanceof RemoteRefusal && !(error instanceof AddressRefused);
    return { api_available, api_version: null, checks: [failedCheckOf(error)] };
  }
};

const failedCheckOf = (error: unknown): Check => {
  if (error instanceof AuthorizationLost) return { name: 'authorization', ok: false, message: error.message };
  if (error instanceof RemoteTrouble || error instanceof AddressRefused)
    return { name: 'reachable', ok: false, message: error.message };
  if (error instanceof RemoteRefusal) return { name: 'permission', ok: false, message: error.message };
  throw error;
};
