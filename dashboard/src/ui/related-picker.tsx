import { useLingui } from '@lingui/react/macro';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { foundQuery } from '../session/found.ts';

export type Related = { id: string; type: string; name: string };

/** Kinds of record that an event can be about. */
const KINDS: readonly string[] = ['supplier', 'component', 'product', 'equipment', 'facility', 'document'];

type Props = Pick<SelectProps, 'comboboxProps' | 'w'> & {
  label: string;
  kinds?: readonly string[];
  exclude: readonly string[];
  onPick: (record: Related) => void;
};

/** Finds a record by name, code or batch and gives it to the caller. */
export const RelatedPicker = ({ label, kinds = KINDS, exclude, onPick, ...look }: Props) => {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const { data: found = [] } = useQuery({
    ...foundQuery(searched),
    enabled: searched.length > 1,
    placeholderData: keepPreviousData,
  });
  const records = found.filter(({ id, type }) => kinds.includes(type) && !exclude.includes(id));
  const pick = (id: string | null) => {
    const record = records.find((one) => one.id === id);
    if (!record) return;
    onPick({ id: record.id, type: record.type, name: record.title });
    setText('');
  };
  return (
    <Select
      {...look}
      label={label}
      placeholder={t`Type a name or code`}
      searchable
      value={null}
      onChange={pick}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={searched.length > 1 ? t`Nothing of that name or code` : t`Type at least two letters`}
      data={records.map(({ id, type, title, subtitle }) => ({
        value: id,
        label: [wordFor(RECORD_TYPES, type), title, subtitle].filter(Boolean).join(' · '),
      }))}
    />
  );
};
