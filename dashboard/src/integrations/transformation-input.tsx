import { useLingui } from '@lingui/react/macro';
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import type { MappingContent } from './mapping-content.ts';
import { hasWholeTable, TRANSFORMATIONS, type TypedTransformation } from './transformation.ts';
import { MAPPED_TYPES } from './words.ts';

type Props = { form: UseFormReturn<MappingContent>; index: number };

/** How a value there becomes ours, with what that needs. */
export const TransformationInput = ({ form, index }: Props) => {
  const { t } = useLingui();
  return (
    <Controller
      control={form.control}
      name={`fields.${index}.transformation`}
      rules={{ validate: (value) => hasWholeTable(value) || t`Write each line as: there = here` }}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <Parts value={value} error={error?.message} onChange={onChange} />
      )}
    />
  );
};

type PartsProps = {
  value: TypedTransformation;
  error: string | undefined;
  onChange: (value: TypedTransformation) => void;
};

const Parts = ({ value, error, onChange }: PartsProps) => {
  const { t } = useLingui();
  const { kind } = value;
  const set = (change: Partial<TypedTransformation>) => onChange({ ...value, ...change });
  return (
    <Stack gap={6}>
      <Select
        label={t`Transformation`}
        classNames={{ label: 'mapping-label' }}
        data={choices(TRANSFORMATIONS)}
        placeholder={t`as it is`}
        value={kind || null}
        onChange={(chosen) => set({ kind: chosen ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t`Clear` }}
      />
      {kind === 'lookup' && (
        <Textarea
          label={t`Table`}
          description={t`A line for each value: there = here`}
          error={error}
          autosize
          minRows={2}
          value={value.table}
          onChange={(event) => set({ table: event.currentTarget.value })}
        />
      )}
      {kind === 'format' && (
        <TextInput
          label={t`Text`}
          description={t`The value takes the place of ${'{value}'}.`}
          value={value.pattern}
          onChange={(event) => set({ pattern: event.currentTarget.value })}
        />
      )}
      {(kind === 'entity_lookup' || kind === 'entity_reference') && (
        <Select
          label={t`Kind of record`}
          data={choices(MAPPED_TYPES)}
          value={value.entity_type || null}
          onChange={(chosen) => set({ entity_type: chosen ?? '' })}
        />
      )}
      {kind === 'entity_lookup' && (
        <TextInput
          label={t`Its field`}
          description={t`Such as supplier_code`}
          value={value.lookup_field}
          onChange={(event) => set({ lookup_field: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
};
