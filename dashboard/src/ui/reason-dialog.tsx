import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Props = { title: string; verb: string; onClose: () => void; onReason: (reason: string) => Promise<unknown> };

/** Asks for the reason of a change, makes it, and closes when it is made; after an error the reason is still there. */
export const ReasonDialog = ({ title, verb, onClose, onReason }: Props) => {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { mutate, error, isPending } = useMutation({ mutationFn: onReason, onSuccess: onClose });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate(reason.trim());
        }}
      >
        <Stack>
          <TextInput
            label={t`Reason for the change`}
            description={t`It stands in the audit trail.`}
            required
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={reason.trim() === ''}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
