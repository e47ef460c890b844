import type { RemoteContext, RemotePage, RemoteRecord, Source } from '../connector.ts';
import { type Stream, untilNothingNew, walkChanges } from '../walk.ts';
import { type VaultFields, withWholeTexts } from './vault-fields.ts';
import { queryAll, queryPage } from './vault-query.ts';
import { changeFieldOf, isDocuments, recordOf, selectionOf } from './vault-source.ts';
import { contains, MAX_PAGE_SIZE, moment, type Statement } from './vql.ts';

/** So many keys fit into a query of 50,000 characters with room to spare. */
const KEYS_AT_ONCE = 500;

/** What is asked of a Vault: what is selected, and how its rows are read. */
type Reading = { context: RemoteContext; source: Source; selection: ReturnType<typeof selectionOf> };

const readingOf = (context: RemoteContext, source: Source, fields: VaultFields): Reading => ({
  ...{ context, source },
  selection: selectionOf(withWholeTexts(source, fields)),
});

const allOf = async function* ({ context, source, selection }: Reading, given: Pick<Statement, 'where' | 'pageSize'>) {
  const where = [...selection.where, ...given.where];
  for await (const rows of queryAll(context, { ...selection, ...given, where, orderBy: ['id'] }))
    yield rows.map((row) => recordOf(source, row));
};

/** VQL compares no pairs and orders no keys, so what is left of a moment is counted, and read until nothing of it is new. */
const streamOf = (reading: Reading, since: Date | null): Stream => {
  const { context, source, selection } = reading;
  const field = changeFieldOf(source);
  return {
    since: since?.toISOString() ?? null,
    async from(at) {
      const where = [...selection.where, at === null ? `${field} != null` : `${field} >= ${moment(at)}`];
      const { rows } = await queryPage(context, { ...selection, where, orderBy: [field, 'id'] });
      return rows.map((row) => recordOf(source, row));
    },
    within: (at) =>
      untilNothingNew(() => allOf(reading, { where: [`${field} = ${moment(at)}`], pageSize: selection.pageSize })),
    behind: (at) => new Date(Date.parse(at) + 1).toISOString(),
  };
};

/** Records that changed at `since` or later; where a connection names a field that may be empty, those where it is, too. */
export const changedSince = (
  context: RemoteContext,
  { source, fields, since }: { source: Source; fields: VaultFields; since: Date | null },
): AsyncIterable<RemotePage> => {
  const reading = readingOf(context, source, fields);
  const { pageSize } = reading.selection;
  const where = [`${changeFieldOf(source)} = null`];
  const timeless =
    source.changeField === null ? null : () => untilNothingNew(() => allOf(reading, { where, pageSize }));
  return walkChanges({ streams: [streamOf(reading, since)], timeless }, pageSize);
};

/** The records of these keys as they stand; what is not there, or does not fit the filters, is left out. */
export const fetch = async (
  context: RemoteContext,
  source: Source,
  { fields, externalIds }: { fields: VaultFields; externalIds: readonly string[] },
): Promise<RemoteRecord[]> => {
  const reading = readingOf(context, source, fields);
  const records: RemoteRecord[] = [];
  for (const ids of slices(source, externalIds))
    for await (const some of allOf(reading, { where: [contains('id', ids)], pageSize: MAX_PAGE_SIZE }))
      records.push(...some);
  return records;
};

/** Keys of documents are numbers, those of other objects texts. */
const slices = (source: Source, externalIds: readonly string[]): (string | number)[][] => {
  const ids = isDocuments(source)
    ? externalIds.filter((id) => /^\d{1,15}$/.test(id)).map(Number)
    : externalIds.map(String);
  return Array.from({ length: Math.ceil(ids.length / KEYS_AT_ONCE) }, (_, index) =>
    ids.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
};
