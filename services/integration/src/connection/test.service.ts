import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Clock } from '@qsc/service-kit';
import type { OpenRemote } from '../remote/open-remote.ts';
import {
  AddressRefused,
  AnswerTooLarge,
  AuthorizationLost,
  NothingThere,
  ofTheSystem,
  RemoteRefusal,
  RemoteTrouble,
} from '../remote/remote-error.ts';
import type { ConnectionStore } from './connection.store.ts';
import type { Connection } from './connection.ts';

const LIMIT_MS = 20_000;

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

type Parts = { store: Pick<ConnectionStore, 'get'>; openOnce: OpenRemote; signal: AbortSignal; clock: Clock } & {
  /** How long the user waits at most, in milliseconds: less than the gateway waits for an answer. */
  limitMs?: number;
};

export const makeTestConnection =
  ({ store, openOnce, signal, clock, limitMs = LIMIT_MS }: Parts): TestConnection =>
  async (id, call) => {
    const connection = await store.get(call.actor.org_id, id);
    const startedAt = performance.now();
    const found = await tried(() => withinLimit(signal, limitMs, (limited) => check(connection, openOnce, limited)));
    const response_time_ms = Math.round(performance.now() - startedAt);
    return { success: found.checks.every(({ ok }) => ok), ...found, response_time_ms, tested_at: clock() };
  };

type Found = Pick<TestedConnection, 'api_available' | 'api_version' | 'checks'>;

const withinLimit = async <T>(
  signal: AbortSignal,
  limitMs: number,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const late = wait(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new RemoteTrouble(`The external system gave no answer within ${limitMs / 1000} s.`);
  });
  try {
    return await Promise.race([work(AbortSignal.any([signal, over.signal])), late]);
  } finally {
    over.abort();
  }
};

const check = async (connection: Connection, openOnce: OpenRemote, signal: AbortSignal): Promise<Found> => {
  const { apiVersion, checks } = await (await openOnce(connection, signal)).test();
  const reached = { name: 'reachable', ok: true, message: null };
  return { api_available: true, api_version: apiVersion, checks: [reached, ...checks] };
};

const tried = async (test: () => Promise<Found>): Promise<Found> => {
  try {
    return await test();
  } catch (thrown) {
    const error = ofTheSystem(thrown);
    // What refuses a request is there.
    const api_available = error instanceof RemoteRefusal && !(error instanceof AddressRefused);
    return { api_available, api_version: null, checks: [toFailedCheck(error)] };
  }
};

const toFailedCheck = (error: unknown): Check => {
  if (error instanceof AuthorizationLost) return { name: 'authorization', ok: false, message: error.message };
  if (error instanceof RemoteTrouble || error instanceof AddressRefused)
    return { name: 'reachable', ok: false, message: error.message };
  if (error instanceof AnswerTooLarge) return { name: 'answer_size', ok: false, message: error.message };
  if (error instanceof NothingThere) return { name: 'address', ok: false, message: error.message };
  if (error instanceof RemoteRefusal) return { name: 'permission', ok: false, message: error.message };
  throw error;
};
