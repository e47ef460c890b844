import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { AUDITED_TYPES } from '../audit/audit-words.ts';
import { AUDIT_ACTIONS, choices } from '../i18n/vocabulary.ts';
import { addDays, dayIn, endOfDay, startOfDay } from '../ui/day.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { usePlace } from '../ui/time.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { type NewExport, requestExport } from './export.queries.ts';

type Typed = Required<NewExport>;

const DRAFT = 'audit-export';
const USUAL_DAYS = 30;

/** What is exported: the period, kinds of record, actions, and in which form. */
export const ExportForm = () => {
  const { t } = useLingui();
  const { zone } = usePlace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  const today = dayIn(zone);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: {
      format: 'csv',
      from: addDays(today, -USUAL_DAYS),
      to: today,
      entity_types: [],
      actions: [],
      include_signatures: true,
      include_raw_data: true,
      ...draft.read(),
    },
  });
  useFormDraft(DRAFT, form);
  const format = useWatch({ control: form.control, name: 'format' });
  const formats = [
    { value: 'csv', label: 'CSV', description: t`For a spreadsheet` },
    { value: 'json', label: 'JSON', description: t`For programs` },
    { value: 'pdf', label: 'PDF', description: t`For reading and filing` },
  ];
  const days: FieldSpec[] = [
    { path: 'from', label: t`From`, kind: 'day', isRequired: true },
    { path: 'to', label: t`Until`, kind: 'day', isRequired: true },
  ];
  const narrowing: FieldSpec[] = [
    { path: 'entity_types', label: t`Kinds of record`, kind: 'several', choices: choices(AUDITED_TYPES) },
    { path: 'actions', label: t`Actions`, kind: 'several', choices: choices(AUDIT_ACTIONS) },
  ];

  const submit = async (typed: Typed) => {
    setFault(null);
    if (typed.from > typed.to) return form.setError('to', { message: t`The period ends before it begins.` });
    try {
      const period = { from: startOfDay(typed.from, zone), to: endOfDay(typed.to, zone) };
      const { job_id } = await requestExport({ ...typed, ...period });
      draft.erase();
      await queries.invalidateQueries({ queryKey: ['audit', 'exports'] });
      await navigate({ to: '/inspection/exports/$jobId', params: { jobId: job_id } });
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack maw={640}>
        <Group align="flex-start">
          {days.map((spec) => (
            <FormField key={spec.path} control={form.control} spec={spec} />
          ))}
        </Group>
        {narrowing.map((spec) => (
          <FormField
            key={spec.path}
            control={form.control}
            spec={{ ...spec, description: t`All where none is chosen` }}
          />
        ))}
        <Controller
          control={form.control}
          name="format"
          render={({ field }) => (
            <Radio.Group label={t`Form`} value={field.value} onChange={field.onChange}>
              <Group gap="lg" mt={6} align="flex-start">
                {formats.map((one) => (
                  <Radio key={one.value} {...one} />
                ))}
              </Group>
            </Radio.Group>
          )}
        />
        <Controller
          control={form.control}
          name="include_signatures"
          render={({ field }) => (
            <Checkbox
              label={t`With the electronic signatures`}
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="include_raw_data"
          render={({ field }) => (
            <Checkbox
              label={t`With old and new values and the hash of each entry`}
              description={
                format === 'pdf'
                  ? t`Of a PDF, the signature of the file alone can be checked.`
                  : t`So that every entry can be checked without this system.`
              }
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
            />
          )}
        />
        {fault !== null && <ErrorNotice error={fault} />}
        <Group>
          <Button type="submit" loading={form.formState.isSubmitting}>
            <Trans>Export</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
