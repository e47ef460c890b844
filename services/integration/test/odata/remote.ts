import { type Log, makeOutboundClient, parseNetwork } from '@qsc/service-kit';
import type { Connector, RemoteSystem, Source } from '../../src/connector/connector.ts';
import type { Credential, RemoteCall } from '../../src/remote/remote.ts';
import { makeRemoteCall } from '../../src/remote/transport.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as unknown as Log;

/** A client that may call this machine by its address. */
export const openOutbound = () => {
  const network = parseNetwork('127.0.0.1/32');
  return makeOutboundClient({ allowedNetworks: network ? [network] : [] });
};

type Given = { connector: Connector; apiBase: string; headers?: Readonly<Record<string, string>>; call?: RemoteCall };

/** An external system as the service opens it, by the service's own transport with short pauses. */
export const openSystem = (given: Given, outbound: ReturnType<typeof openOutbound>): RemoteSystem => {
  const { connector, apiBase, headers = {} } = given;
  const credential: Credential = { values: headers, expiresAt: null };
  const held = { credential, version: 1 };
  const access = { current: async () => held, renew: async () => held, apply: connector.apply };
  const { signal } = new AbortController();
  return connector.open({
    endpoints: { api_base: apiBase, api_version: null, host: null },
    authentication: { type: 'basic' },
    call: given.call ?? makeRemoteCall({ outbound, access, signal, delaysMs: [1, 2], random: () => 0.5 }),
    log: silent,
    now: () => new Date(),
    signal,
  });
};

/** A source as a mapping makes it. */
export const toSource = (object: string, given: Partial<Source> = {}): Source => ({
  object,
  documentTypes: [],
  fields: [],
  filters: [],
  changeField: null,
  pageSize: 100,
  ...given,
});

export const readAll = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

/** What the work failed with; null where it did not. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
