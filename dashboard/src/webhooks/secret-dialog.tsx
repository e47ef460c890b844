import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { CopyValue } from './code-block.tsx';

type Props = {
  /** Undefined where an earlier answer had it already. */
  secret: string | undefined;
  onClose: () => void;
  children?: ReactNode;
};

/** Shows a new secret, which no later page can show. Only its button closes it. */
export const SecretDialog = ({ secret, onClose, children }: Props) => {
  const { t } = useLingui();
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t`The secret of the webhook`}
    >
      <Stack>
        {secret === undefined ? (
          <Text size="sm">
            <Trans>The secret was shown before. If it is lost, rotate the secret.</Trans>
          </Text>
        ) : (
          <>
            <Text size="sm">
              <Trans>
                Store the secret in your receiver now. It is shown this once; if it is lost, rotate the secret.
              </Trans>
            </Text>
            <div className="secret">
              <code>{secret}</code>
              <CopyValue value={secret} />
            </div>
          </>
        )}
        {children && (
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>
            <Trans>I have stored the secret</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
