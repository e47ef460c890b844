import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { aboutQuery } from '../session/found.ts';

const PAGES = 5;
const PER_PAGE = 100;
const FRESH_MS = 300_000;

const readNames = async (signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  const list = client.entities.list({ type: ['supplier', 'component', 'product'], per_page: PER_PAGE }, { signal });
  for (let page = 1; page <= PAGES; page += 1) {
    const { data, meta } = await list.page(page);
    for (const { id, name } of data) names.set(id, name);
    if (page >= meta.total_pages) break;
  }
  return names;
};

const namesQuery = queryOptions({
  queryKey: ['record-names'],
  queryFn: ({ signal }) => readNames(signal),
  staleTime: FRESH_MS,
});

const isEntity = (id: string | null | undefined): id is string => id?.startsWith('ent_') ?? false;

/** The names of suppliers, components and products by their ids: of the newest ones in a few requests, of older ones each by its own. */
export const useRecordNames = (
  ids: readonly (string | null | undefined)[],
): ((id: string | null | undefined) => string) => {
  const wanted = [...new Set(ids.filter(isEntity))];
  const { data: known, isFetched } = useQuery({ ...namesQuery, enabled: wanted.length > 0 });
  const rest = isFetched ? wanted.filter((id) => !known?.has(id)) : [];
  const found = useQueries({ queries: rest.map((id) => ({ ...aboutQuery(id), staleTime: FRESH_MS, retry: false })) });
  const more = new Map(found.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
  return (id) => (id ? (known?.get(id) ?? more.get(id) ?? id) : '');
};
