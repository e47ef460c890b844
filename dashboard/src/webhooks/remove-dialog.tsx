import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { deleteWebhook, refreshWebhooks, type Webhook } from './webhook.queries.ts';

/** Asks before a webhook is removed. */
export const RemoveDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await deleteWebhook(webhook.id);
    await navigate({ to: '/webhooks' });
    queries.removeQueries({ queryKey: ['webhooks', 'record', webhook.id] });
    await refreshWebhooks(queries);
  };
  return (
    <ConfirmDialog
      title={t`Remove the webhook?`}
      action={<Trans>Remove webhook</Trans>}
      confirm={remove}
      onClose={onClose}
    >
      <Trans>
        Nothing more is sent to <strong className="webhook-url">{webhook.url}</strong>. Deliveries that wait are given
        up, and the list of its deliveries can no longer be read. This cannot be undone.
      </Trans>
    </ConfirmDialog>
  );
};
