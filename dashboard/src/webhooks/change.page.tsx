import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { useRight } from '../session/session.ts';
import { type Clash, ConflictDialog, findClashes } from '../ui/conflict-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
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
  const name = `${webhookId}:content`;
  const draft = useStoredDraft<WebhookContent>(name);
  const [restored] = useState(draft.read);
  /** The webhook as it was when editing began. */
  const [base, setBase] = useState(webhook);
  const [fault, setFault] = useState<unknown>(null);
  const [clashes, setClashes] = useState<{ found: Clash[]; theirs: Webhook } | null>(null);
  const form = useForm<WebhookContent>({
    defaultValues: toContent(webhook),
    ...(restored ? { values: restored } : {}),
  });
  useFormDraft(name, form);
  const specs: FieldSpec[] = [
    { path: 'url', label: t`Address of the receiver`, kind: 'text' },
    { path: 'events', label: t`Events`, kind: 'tags' },
    { path: 'filters.entity_types', label: t`Only these kinds of record`, kind: 'tags' },
    { path: 'filters.actions', label: t`Only these actions`, kind: 'tags' },
  ];

  const send = async (content: WebhookContent, from: Webhook) => {
    setFault(null);
    try {
      await updateWebhook(webhookId, toBody(content), from.version);
      draft.erase();
      await refreshWebhooks(queries);
      await close();
    } catch (error) {
      if (!hasCode(error, 'precondition_failed')) return setFault(error);
      const theirs = await queries.fetchQuery({ ...webhookQuery(webhookId), staleTime: 0 });
      setClashes({ found: findClashes(specs, from, theirs, content), theirs });
    }
  };
  const settle = async (chosen: ReadonlyMap<string, unknown>) => {
    if (clashes === null) return;
    for (const [path, value] of chosen) form.setValue(path as 'url', value as string, { shouldDirty: true });
    setBase(clashes.theirs);
    setClashes(null);
    await send(form.getValues(), clashes.theirs);
  };
  const close = () => navigate({ to: '/webhooks/$webhookId', params: { webhookId }, ignoreBlocker: true });

  return (
    <Page title={t`Change the webhook`}>
      <LeaveGuard when={form.formState.isDirty || restored !== null} onLeave={draft.erase} />
      <WebhookForm
        form={form}
        verb={t`Save`}
        fault={fault}
        onSubmit={(content) => send(content, base)}
        onCancel={() => {
          draft.erase();
          void close();
        }}
      />
      {clashes && <ConflictDialog clashes={clashes.found} onSettle={settle} onCancel={() => setClashes(null)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/webhooks/$webhookId/change')({ component: ChangeWebhookPage });
