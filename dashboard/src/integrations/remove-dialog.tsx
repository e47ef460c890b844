import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Connection, connectionQuery, deleteConnection, refreshIntegrations } from './connection.queries.ts';

/** Asks before a connection is removed. */
export const RemoveDialog = ({ connection, onClose }: { connection: Connection; onClose: () => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await deleteConnection(connection.id);
    await navigate({ to: '/integrations' });
    queries.removeQueries({ queryKey: connectionQuery(connection.id).queryKey });
    await refreshIntegrations(queries);
  };
  return (
    <ConfirmDialog
      title={t`Remove the connection?`}
      action={<Trans>Remove connection</Trans>}
      confirm={remove}
      onClose={onClose}
    >
      <Trans>
        <strong>{connection.name}</strong> is synchronised no more. Its secrets, its mappings and the links between
        records are removed; open conflicts are withdrawn. Records stay, here and there. This cannot be undone.
      </Trans>
    </ConfirmDialog>
  );
};
