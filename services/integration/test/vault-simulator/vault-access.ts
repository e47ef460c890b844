import { makeLog, makeOutboundClient, parseNetwork } from '@qsc/service-kit';
import type { RemoteContext, RemoteSystem, Source } from '../../src/connector/connector.ts';
import { veevaVault } from '../../src/connector/veeva-vault/veeva-vault.ts';
import type { Credential, RemoteCall } from '../../src/remote/remote.ts';
import { type Access, makeRemoteCall } from '../../src/remote/transport.ts';
import type { VaultSimulator } from './vault-simulator.ts';

/** A vault as a connection reaches it, by the transport of the service; its credential lives in memory. */
export type VaultAccess = {
  system: RemoteSystem;
  context: RemoteContext;
  login(): Promise<Credential>;
  exchange(accessToken: string): Promise<Credential>;
  close(): Promise<void>;
};

const loopback = parseNetwork('127.0.0.1/32');

type Options = { now?: () => Date; password?: string; apiVersion?: string; apiBase?: string };

export const accessVault = (vault: VaultSimulator, options: Options = {}): VaultAccess => {
  const { now = () => new Date(), password = vault.user.password, apiVersion = null, apiBase = vault.url } = options;
  const outbound = makeOutboundClient({ allowedNetworks: loopback ? [loopback] : [] });
  const { signal } = new AbortController();
  const transport = { outbound, signal, delaysMs: [1, 1, 1], random: () => 0 };
  const send: RemoteCall = makeRemoteCall({ ...transport, access: null });
  const known = {
    endpoints: { api_base: apiBase, api_version: apiVersion ?? null, host: null },
    authentication: { type: 'session', username: vault.user.username, profile_id: '_9ad0a091', client_id: 'qsc' },
    log: makeLog('test', 'error'),
    now,
    signal,
  } as const;
  const loginContext = { ...known, send, secrets: { password } };
  const login = async (): Promise<Credential> => {
    if (!veevaVault.login) throw new Error('The connector has no login.');
    return veevaVault.login(loginContext);
  };
  let held: { credential: Credential; version: number } | null = null;
  const renewed = async () => {
    held = { credential: await login(), version: (held?.version ?? 0) + 1 };
    return held;
  };
  const access: Access = { current: async () => held ?? renewed(), renew: renewed, apply: veevaVault.apply };
  const context: RemoteContext = { ...known, call: makeRemoteCall({ ...transport, access }) };
  return {
    context,
    login,
    system: veevaVault.open(context),
    close: outbound.close,
    exchange: async (token) => {
      if (!veevaVault.exchange) throw new Error('The connector has no exchange.');
      return veevaVault.exchange(loginContext, token);
    },
  };
};

/** A source of an object, with what a test says. */
export const toSource = (object: string, given: Partial<Source> = {}): Source => ({
  object,
  documentTypes: [],
  fields: ['name__v'],
  filters: [],
  changeField: null,
  pageSize: 100,
  ...given,
});

/** All records of a walk, page by page. */
export const walk = async (system: RemoteSystem, source: Source, since: Date | null = null) => {
  const pages = await Array.fromAsync(system.changedSince(source, since));
  return { pages, records: pages.flatMap((page) => page.records) };
};

/** What a promise is refused with. Throws where it is not. */
export const toRefusal = async (incoming: Promise<unknown>): Promise<Error & Record<string, unknown>> => {
  try {
    await incoming;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('Nothing was refused.');
};
