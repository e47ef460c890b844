import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ShownOnceDialog } from '../ui/shown-once.tsx';
import { refreshWebhooks, rotateSecret, type Webhook } from './webhook.queries.ts';

/** Gives the webhook a new secret, after saying what becomes of the old one, and shows it once. */
export const RotateDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => rotateSecret(webhook.id),
    onSuccess: () => refreshWebhooks(queries),
  });
  if (data)
    return (
      <ShownOnceDialog
        title={t`The secret of the webhook`}
        note={t`Store the secret in your receiver now. For 24 hours deliveries carry two signatures, by this secret and by the one before it.`}
        values={[{ label: t`Secret`, value: data.secret }]}
        onClose={onClose}
      />
    );
  return (
    <Dialog opened onClose={onClose} title={t`Rotate the secret?`}>
      <Stack>
        <Text size="sm">
          <Trans>
            For 24 hours the old and the new secret both sign, so that your receiver can change without a gap. If the
            secret was rotated within the last day already, the oldest secret stops signing immediately.
          </Trans>
        </Text>
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            <Trans>Rotate the secret</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
