import DataLoader from 'dataloader';

/** A document asked for by its id, in its organisation unless the collection is shared. */
export type ById = { id: string; orgId?: string };

const PARALLEL_GROUPS = 2;
const GROUP_LIMIT = 100;

/**
 * Reads documents by id. Those asked for while earlier groups are read share one query for each organisation, since a query
 * costs far more than a document in it. A query begins after everything in it was asked for, so a read sees what was
 * acknowledged before. Nothing is kept.
 */
export const makeGroupedRead = <Doc extends { _id: string }>(
  find: (ids: string[], orgId: string | undefined) => Promise<Doc[]>,
): ((asked: ById) => Promise<Doc | null>) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const readOrganization = async (orgId: string | undefined, asked: readonly ById[]) => {
    const found = await find([...new Set(asked.map(({ id }) => id))], orgId);
    return [orgId, new Map(found.map((doc) => [doc._id, doc]))] as const;
  };

  const readGroup = async (asked: readonly ById[]): Promise<(Doc | null)[]> => {
    running += 1;
    try {
      const byOrganization = Map.groupBy(asked, ({ orgId }) => orgId);
      const found = new Map(await Promise.all(Array.from(byOrganization, (group) => readOrganization(...group))));
      return asked.map(({ id, orgId }) => found.get(orgId)?.get(id) ?? null);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };

  const loader = new DataLoader(readGroup, {
    cache: false,
    maxBatchSize: GROUP_LIMIT,
    batchScheduleFn: (dispatch) => {
      if (running < PARALLEL_GROUPS) setImmediate(dispatch);
      else waiting.push(dispatch);
    },
  });
  return (asked) => loader.load(asked);
};
