import { Trans, useLingui } from '@lingui/react/macro';
import { Autocomplete, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { choices, EVENT_TYPES } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FormField } from '../ui/fields.tsx';

import type { Connection } from './connection.queries.ts';
import { FieldRows } from './field-rows.tsx';
import { FilterRows } from './filter-rows.tsx';
import { type Mapping, sourceQuery } from './mapping.queries.ts';
import type { MappingContent } from './mapping-content.ts';
import { PreviewBar } from './preview-bar.tsx';
import { RemoveMapping } from './remove-mapping.tsx';
import { usePreview } from './use-preview.ts';
import { MAPPED_TYPES } from './words.ts';

type Props = {
  form: UseFormReturn<MappingContent>;
  connection: Connection;
  /** The mapping as it is stored; null for a new one. */
  before: Mapping | null;
  fault: unknown;
  onSubmit: (content: MappingContent) => Promise<void>;
  /** Removes the mapping; null for a new one. */
  onRemove: (() => Promise<void>) | null;
  onCancel: () => void;
};

/** The fields of the external system beside ours, with what a real record would become. */
export const MappingForm = ({ form, connection, before, fault, onSubmit, onRemove, onCancel }: Props) => {
  const { t } = useLingui();
  const { control, formState, handleSubmit, watch } = form;
  const [object, entityType] = [watch('source_object'), watch('entity_type')];
  const [described, setDescribed] = useState(object);
  const source = useQuery(sourceQuery(connection.id, described));
  const preview = usePreview(connection.id, form, before);
  const canSend = connection.sync_config.direction !== 'inbound';
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)}>
      <Stack gap="lg">
        <div className="mapping-what">
          <Controller
            control={control}
            name="source_object"
            rules={{ validate: (value) => value.trim() !== '' || t`Name the object there` }}
            render={({ field, fieldState }) => (
              <Autocomplete
                {...field}
                label={t`Object there`}
                description={t`As the external system calls it, such as Suppliers or vendor__v.`}
                required
                data={source.data?.objects ?? []}
                error={fieldState.error?.message}
                onOptionSubmit={setDescribed}
                onBlur={() => {
                  field.onBlur();
                  setDescribed(object.trim());
                }}
              />
            )}
          />
          <FormField
            control={control}
            spec={{
              path: 'entity_type',
              label: t`Kind of record here`,
              description: t`What each of its records becomes.`,
              kind: 'choice',
              choices: choices(MAPPED_TYPES),
              isRequired: true,
            }}
          />
          {entityType === 'quality_event' && (
            <FormField
              control={control}
              spec={{
                path: 'event_subtype',
                label: t`Kind of quality event`,
                kind: 'choice',
                choices: choices(EVENT_TYPES),
                isRequired: true,
              }}
            />
          )}
          {connection.type === 'veeva_vault' && (
            <FormField
              control={control}
              spec={{ path: 'document_types', label: t`Only these types there`, kind: 'tags' }}
            />
          )}
        </div>
        {source.error && <ErrorNotice error={source.error} onRetry={() => void source.refetch()} />}
        <PreviewBar preview={preview} />
        <FieldRows form={form} sources={source.data?.fields ?? []} preview={preview} canSend={canSend} />
        {canSend && (
          <Controller
            control={control}
            name="create"
            render={({ field: { value, ...field } }) => (
              <Checkbox {...field} checked={value} label={t`Records that are only here are created there, too`} />
            )}
          />
        )}
        <FilterRows form={form} sources={source.data?.fields ?? []} />
        {fault !== null && <ErrorNotice error={fault} />}
        <Group gap="xs">
          <Button type="submit" loading={formState.isSubmitting}>
            <Trans>Save the mapping</Trans>
          </Button>
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          {onRemove && <RemoveMapping onConfirm={onRemove} />}
          {Object.keys(formState.errors).length > 0 && (
            <Text size="xs" c="dimmed">
              <Trans>Complete the marked fields.</Trans>
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
};
