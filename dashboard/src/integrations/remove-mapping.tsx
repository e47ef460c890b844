import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';

/** Removes a mapping after a question. */
export const RemoveMapping = ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        <Trans>Remove the mapping…</Trans>
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t`Remove the mapping?`}>
        <Stack>
          <Text size="sm">
            <Trans>
              Its records are synchronised no more and stay, here and there. The links between them are removed, so a
              mapping that is added again later starts from the beginning.
            </Trans>
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color="red"
              onClick={() => {
                close();
                void onConfirm();
              }}
            >
              <Trans>Remove mapping</Trans>
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
};
