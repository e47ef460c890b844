import type { RemoteCall } from '../../remote/remote.ts';
import type { RemoteContext, RemotePage, RemoteRecord, RemoteSystem, Source, TestResult } from '../connector.ts';
import { type Definitions, makeDefinitions } from './definition.ts';
import { domainOf } from './domain.ts';
import { ALL_ROWS, namesOf, type Row, recordOf } from './record.ts';
import { makeRpc, type Rpc, resultOf, rootRequest } from './rpc.ts';
import { walkChanges } from './walk.ts';
import { stampOf } from './wire.ts';
import { writeRows } from './write.ts';

/** Tryton makes and changes about so many parties in a few seconds. */
const MAX_BATCH = 200;
const KEYS_AT_ONCE = 5_000;

/** An object of Tryton (`party.party`) by the rights of one user. */
export const makeTrytonRemote = ({ call, endpoints }: Pick<RemoteContext, 'call' | 'endpoints'>): RemoteSystem => {
  const rpc = makeRpc({ call, apiBase: endpoints.api_base });
  const definitions = makeDefinitions(rpc);
  const reader = makeReader(rpc, definitions);
  return {
    test: () => test(rpc, () => askVersion(call, endpoints.api_base)),
    now: async () => (await askVersion(call, endpoints.api_base)).at,
    changedSince: reader.changedSince,
    fetch: reader.fetch,
    keys: (source) => walkKeys(rpc, source),
    // Tryton notes that something was deleted, not what: keys are swept.
    deletions: null,
    upsert: (source, writes) =>
      writeRows({ rpc, definitions, object: source.object }, writes, (ids) => reader.fetch(source, ids.map(String))),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};

const makeReader = (rpc: Rpc, definitions: Definitions) => ({
  async *changedSince(source: Source, since: Date | null): AsyncGenerator<RemotePage> {
    const definition = await definitions(source.object);
    const { object, pageSize } = source;
    const condition = domainOf(source.filters, definition);
    const walk = { object, pageSize, condition, names: namesOf(source, definition) };
    for await (const rows of walkChanges(rpc, walk, since && stampOf(since)))
      yield { records: rows.map((row) => recordOf(row, definition)) };
  },
  async fetch(source: Source, externalIds: readonly string[]): Promise<RemoteRecord[]> {
    const definition = await definitions(source.object);
    const ids = externalIds.map(Number).filter(Number.isSafeInteger);
    const parameters = [[['id', 'in', ids]], 0, null, [['id', 'ASC']], namesOf(source, definition)];
    const rows = (await rpc(`model.${source.object}.search_read`, parameters, ALL_ROWS)) as Row[];
    return rows.map((row) => recordOf(row, definition));
  },
});

/** Also of what a mapping's filters leave out, which is not gone. */
async function* walkKeys(rpc: Rpc, { object }: Source): AsyncGenerator<string[]> {
  for (let last = 0; ; ) {
    const parameters = [[['id', '>', last]], 0, KEYS_AT_ONCE, [['id', 'ASC']]];
    const ids = (await rpc(`model.${object}.search`, parameters, ALL_ROWS)) as number[];
    if (ids.length > 0) yield ids.map(String);
    if (ids.length < KEYS_AT_ONCE) return;
    last = ids.at(-1) as number;
  }
}

const test = async (rpc: Rpc, ask: () => Promise<Version>): Promise<TestResult> => {
  const { version } = await ask();
  await rpc('model.res.user.get_preferences', [true]);
  return { apiVersion: version, checks: [{ name: 'session', ok: true, message: null }] };
};

type Version = { version: string | null; at: Date | null };

/** What nobody has to prove anything for: the version of the server, and its clock. */
const askVersion = (call: RemoteCall, apiBase: string): Promise<Version> =>
  call(rootRequest(apiBase, 'common.server.version'), (answer) => {
    const { result } = resultOf(answer);
    const at = new Date(String(answer.headers.date));
    return { version: typeof result === 'string' ? result : null, at: Number.isNaN(at.getTime()) ? null : at };
  });
