import { useLingui } from '@lingui/react/macro';
import { Select, type SelectProps } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
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

type Choosing = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Chooses one of the active users, by name. */
export const PersonSelect = ({ value, ...props }: Choosing) => {
  const { t } = useLingui();
  const { data = [] } = useQuery(directoryQuery);
  const people = data.filter(({ active, id }) => active || id === value);
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={t`Nobody of that name`}
      data={people.map(({ id, name, role }) => ({ value: id, label: `${name} · ${wordFor(ROLES, role)}` }))}
      value={value}
      clearButtonProps={{ 'aria-label': t`Clear` }}
      {...props}
    />
  );
};
