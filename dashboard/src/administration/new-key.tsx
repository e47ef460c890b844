import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import type { Body } from '@qsc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import { useSession } from '../session/session.ts';
import { addDays, dayIn, endOfDay, formatDay } from '../ui/day.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { ShownOnceDialog } from '../ui/shown-once.tsx';
import { usePlace } from '../ui/time.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { type CreatedApiKey, createKey, refreshCredentials } from './credential.queries.ts';
import { ENVIRONMENTS } from './credential-list.tsx';
import { ScopeChoice, type ScopeFields } from './scope-choice.tsx';
import { toFirstRequest, toScopes } from './scopes.ts';

type Typed = ScopeFields & { name: string; environment: string; expires_on: string; reason: string };

const DRAFT = 'new-api-key';
const USUAL_DAYS = 90;
/** The end of the last day is within a year from now, also before a leap day. */
const MOST_DAYS = 364;

/** Creates an API key; its value is shown once, with a request that works with it. */
export const NewKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const { locale, zone } = usePlace();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const [fault, setFault] = useState<unknown>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const today = dayIn(zone);
  const latest = addDays(today, MOST_DAYS);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: {
      name: '',
      environment: 'live',
      expires_on: addDays(today, USUAL_DAYS),
      reason: '',
      tasks: [],
      singles: [],
      ...draft.read(),
    },
  });
  useFormDraft(DRAFT, form);
  const before: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true, description: t`The program that will use it.` },
    { path: 'environment', label: t`Environment`, kind: 'choice', choices: choices(ENVIRONMENTS), isRequired: true },
  ];
  const after: FieldSpec[] = [
    {
      path: 'expires_on',
      label: t`Valid until`,
      kind: 'day',
      isRequired: true,
      description: t`At most a year: ${formatDay(latest, locale)}.`,
    },
    ...(isReasonAsked
      ? [{ path: 'reason', label: t`Reason for the change`, kind: 'text' as const, isRequired: true }]
      : []),
  ];

  const submit = async ({ name, environment, expires_on, reason, tasks, singles }: Typed) => {
    setFault(null);
    if (expires_on < today || expires_on > latest)
      return form.setError('expires_on', { message: t`A day from today to ${formatDay(latest, locale)}` });
    const body: Body<'createApiKey'> = {
      name: name.trim(),
      environment: environment as 'live' | 'test',
      scopes: toScopes(tasks, singles),
      expires_at: endOfDay(expires_on, zone),
    };
    try {
      const key = await createKey(body, reason.trim() || undefined);
      draft.erase();
      setCreated(key);
      await refreshCredentials(queries, key.id);
    } catch (error) {
      setFault(error);
    }
  };

  if (created) return <CreatedKeyDialog created={created} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t`New API key`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {before.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          <ScopeChoice control={form.control} />
          {after.map((spec) => (
            <FormField key={spec.path} control={form.control} spec={spec} />
          ))}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Create key</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};

const CreatedKeyDialog = ({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) => {
  const { t } = useLingui();
  const { key, name, scopes } = created;
  return (
    <ShownOnceDialog
      title={t`The key ${name}`}
      note={t`The value is shown this once. Put it where the program reads its secrets; whoever has it can do what the key may.`}
      values={[
        { label: t`API key`, value: key },
        ...(key === undefined
          ? []
          : [{ label: t`A first request`, value: toFirstRequest(location.origin, key, scopes) }]),
      ]}
      onClose={onClose}
    />
  );
};
