import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteContext, RemotePage, RemoteRecord, Source } from '../connector.ts';
import { type QueryPage, queryAll, queryPage, type Row } from './vault-query.ts';
import { changeFieldOf, isDocuments, recordOf, selectionOf } from './vault-source.ts';
import { contains, MAX_PAGE_SIZE, moment, type Statement } from './vql.ts';

/** So many keys fit into a query of 50,000 characters with room to spare. */
const KEYS_AT_ONCE = 500;

/** What was taken of the instant that a walk stands at. */
type Standing = { at: string | null; taken: Set<string> };

/**
 * Records that changed at `since` or later, in the order of (modified, id). Each page is a query of its own that begins at the
 * last row's instant, and what was taken of that instant is left out: a page by offset would skip a record for each one that
 * leaves an earlier page because it changes meanwhile. VQL compares no pairs, so an instant that fills a page is taken apart.
 */
export async function* changedSince(
  context: RemoteContext,
  source: Source,
  since: Date | null,
): AsyncGenerator<RemotePage> {
  let standing: Standing = { at: since?.toISOString() ?? null, taken: new Set() };
  let from: From = { operator: '>=', at: standing.at };
  for (;;) {
    const { rows, next } = await pageFrom(context, source, from);
    const records = rows.map((row) => datedRecord(source, row)).filter(isNew(standing));
    if (records.length > 0) {
      yield { records };
      standing = standingAfter(standing, records);
      from = { operator: '>=', at: standing.at };
    }
    if (next === null) return;
    if (records.length === 0) {
      yield* wholeInstant(context, source, standing);
      from = { operator: '>', at: standing.at };
    }
  }
}

const datedRecord = (source: Source, row: Row): RemoteRecord => {
  const record = recordOf(source, row);
  if (record.modifiedAt !== null) return record;
  throw new RemoteRefusal('VALIDATION_ERROR', 'The field that tells changes is empty in some records.', {
    field: changeFieldOf(source),
  });
};

const isNew =
  ({ at, taken }: Standing) =>
  ({ modifiedAt, externalId }: RemoteRecord): boolean =>
    modifiedAt !== at || !taken.has(externalId);

const standingAfter = (before: Standing, records: readonly RemoteRecord[]): Standing => {
  const at = records.at(-1)?.modifiedAt ?? before.at;
  const ids = records.filter(({ modifiedAt }) => modifiedAt === at).map(({ externalId }) => externalId);
  return { at, taken: new Set(at === before.at ? [...before.taken, ...ids] : ids) };
};

type From = { operator: '>=' | '>' | '='; at: string | null };

const pageFrom = (context: RemoteContext, source: Source, { operator, at }: From): Promise<QueryPage> => {
  const field = changeFieldOf(source);
  const selection = selectionOf(source);
  const where = at === null ? selection.where : [...selection.where, `${field} ${operator} ${moment(at)}`];
  return queryPage(context, { ...selection, where, orderBy: [field, 'id'] });
};

/** What is left of an instant that has more records than a page. */
async function* wholeInstant(
  context: RemoteContext,
  source: Source,
  { at, taken }: Standing,
): AsyncGenerator<RemotePage> {
  const selection = selectionOf(source);
  const where = [...selection.where, `${changeFieldOf(source)} = ${moment(at ?? '')}`];
  for await (const rows of untilNothingNew(context, { ...selection, where, orderBy: ['id'] }, taken))
    yield { records: rows.map((row) => recordOf(source, row)) };
}

/**
 * Rows that were not taken yet, by further pages. It is read again until a whole reading brings nothing new, since rows that
 * leave the result between two of its pages move the others forward, past the reader.
 */
async function* untilNothingNew(
  context: RemoteContext,
  query: Statement,
  taken: Set<string>,
): AsyncGenerator<readonly Row[]> {
  for (let found = true; found; ) {
    found = false;
    for await (const rows of queryAll(context, query)) {
      const further = rows.filter((row) => !taken.has(idOf(row)));
      for (const row of further) taken.add(idOf(row));
      if (further.length === 0) continue;
      found = true;
      yield further;
    }
  }
}

/** The records of these keys as they stand; what is not there, or does not fit the filters, is left out. */
export const fetch = async (
  context: RemoteContext,
  source: Source,
  externalIds: readonly string[],
): Promise<RemoteRecord[]> => {
  const selection = selectionOf(source);
  const records: RemoteRecord[] = [];
  for (const ids of slices(source, externalIds)) {
    const where = [...selection.where, contains('id', ids)];
    const query = { ...selection, where, orderBy: ['id'], pageSize: MAX_PAGE_SIZE };
    for await (const rows of queryAll(context, query)) records.push(...rows.map((row) => recordOf(source, row)));
  }
  return records;
};

/** Those of the keys that are there, whatever the filters say. */
export const present = async (
  context: RemoteContext,
  source: Source,
  externalIds: readonly string[],
): Promise<Set<string>> => {
  const bare = { ...source, documentTypes: [], fields: [], filters: [] };
  return new Set((await fetch(context, bare, externalIds)).map(({ externalId }) => externalId));
};

/** All keys that there are. */
export async function* keys(context: RemoteContext, source: Source): AsyncGenerator<readonly string[]> {
  const selection = { ...selectionOf({ ...source, fields: [] }), select: ['id'], pageSize: MAX_PAGE_SIZE };
  const query = { ...selection, orderBy: ['id'] };
  for await (const rows of untilNothingNew(context, query, new Set())) yield rows.map(idOf);
}

const idOf = ({ id }: Row): string => String(id);

/** Keys of documents are numbers, those of other objects texts. */
const slices = (source: Source, externalIds: readonly string[]): (string | number)[][] => {
  const ids = isDocuments(source)
    ? externalIds.filter((id) => /^\d{1,15}$/.test(id)).map(Number)
    : externalIds.map(String);
  return Array.from({ length: Math.ceil(ids.length / KEYS_AT_ONCE) }, (_, index) =>
    ids.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
};
