import type { RemoteRecord, RemoteWrite, RemoteWriteResult, Source } from '../../src/connector/connector.ts';
import { openTryton } from './tryton-access.ts';
import { startTryton } from './tryton-server.ts';

export const SOURCE: Source = {
  object: 'party.party',
  documentTypes: [],
  fields: ['name', 'code', 'active'],
  filters: [],
  changeField: null,
  pageSize: 10,
};

export const toRow = (
  reference: string,
  fields: Record<string, unknown>,
  more: Partial<RemoteWrite> = {},
): RemoteWrite => ({
  externalId: null,
  reference,
  etag: null,
  fields,
  ...more,
});

/** Throws where the row was not written. */
export const written = (result: RemoteWriteResult | undefined) => {
  if (!result?.ok) throw new Error(`not written: ${result?.error.message}`);
  return result;
};

/** Why a row was not written. Throws where it was. */
export const failed = (result: RemoteWriteResult | undefined) => {
  if (!result || result.ok) throw new Error('written');
  return result.error;
};

/** What the work failed with. Throws where it did not. */
export const caught = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error) => error,
  );

/** Starts a Tryton and its parties, as the connector and as an administrator reach them; null where there is no Tryton. */
export const startParties = async () => {
  const server = await startTryton();
  if (!server) return null;
  const user = openTryton(server);
  let count = 0;
  return {
    server,
    user,
    /** A source of the test's own: parties whose code starts with a prefix. */
    makeSource(more: Partial<Source> = {}): Source & { prefix: string } {
      count += 1;
      const prefix = `M${count}-`;
      const filters = [
        { field: 'code', operator: 'ge' as const, value: prefix },
        { field: 'code', operator: 'lt' as const, value: `M${count}.` },
      ];
      return { ...SOURCE, filters, ...more, prefix };
    },
    create: async (...some: object[]): Promise<number[]> =>
      (await server.rpc('model.party.party.create', some, {})) as number[],
    change: (id: number | string, values: object) => server.rpc('model.party.party.write', [Number(id)], values, {}),
    async walk(source: Source, since: Date | null = null): Promise<RemoteRecord[]> {
      const records: RemoteRecord[] = [];
      for await (const page of user.remote.changedSince(source, since)) records.push(...page.records);
      return records;
    },
    fetchOne: async (id: number | string, fields: readonly string[] = SOURCE.fields): Promise<RemoteRecord> =>
      (await user.remote.fetch({ ...SOURCE, fields: [...fields] }, [String(id)]))[0] as RemoteRecord,
    upsert: (...writes: RemoteWrite[]): Promise<RemoteWriteResult[]> =>
      user.remote.upsert?.(SOURCE, writes) as Promise<RemoteWriteResult[]>,
    async stop() {
      await user.close();
      await server.stop();
    },
  };
};

export type TrytonParties = NonNullable<Awaited<ReturnType<typeof startParties>>>;
