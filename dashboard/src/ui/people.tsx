import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../session/client.ts';

export type Colleague = { id: string; name: string; role: string; active: boolean };

const FRESH_MS = 300_000;

/** The users of the organisation, by name. */
export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: ({ signal }) => Array.fromAsync(client.users.listDirectory({}, { signal })),
  staleTime: FRESH_MS,
});

/** The name of a user or of the system by its id; an application, which is in no directory, keeps its id. */
export const useNames = (): ((id: string | null | undefined) => string) => {
  const { t } = useLingui();
  const { data = [] } = useQuery(directoryQuery);
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return (id) => (id === 'system' ? t`System` : id ? (names.get(id) ?? id) : '');
};

export const Person = ({ id }: { id: string | null | undefined }) => {
  const name = useNames()(id);
  return name ? <span>{name}</span> : <span className="none">–</span>;
};
