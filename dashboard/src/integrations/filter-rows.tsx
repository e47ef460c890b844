import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Autocomplete, Button, Select, TextInput, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import { OPERATORS } from '../workflows/words.ts';
import type { SourceField } from './mapping.queries.ts';
import { EMPTY_FILTER, type MappingContent } from './mapping-content.ts';

type Props = { form: UseFormReturn<MappingContent>; sources: readonly SourceField[] };

const classNames = { label: 'mapping-label' };

/** Which records there are taken; without a filter all of them. */
export const FilterRows = ({ form, sources }: Props) => {
  const { t } = useLingui();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'filters' });
  return (
    <section aria-label={t`Filters`}>
      <Title order={2} size="h3">
        <Trans>Only records where</Trans>
      </Title>
      {fields.length === 0 && (
        <p className="none">
          <Trans>No filter: all records of the object are taken.</Trans>
        </p>
      )}
      <ul className="mapping-rows">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <fieldset className="mapping-filter">
              <legend className="visually-hidden">{t`Filter ${index + 1}`}</legend>
              <Controller
                control={form.control}
                name={`filters.${index}.field`}
                render={({ field }) => (
                  <Autocomplete
                    {...field}
                    label={t`Field there`}
                    classNames={classNames}
                    data={sources.map(({ path }) => path)}
                  />
                )}
              />
              <Controller
                control={form.control}
                name={`filters.${index}.operator`}
                render={({ field }) => (
                  <Select
                    {...field}
                    label={t`Comparison`}
                    classNames={classNames}
                    data={choices(OPERATORS)}
                    allowDeselect={false}
                  />
                )}
              />
              <Controller
                control={form.control}
                name={`filters.${index}.value`}
                render={({ field }) => (
                  <TextInput
                    {...field}
                    label={t`Value`}
                    classNames={classNames}
                    placeholder={form.watch(`filters.${index}.operator`) === 'in' ? '["CH", "DE"]' : ''}
                  />
                )}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Remove filter ${index + 1}`}
                onClick={() => remove(index)}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </fieldset>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => append({ ...EMPTY_FILTER })}
      >
        <Trans>Add a filter</Trans>
      </Button>
    </section>
  );
};
