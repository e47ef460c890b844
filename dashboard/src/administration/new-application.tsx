import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { ShownOnceDialog } from '../ui/shown-once.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { type CreatedApplication, createApplication, refreshCredentials } from './credential.queries.ts';
import { ScopeChoice, type ScopeFields } from './scope-choice.tsx';
import { toScopes } from './scopes.ts';

type Typed = ScopeFields & { name: string; kind: string; redirect_uris: string[]; reason: string };

const DRAFT = 'new-application';

/** Creates an OAuth application; its secret, unless it is public, is shown once. */
export const NewApplicationDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const [fault, setFault] = useState<unknown>(null);
  const [created, setCreated] = useState<CreatedApplication | null>(null);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: {
      name: '',
      kind: 'confidential',
      redirect_uris: [],
      reason: '',
      tasks: [],
      singles: [],
      ...draft.read(),
    },
  });
  useFormDraft(DRAFT, form);
  const isPublic = useWatch({ control: form.control, name: 'kind' }) === 'public';
  const kinds = [
    { value: 'confidential', label: t`A server, which keeps a secret` },
    { value: 'public', label: t`A browser or native application, which keeps none` },
  ];
  const before: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true, description: t`The program that will use it.` },
    { path: 'kind', label: t`Kind`, kind: 'choice', choices: kinds, isRequired: true },
    {
      path: 'redirect_uris',
      label: t`Redirect addresses`,
      kind: 'tags',
      isRequired: isPublic,
      description: t`Where users return after signing in, such as https://app.example.com/callback. Enter after each. Without one, the application acts only as itself.`,
    },
  ];
  const reasonSpec: FieldSpec = { path: 'reason', label: t`Reason for the change`, kind: 'text', isRequired: true };

  const submit = async ({ name, kind, redirect_uris, reason, tasks, singles }: Typed) => {
    setFault(null);
    const body = { name: name.trim(), scopes: toScopes(tasks, singles), redirect_uris, public: kind === 'public' };
    try {
      const application = await createApplication(body, reason.trim() || undefined);
      draft.erase();
      setCreated(application);
      await refreshCredentials(queries, application.id);
    } catch (error) {
      setFault(error);
    }
  };

  if (created) return <CreatedApplicationDialog created={created} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t`New OAuth application`} size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {before.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          <ScopeChoice control={form.control} />
          {isReasonAsked && <FormField control={form.control} spec={reasonSpec} />}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Create application</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};

const CreatedApplicationDialog = ({ created, onClose }: { created: CreatedApplication; onClose: () => void }) => {
  const { t } = useLingui();
  const { client_id, client_secret, name } = created;
  const id = { label: t`Client id`, value: client_id };
  const secret = { label: t`Client secret`, value: client_secret };
  return (
    <ShownOnceDialog
      title={t`The application ${name}`}
      note={
        !created.public
          ? t`The secret is shown this once. Put it where the program reads its secrets.`
          : t`A public application has no secret. Its users sign in with the authorization code flow and PKCE.`
      }
      values={created.public ? [id] : [id, secret]}
      onClose={onClose}
    />
  );
};
