import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Props = {
  title: string;
  /** What is done, on the button. */
  action: ReactNode;
  confirm: () => Promise<unknown>;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
};

/** Asks before something that cannot be undone. Closes when it is done; a refusal is shown. */
export const ConfirmDialog = ({ title, action, confirm, onClose, children }: Props) => {
  const { mutate, error, isPending } = useMutation({ mutationFn: confirm, onSuccess: onClose });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
