import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';

type Props = { title: string; verb: string; onClose: () => void; onReason: (reason: string) => void };

/** Asks for the reason of a change, where the organisation wants one for each. */
export const ReasonDialog = ({ title, verb, onClose, onReason }: Props) => {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onReason(reason.trim());
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={reason.trim() === ''}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
