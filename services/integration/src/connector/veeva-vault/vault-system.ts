import type { RemoteContext, RemoteSystem, TestResult } from '../connector.ts';
import { act } from './vault-action.ts';
import { apiUrl, toVersion, versionsUrl } from './vault-address.ts';
import { readVault } from './vault-answer.ts';
import { content } from './vault-content.ts';
import { deletions } from './vault-deletion.ts';
import { makeVaultFields, toRemoteFields } from './vault-fields.ts';
import { changedSince, fetch } from './vault-walk.ts';
import { MAX_BATCH, upsert } from './vault-write.ts';

const HEADERS = { accept: 'application/json' };

/** A Vault, by the credential of one connection. */
export const openVault = (context: RemoteContext): RemoteSystem => {
  const toFields = makeVaultFields(context);
  return {
    test: () => test(context),
    now: () => now(context),
    async *changedSince(source, since) {
      yield* changedSince(context, { source, since, fields: await toFields(source) });
    },
    describe: async (object) => ({
      objects: null,
      fields: object === null ? [] : toRemoteFields(await toFields({ object })),
    }),
    fetch: async (source, externalIds) => fetch(context, source, { fields: await toFields(source), externalIds }),
    deletions: (source, since) => deletions(context, source, since),
    upsert: async (source, writes) => upsert(context, { source, fields: await toFields(source) }, writes),
    maxBatch: MAX_BATCH,
    content: async (source, externalId, rendition) => content(context, source, externalId, rendition),
    act: (source, externalId, action) => act(context, source, externalId, action),
  };
};

/** Vault has no call that does nothing; the list of its versions is the shortest, and its answer carries the clock. */
const now = ({ call, endpoints }: RemoteContext): Promise<Date | null> =>
  call({ url: versionsUrl(endpoints), method: 'GET', headers: HEADERS }, (answer) => {
    readVault(answer);
    const date = new Date(String(answer.headers.date ?? ''));
    return Number.isNaN(date.getTime()) ? null : date;
  });

const test = async ({ call, endpoints }: RemoteContext): Promise<TestResult> => {
  const version = toVersion(endpoints);
  const isSpoken = await call({ url: versionsUrl(endpoints), method: 'GET', headers: HEADERS }, (answer) =>
    Object.hasOwn((readVault(answer).values ?? {}) as object, version),
  );
  const me = { url: apiUrl(endpoints, '/objects/users/me'), method: 'GET' as const, headers: HEADERS };
  await call(me, readVault);
  return {
    apiVersion: version,
    checks: [
      { name: 'session', ok: true, message: null },
      { name: 'api_version', ok: isSpoken, message: isSpoken ? null : `This Vault does not speak ${version}.` },
    ],
  };
};
