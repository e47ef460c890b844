import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Connection, connectionQuery, deleteConnection, refreshIntegrations } from './connection.queries.ts';

/** Asks before a connection is removed, which cannot be undone. */
export const RemoveDialog = ({ connection, onClose }: { connection: Connection; onClose: () => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deleteConnection(connection.id),
    onSuccess: async () => {
      await navigate({ to: '/integrations' });
      queries.removeQueries({ queryKey: connectionQuery(connection.id).queryKey });
      await refreshIntegrations(queries);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t`Remove the connection?`}>
      <Stack>
        <Text size="sm">
          <Trans>
            <strong>{connection.name}</strong> is synchronised no more. Its secrets, its mappings and the links between
            records are removed; open conflicts are withdrawn. Records stay, here and there. This cannot be undone.
          </Trans>
        </Text>
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            <Trans>Remove connection</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
