import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Body } from '@qsc/client';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { AUDITED_TYPES } from '../audit/audit-words.ts';
import { AUDIT_ACTIONS, choices } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type EventName, isAuditEvent } from './event-catalogue.ts';
import { EventChoice } from './event-choice.tsx';
import type { Webhook } from './webhook.queries.ts';

/** What a user sets of a webhook. */
export type WebhookContent = {
  url: string;
  events: EventName[];
  filters: { entity_types: string[]; actions: string[] };
};

export const EMPTY_WEBHOOK: WebhookContent = { url: '', events: [], filters: { entity_types: [], actions: [] } };

export const toContent = ({ url, events, filters }: Webhook): WebhookContent => ({ url, events, filters });

/** The content as the API takes it, which checks the lists. */
export const toBody = ({ url, ...rest }: WebhookContent): Body<'createWebhook'> =>
  ({ url: url.trim(), ...rest }) as Body<'createWebhook'>;

type Props = {
  form: UseFormReturn<WebhookContent>;
  verb: string;
  fault: unknown;
  onSubmit: (content: WebhookContent) => Promise<void>;
  onCancel: () => void;
};

/** Address, events and filters of a webhook. */
export const WebhookForm = ({ form, verb, fault, onSubmit, onCancel }: Props) => {
  const { t } = useLingui();
  const { control, formState, handleSubmit, watch } = form;
  const hasAudit = watch('events').some(isAuditEvent);
  const multi = { searchable: true, clearable: true, clearButtonProps: { 'aria-label': t`Clear` } };
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="narrow">
      <Stack>
        <Controller
          control={control}
          name="url"
          rules={{
            validate: (url) => /^https?:\/\/./.test(url.trim()) || t`Type an address that begins with https://`,
          }}
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              type="url"
              label={t`Address of the receiver`}
              description={t`Events are sent to it by POST. It is a public https address, unless your deployment allows others.`}
              placeholder={'https://hooks.example.com/quality'}
              required
              maxLength={2000}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="events"
          rules={{ validate: (events) => events.length > 0 || t`Choose at least one event` }}
          render={({ field: { value, onChange }, fieldState }) => (
            <EventChoice value={value} onChange={onChange} error={fieldState.error?.message} />
          )}
        />
        <div className="two-columns">
          <Controller
            control={control}
            name="filters.entity_types"
            render={({ field }) => (
              <MultiSelect
                {...field}
                {...multi}
                label={t`Only these kinds of record`}
                description={t`For all events. Empty: every kind.`}
                data={choices(AUDITED_TYPES)}
              />
            )}
          />
          <Controller
            control={control}
            name="filters.actions"
            render={({ field }) => (
              <MultiSelect
                {...field}
                {...multi}
                label={t`Only these actions`}
                description={hasAudit ? t`For audit events. Empty: every action.` : t`Applies to audit events alone.`}
                data={choices(AUDIT_ACTIONS)}
              />
            )}
          />
        </div>
        {fault !== null && <ErrorNotice error={fault} />}
        <Group gap="xs">
          <Button type="submit" loading={formState.isSubmitting}>
            {verb}
          </Button>
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          {formState.isSubmitted && !formState.isValid && (
            <Text size="xs" c="dimmed">
              <Trans>Complete the marked fields.</Trans>
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
};
