import DataLoader from 'dataloader';

/** A document requested by its id, in its organisation unless the collection is shared. */
export type ById = { id: string; orgId?: string };

/** The keys that a document is found by: its id, or what else is unique in an organisation. */
type ToKeys<Doc> = (doc: Doc) => readonly string[];

const byOwnId = ({ _id }: { _id: string }): readonly string[] => [_id];

const PARALLEL_GROUPS = 2;
const GROUP_LIMIT = 100;

/**
 * Reads documents by id, or by another key of which `toKeys` tells. Those requested while earlier groups are read share one
 * query for each organisation, since a query costs far more than a document in it. A query begins after everything in it was
 * asked for, so a read sees what was acknowledged before. Nothing is kept; callers who ask for the same document at the same
 * time get the same object, which is theirs to read only.
 */
export const makeGroupedRead = <Doc extends { _id: string }>(
  find: (ids: string[], orgId: string | undefined) => Promise<Doc[]>,
  toKeys: ToKeys<Doc> = byOwnId,
): ((requested: ById) => Promise<Doc | null>) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** What an organisation has of the ids, or why its query failed: that fails no other organisation's reads. */
  const readOrganization = async (orgId: string | undefined, requested: readonly ById[]) => {
    const ids = [...new Set(requested.map(({ id }) => id))];
    const byKey = (docs: Doc[]) => new Map(docs.flatMap((doc) => toKeys(doc).map((key) => [key, doc] as const)));
    const found = await find(ids, orgId)
      .then(byKey)
      .catch((error: Error) => error);
    return [orgId, found] as const;
  };

  const readGroup = async (requested: readonly ById[]): Promise<(Doc | Error | null)[]> => {
    const byOrganization = Map.groupBy(requested, ({ orgId }) => orgId);
    const found = new Map(await Promise.all(Array.from(byOrganization, (group) => readOrganization(...group))));
    running -= 1;
    next();
    return requested.map(({ id, orgId }) => {
      const own = found.get(orgId);
      return own instanceof Error ? own : (own?.get(id) ?? null);
    });
  };

  const next = (): void => {
    const dispatch = running < PARALLEL_GROUPS ? waiting.shift() : undefined;
    if (!dispatch) return;
    running += 1;
    setImmediate(dispatch);
  };

  const loader = new DataLoader(readGroup, {
    cache: false,
    maxBatchSize: GROUP_LIMIT,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch);
      next();
    },
  });
  return (requested) => loader.load(requested);
};

/** As `makeGroupedRead`, of documents that are found by a key of an organisation that a unique index keeps. */
export const makeReadByKey = <Doc extends { _id: string }>(
  find: (orgId: string, keys: string[]) => Promise<Doc[]>,
  toKeys: ToKeys<Doc>,
): ((orgId: string, key: string) => Promise<Doc | null>) => {
  const read = makeGroupedRead<Doc>((keys, orgId = '') => find(orgId, keys), toKeys);
  return (orgId, id) => read({ id, orgId });
};
