import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { Body } from '@qsc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { choices, ROLES } from '../i18n/vocabulary.ts';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { makeFirstPassword } from './first-password.ts';
import { FirstPasswordDialog } from './password-dialog.tsx';
import { createUser, refreshUser, type User } from './user.queries.ts';

type Typed = { email: string; name: string; role: string; reason: string };

const DRAFT = 'new-user';

/** Invites a user with a first password, which is shown once and permits nothing but choosing another one. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const [fault, setFault] = useState<unknown>(null);
  const [invited, setInvited] = useState<{ user: User; password: string } | null>(null);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({ defaultValues: { email: '', name: '', role: '', reason: '', ...draft.read() } });
  useFormDraft(DRAFT, form);
  const specs: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true, description: t`As it stands in signatures.` },
    {
      path: 'email',
      label: t`E-mail`,
      kind: 'text',
      isRequired: true,
      description: t`The user name at sign-in. It cannot be changed later.`,
    },
    { path: 'role', label: t`Role`, kind: 'choice', choices: choices(ROLES), isRequired: true },
    ...(isReasonAsked
      ? [{ path: 'reason', label: t`Reason for the change`, kind: 'text' as const, isRequired: true }]
      : []),
  ];

  const submit = async ({ email, name, role, reason }: Typed) => {
    setFault(null);
    const password = makeFirstPassword();
    const body = { email: email.trim(), name: name.trim(), role: role as Body<'createUser'>['role'], password };
    try {
      const user = await createUser(body, reason.trim() || undefined);
      draft.erase();
      setInvited({ user, password });
      await refreshUser(queries, user.id);
    } catch (error) {
      setFault(error);
    }
  };

  if (invited) return <FirstPasswordDialog {...invited} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t`Invite user`}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          <Text size="sm" c="dimmed">
            <Trans>
              The next step shows a first password for you to hand over. It permits nothing but choosing another one.
            </Trans>
          </Text>
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Invite user</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
