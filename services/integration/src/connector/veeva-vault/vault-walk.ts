import type { RemoteContext, RemotePage, RemoteRecord, Source } from '../connector.ts';
import { type Stream, untilNothingNew, walkChanges } from '../walk.ts';
import { type VaultFields, withWholeTexts } from './vault-fields.ts';
import { queryAll, queryPage } from './vault-query.ts';
import { getChangeField, isDocuments, toRecord, toSelection } from './vault-source.ts';
import { contains, MAX_PAGE_SIZE, moment, type Statement } from './vql.ts';

/** So many keys fit into a query of 50,000 characters with room to spare. */
const KEYS_AT_ONCE = 500;

/** A query of a Vault: what is selected, and how its rows are read. */
type Reading = { context: RemoteContext; source: Source; selection: ReturnType<typeof toSelection> };

const toReading = (context: RemoteContext, source: Source, fields: VaultFields): Reading => ({
  context,
  source,
  selection: toSelection(withWholeTexts(source, fields)),
});

const readAll = async function* (
  { context, source, selection }: Reading,
  given: Pick<Statement, 'where' | 'pageSize'>,
) {
  const where = [...selection.where, ...given.where];
  for await (const rows of queryAll(context, { ...selection, ...given, where, orderBy: ['id'] }))
    yield rows.map((row) => toRecord(source, row));
};

/** VQL compares no pairs and orders no keys, so what is left of a moment is counted, and read until nothing of it is new. */
const toStream = (reading: Reading, since: Date | null): Stream => {
  const { context, source, selection } = reading;
  const field = getChangeField(source);
  return {
    since: since?.toISOString() ?? null,
    async from(at) {
      const where = [...selection.where, at === null ? `${field} != null` : `${field} >= ${moment(at)}`];
      const { rows } = await queryPage(context, { ...selection, where, orderBy: [field, 'id'] });
      return rows.map((row) => toRecord(source, row));
    },
    within: (at) =>
      untilNothingNew(() => readAll(reading, { where: [`${field} = ${moment(at)}`], pageSize: selection.pageSize })),
    behind: (at) => new Date(Date.parse(at) + 1).toISOString(),
  };
};

/** Records that changed at `since` or later; where a connection names a field that may be empty, those where it is, too. */
export const changedSince = (
  context: RemoteContext,
  { source, fields, since }: { source: Source; fields: VaultFields; since: Date | null },
): AsyncIterable<RemotePage> => {
  const reading = toReading(context, source, fields);
  const { pageSize } = reading.selection;
  const where = [`${getChangeField(source)} = null`];
  const timeless =
    source.changeField === null ? null : () => untilNothingNew(() => readAll(reading, { where, pageSize }));
  return walkChanges({ streams: [toStream(reading, since)], timeless }, pageSize);
};

/** The present records of these keys, without those that are missing or do not match the filters. */
export const fetch = async (
  context: RemoteContext,
  source: Source,
  { fields, externalIds }: { fields: VaultFields; externalIds: readonly string[] },
): Promise<RemoteRecord[]> => {
  const reading = toReading(context, source, fields);
  const records: RemoteRecord[] = [];
  for (const ids of slices(source, externalIds))
    for await (const some of readAll(reading, { where: [contains('id', ids)], pageSize: MAX_PAGE_SIZE }))
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
