import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useVersionedForm } from '../ui/use-versioned-form.tsx';
import { refreshWebhooks, updateWebhook, type Webhook, webhookQuery } from './webhook.queries.ts';
import { toBody, toContent, type WebhookContent, WebhookForm } from './webhook-form.tsx';

const ChangeWebhookPage = () => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (mayWrite) return <ChangeWebhook />;
  return (
    <Page title={t`Change the webhook`}>
      <Empty title={t`Your role does not change webhooks`} />
    </Page>
  );
};

const ChangeWebhook = () => {
  const { t } = useLingui();
  const { webhookId } = Route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  const specs: FieldSpec[] = [
    { path: 'url', label: t`Address of the receiver`, kind: 'text' },
    { path: 'events', label: t`Events`, kind: 'tags' },
    { path: 'filters.entity_types', label: t`Only these kinds of record`, kind: 'tags' },
    { path: 'filters.actions', label: t`Only these actions`, kind: 'tags' },
  ];
  const close = () => navigate({ to: '/webhooks/$webhookId', params: { webhookId }, ignoreBlocker: true });
  const { form, fault, submit, discard, conflict } = useVersionedForm<Webhook, WebhookContent>({
    name: `${webhookId}:content`,
    record: webhook,
    specs,
    toValues: toContent,
    reload: () => queries.fetchQuery({ ...webhookQuery(webhookId), staleTime: 0 }),
    save: async (content, from) => {
      await updateWebhook(webhookId, toBody(content), from.version);
      await refreshWebhooks(queries);
      await close();
    },
  });

  return (
    <Page title={t`Change the webhook`}>
      <LeaveGuard when={form.formState.isDirty} onLeave={discard} />
      <WebhookForm
        form={form}
        verb={t`Save`}
        fault={fault}
        onSubmit={submit}
        onCancel={() => {
          discard();
          void close();
        }}
      />
      {conflict}
    </Page>
  );
};

export const Route = createLazyRoute('/webhooks/$webhookId/change')({ component: ChangeWebhookPage });
