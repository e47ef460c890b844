import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { deleteWebhook, refreshWebhooks, type Webhook } from './webhook.queries.ts';

/** Asks before a webhook is removed, which cannot be undone. */
export const RemoveDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      queries.removeQueries({ queryKey: ['webhooks', 'record', webhook.id] });
      await refreshWebhooks(queries);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t`Remove the webhook?`}>
      <Stack>
        <Text size="sm">
          <Trans>
            Nothing more is sent to <strong className="webhook-url">{webhook.url}</strong>. Deliveries that wait are
            given up, and the list of its deliveries can no longer be read. This cannot be undone.
          </Trans>
        </Text>
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            <Trans>Remove webhook</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
