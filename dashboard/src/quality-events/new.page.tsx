import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import { EVENT_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { aboutQuery } from '../session/found.ts';
import { useRight, useSession } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { asSent, asTyped, type FieldSpec, FormField, isBlank, nested, valueAt } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import type { Related } from '../ui/related-picker.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { eventField } from './event-fields.ts';
import { createEvent, refreshEvent } from './quality-event.queries.ts';
import { RelatedList } from './related-records.tsx';

const DRAFT = 'new-event';

type Typed = FieldValues & { type: string; records: Related[]; about: string; reason: string };

const always = ['title', 'description'] as const;
const further = ['classification', 'priority', 'category', 'assigned_to', 'due_date'] as const;
const ofAudit = [
  'audit_details.audit_type',
  'audit_details.audit_date',
  'audit_details.auditor',
  'response_due_date',
] as const;

const NewEventPage = () => {
  const { t } = useLingui();
  const mayWrite = useRight('quality-events:write');
  if (mayWrite) return <NewEvent />;
  return (
    <Page title={t`New quality event`}>
      <Empty title={t`Your role does not open quality events`} />
    </Page>
  );
};

const NewEvent = () => {
  const { t } = useLingui();
  const { about, type: asked } = Route.useSearch();
  const { organization } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const draft = useStoredDraft<Typed>(DRAFT);
  const [restored] = useState(draft.read);
  const [fault, setFault] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const { data: linked } = useQuery({ ...aboutQuery(about ?? ''), enabled: about !== undefined });
  const all = [...always, ...further, ...ofAudit].map((path) => eventField(path));
  const form = useForm<Typed>({
    defaultValues: {
      ...nested(new Map(all.map((spec) => [spec.path, asTyped(spec, undefined)]))),
      priority: 'medium',
      type: asked ?? '',
      records: [],
      about: '',
      reason: '',
    },
    ...(restored ? { values: restored } : {}),
  });
  useFormDraft(DRAFT, form);
  const type = useWatch({ control: form.control, name: 'type' });
  const records = useWatch({ control: form.control, name: 'records' });
  const { getValues, setValue } = form;
  useEffect(() => {
    // The draft knows what was linked, so that a record that was taken away stays away after the page is loaded again.
    const former = getValues('about');
    if (!linked || former === linked.id) return;
    setValue('about', linked.id);
    setValue('records', [linked, ...getValues('records').filter(({ id }) => id !== linked.id && id !== former)]);
  }, [linked, getValues, setValue]);
  const specs: FieldSpec[] = [
    ...always.map((path) => eventField(path, true)),
    ...(type === 'audit_finding' ? ofAudit.map((path) => eventField(path)) : []),
    ...further.map((path) => eventField(path)),
    ...(organization.strict_mode
      ? [{ path: 'reason', label: t`Reason for the change`, kind: 'text' as const, isRequired: true }]
      : []),
  ];
  const types: Readonly<Record<string, string>> = {
    deviation: t`Something departed from an instruction, a specification or a standard.`,
    complaint: t`A customer, a pharmacy or an authority reports a problem of a product.`,
    audit_finding: t`An audit found something that is not as it has to be.`,
    change_request: t`A product, process, system or supplier is to change.`,
  };

  const submit = async (values: Typed) => {
    setFault(null);
    const given = specs
      .filter(({ path }) => path !== 'reason')
      .map((spec) => [spec.path, asSent(spec, valueAt(values, spec.path))] as const);
    const body = nested(new Map(given.filter(([, value]) => !isBlank(value))));
    const related_entities = records.map(({ id, type: kind }) => ({ id, type: kind }));
    try {
      const created = await createEvent({ ...body, type, related_entities }, values.reason.trim() || undefined);
      setSent(true);
      draft.erase();
      await refreshEvent(queries, created.id);
      await navigate({ to: '/quality-events/$eventId', params: { eventId: created.id }, ignoreBlocker: true });
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Page title={t`New quality event`}>
      <form noValidate onSubmit={form.handleSubmit(submit)} className="narrow">
        <LeaveGuard when={(form.formState.isDirty || restored !== null) && !isSent} onLeave={draft.erase} />
        <Stack>
          <Radio.Group
            label={t`What happened`}
            value={type}
            onChange={(value) => setValue('type', value, { shouldDirty: true })}
          >
            <Stack gap="xs" mt={6}>
              {Object.entries(types).map(([value, description]) => (
                <Radio key={value} value={value} label={wordFor(EVENT_TYPES, value)} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          {type === '' ? (
            <Text size="sm" c="dimmed">
              <Trans>Choose what happened first: it decides which fields and which workflow the event has.</Trans>
            </Text>
          ) : (
            <>
              {specs.slice(0, 2).map((spec) => (
                <FormField key={spec.path} control={form.control} spec={spec} />
              ))}
              <RelatedList records={records} onChange={(next) => setValue('records', next, { shouldDirty: true })} />
              <div className="two-columns">
                {specs.slice(2).map((spec) => (
                  <FormField key={spec.path} control={form.control} spec={spec} />
                ))}
              </div>
              {fault !== null && <ErrorNotice error={fault} />}
              <Group>
                <Button type="submit" loading={form.formState.isSubmitting}>
                  <Trans>Create the event</Trans>
                </Button>
                <Text size="xs" c="dimmed">
                  <Trans>It begins as a draft with a number of its own.</Trans>
                </Text>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Page>
  );
};

export const Route = createLazyRoute('/quality-events/new')({ component: NewEventPage });
