import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { ShownOnceDialog } from '../ui/shown-once.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { createWebhook, refreshWebhooks, type WebhookWithSecret } from './webhook.queries.ts';
import { EMPTY_WEBHOOK, toBody, type WebhookContent, WebhookForm } from './webhook-form.tsx';

const DRAFT = 'new-webhook';

const NewWebhookPage = () => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (mayWrite) return <NewWebhook />;
  return (
    <Page title={t`New webhook`}>
      <Empty title={t`Your role does not change webhooks`} />
    </Page>
  );
};

const NewWebhook = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const draft = useStoredDraft<WebhookContent>(DRAFT);
  const [restored] = useState(draft.read);
  const [fault, setFault] = useState<unknown>(null);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const form = useForm<WebhookContent>({ defaultValues: EMPTY_WEBHOOK, ...(restored ? { values: restored } : {}) });
  useFormDraft(DRAFT, form);

  const submit = async (content: WebhookContent) => {
    setFault(null);
    try {
      setCreated(await createWebhook(toBody(content)));
      draft.erase();
      await refreshWebhooks(queries);
    } catch (error) {
      setFault(error);
    }
  };
  const open = ({ id }: WebhookWithSecret) => {
    draft.erase();
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id }, ignoreBlocker: true });
  };

  return (
    <Page title={t`New webhook`}>
      <LeaveGuard when={form.formState.isDirty || restored !== null} onLeave={draft.erase} />
      <WebhookForm
        form={form}
        verb={t`Register webhook`}
        fault={fault}
        onSubmit={submit}
        onCancel={() => void navigate({ to: '/webhooks' })}
      />
      {created && (
        <ShownOnceDialog
          title={t`The secret of the webhook`}
          note={t`Store the secret in your receiver now. It is shown this once; if it is lost, rotate the secret.`}
          values={[{ label: t`Secret`, value: created.secret }]}
          onClose={() => open(created)}
        />
      )}
    </Page>
  );
};

export const Route = createLazyRoute('/webhooks/new')({ component: NewWebhookPage });
