import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dayIn, endOfDay, startOfDay } from '../ui/day.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { usePlace } from '../ui/time.tsx';
import { recoverDeliveries, refreshWebhooks, type Webhook } from './webhook.queries.ts';

/** Sends again what was skipped or has failed between two days of the organisation. */
export const RecoverDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useLingui();
  const { zone } = usePlace();
  const queries = useQueryClient();
  const today = dayIn(zone);
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(today);
  const isBackwards = from !== '' && until !== '' && from > until;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => recoverDeliveries(webhook.id, { from: startOfDay(from, zone), until: endOfDay(until, zone) }),
    onSuccess: () => refreshWebhooks(queries),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Recover a period`}>
      {data === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">
              <Trans>
                Deliveries of these days that were skipped or have failed are sent again, each with the id of its
                message.
              </Trans>
            </Text>
            <Group align="flex-start">
              <TextInput
                type="date"
                label={t`From`}
                required
                max={today}
                value={from}
                data-autofocus
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label={t`Until`}
                required
                value={until}
                error={isBackwards ? t`The period ends before it begins.` : undefined}
                onChange={(event) => setUntil(event.currentTarget.value)}
              />
            </Group>
            {error && <ErrorNotice error={error} />}
            <DialogButtons
              onCancel={onClose}
              isBusy={isPending}
              isDisabled={isBackwards || from === '' || until === ''}
            >
              <Trans>Recover</Trans>
            </DialogButtons>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Text size="sm" role="status">
            <Plural
              value={data}
              _0="No delivery of these days was skipped or has failed, so nothing is sent."
              one="# delivery is sent again."
              other="# deliveries are sent again."
            />
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              <Trans>Close</Trans>
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
};
