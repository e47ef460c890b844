import type { RemoteCall } from '../../remote/remote.ts';
import type { RemoteContext, RemotePage, RemoteRecord, RemoteSystem, Source, TestResult } from '../connector.ts';
import { type Definitions, makeDefinitions, requireIndex, toRemoteFields } from './definition.ts';
import { toDomain } from './domain.ts';
import { toNames, toRecord } from './record.ts';
import { makeRpc, type Rpc, rootRequest, toResult } from './rpc.ts';
import { all, changes, type Walk } from './walk.ts';
import { writeRows } from './write.ts';

/** Tryton makes and changes about so many parties in a few seconds. */
const MAX_BATCH = 200;

/** An object of Tryton (`party.party`), by the rights of one user. */
export const makeTrytonRemote = ({ call, endpoints }: Pick<RemoteContext, 'call' | 'endpoints'>): RemoteSystem => {
  const rpc = makeRpc({ call, apiBase: endpoints.api_base });
  const definitions = makeDefinitions(rpc);
  const reader = makeReader(rpc, definitions);
  return {
    test: () => test(rpc, () => readVersion(call, endpoints.api_base)),
    now: async () => (await readVersion(call, endpoints.api_base)).at,
    changedSince: reader.changedSince,
    fetch: reader.fetch,
    numbers: reader.numbers,
    check: reader.check,
    describe: async (object) => ({
      objects: null,
      fields: object === null ? [] : toRemoteFields(await definitions(object)),
    }),
    // Tryton notes that something was deleted, not what: keys are swept.
    deletions: null,
    upsert: (source, writes) =>
      writeRows({ rpc, definitions, object: source.object }, writes, (ids) => reader.fetch(source, ids.map(String))),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};

const makeReader = (rpc: Rpc, definitions: Definitions) => {
  const toWalk = async (source: Source): Promise<Walk> => {
    const definition = await definitions(source.object);
    const [condition, names] = [toDomain(source.filters, definition), toNames(source, definition)];
    const { object, pageSize } = source;
    return { rpc, object, pageSize, condition, names, read: (row) => toRecord(row, definition) };
  };
  return {
    async *changedSince(source: Source, since: Date | null): AsyncGenerator<RemotePage> {
      yield* changes(await toWalk(source), since);
    },
    async fetch(source: Source, externalIds: readonly string[]): Promise<RemoteRecord[]> {
      const ids = externalIds.map(Number).filter(Number.isSafeInteger);
      return (await Array.fromAsync(all(await toWalk(source), [['id', 'in', ids]]))).flat();
    },
    async numbers({ object, fields }: Pick<Source, 'object' | 'fields'>): Promise<ReadonlySet<string>> {
      const definition = await definitions(object);
      return new Set(fields.filter((path) => definition.get(path)?.type === 'numeric'));
    },
    async check({ object, fields }: Pick<Source, 'object' | 'fields'>): Promise<void> {
      const definition = await definitions(object);
      for (const path of fields) requireIndex(definition, path);
    },
  };
};

const test = async (rpc: Rpc, fetchVersion: () => Promise<Version>): Promise<TestResult> => {
  const { version } = await fetchVersion();
  await rpc('model.res.user.get_preferences', [true]);
  return { apiVersion: version, checks: [{ name: 'session', ok: true, message: null }] };
};

type Version = { version: string | null; at: Date | null };

/** What nobody has to prove anything for: the version of the server, and its clock. */
const readVersion = (call: RemoteCall, apiBase: string): Promise<Version> =>
  call(rootRequest(apiBase, 'common.server.version'), (answer) => {
    const { result } = toResult(answer);
    const at = new Date(String(answer.headers.date));
    return { version: typeof result === 'string' ? result : null, at: Number.isNaN(at.getTime()) ? null : at };
  });
