import { useLingui } from '@lingui/react/macro';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { directoryQuery } from './people.tsx';

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
