import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRight } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Status } from '../ui/status.tsx';
import {
  type Connection,
  connect,
  disableConnection,
  enableConnection,
  refreshIntegrations,
  testConnection,
} from './connection.queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { startSync } from './sync.queries.ts';
import { connectionState, connectionStatusWord, typeWord } from './words.ts';

type Props = { connection: Connection };

/** Which system it is, whether it is synchronised, and what can be done with it. */
export const ConnectionHeader = ({ connection }: Props) => {
  const { t } = useLingui();
  const { name, type, status } = connection;
  return (
    <header className="record-head">
      <div className="record-number">
        <span>{typeWord(type)}</span>
        <span>{t`Connection`}</span>
      </div>
      <Title order={1} className="record-title">
        {name}
      </Title>
      <Actions connection={connection}>
        <Status state={connectionState(status)} label={connectionStatusWord(status)} />
      </Actions>
    </header>
  );
};

/** Why nothing can be synchronised at the moment; null where it can. */
const useHindrance = ({ status }: Connection): string | null => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (!mayWrite) return t`Your role reads integrations and does not change them.`;
  if (status === 'pending_authorization' || status === 'error') return t`Authorize the connection first.`;
  return status === 'active' ? null : t`Enable the connection first.`;
};

const useActs = ({ id }: Connection) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = () => refreshIntegrations(queries);
  const home = () => navigate({ to: '/integrations/$connectionId', params: { connectionId: id }, replace: true });
  const sync = useMutation({
    mutationFn: (options: { dry_run?: boolean; full?: boolean }) => startSync(id, options),
    onSuccess: (syncId) =>
      navigate({ to: '/integrations/$connectionId/syncs/$syncId', params: { connectionId: id, syncId } }),
    onSettled: refresh,
  });
  const setEnabled = useMutation({
    mutationFn: (enabled: boolean) => (enabled ? enableConnection(id) : disableConnection(id)),
    onSettled: refresh,
  });
  const authorize = useMutation({ mutationFn: () => connect(queries, id), onSuccess: home });
  const test = useMutation({ mutationFn: () => testConnection(queries, id), onSuccess: home });
  return { sync, setEnabled, authorize, test };
};

const Actions = ({ connection, children }: Props & { children: ReactNode }) => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  const hindrance = useHindrance(connection);
  const { sync, setEnabled, authorize, test } = useActs(connection);
  const [isRemoving, setRemoving] = useState(false);
  const { status } = connection;
  const error = sync.error ?? setEnabled.error ?? authorize.error ?? test.error;
  const isBusy = authorize.isPending || test.isPending;
  return (
    <>
      <div className="record-line">
        {children}
        <div className="next-step integration-actions">
          <ActionButton hindrance={hindrance} loading={sync.isPending} onClick={() => sync.mutate({})}>
            <Trans>Synchronise now</Trans>
          </ActionButton>
          <ActionButton variant="default" hindrance={hindrance} onClick={() => sync.mutate({ dry_run: true })}>
            <Trans>Dry run</Trans>
          </ActionButton>
          {mayWrite && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" aria-label={t`More actions`} px={8} loading={isBusy}>
                  <IconDots size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => test.mutate()}>
                  <Trans>Test the connection</Trans>
                </Menu.Item>
                <Menu.Item onClick={() => authorize.mutate()}>
                  <Trans>Authorize again</Trans>
                </Menu.Item>
                {status === 'active' && (
                  <>
                    <Menu.Item onClick={() => sync.mutate({ full: true })}>
                      <Trans>Compare everything</Trans>
                    </Menu.Item>
                    <Menu.Item onClick={() => setEnabled.mutate(false)}>
                      <Trans>Disable</Trans>
                    </Menu.Item>
                  </>
                )}
                <Menu.Item color="red" onClick={() => setRemoving(true)}>
                  <Trans>Remove</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </div>
      {error && <ErrorNotice error={error} />}
      {isRemoving && <RemoveDialog connection={connection} onClose={() => setRemoving(false)} />}
    </>
  );
};
