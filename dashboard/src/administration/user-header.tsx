import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Menu, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { useRight, useSession } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { Status } from '../ui/status.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { NewPasswordDialog } from './password-dialog.tsx';
import { refreshUser, saveUser, type User, unlockUser } from './user.queries.ts';
import { readUserState } from './user-list.tsx';

/** Who it is, whether they have access, and what an administrator can do about it. */
export const UserHeader = ({ user }: { user: User }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const me = useSession();
  const mayWrite = useRight('admin:write');
  const [dialog, setDialog] = useState<'deactivate' | 'activate' | 'password' | null>(null);
  const close = () => setDialog(null);
  const onSettled = () => refreshUser(queries, user.id);
  const unlock = useMutation({ mutationFn: () => unlockUser(user), onSettled });
  const activate = useMutation({
    mutationFn: (reason?: string) => saveUser(user.id, { patch: { active: true }, ifMatch: user.version, reason }),
    onSettled,
  });
  const fault = unlock.error ?? activate.error;
  const hindrance = !mayWrite
    ? t`Your role reads users and does not change them.`
    : user.id === me.user.id
      ? t`Another administrator deactivates you.`
      : null;
  return (
    <header className="record-head">
      <div className="record-number">
        <span>{t`User`}</span>
      </div>
      <Title order={1} className="record-title">
        {user.name}
      </Title>
      <div className="record-line">
        <Status state={readUserState(user)} />
        <span>{wordFor(ROLES, user.role)}</span>
        <span className="user-mail">{user.email}</span>
        <Group gap="xs" className="next-step">
          {mayWrite && !(user.signing_locked && user.id === me.user.id) && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
                  <Trans>Access</Trans>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {!user.signing_locked && (
                  <Menu.Item onClick={() => unlock.mutate()}>
                    <Trans>Unlock sign-in and signing</Trans>
                  </Menu.Item>
                )}
                {user.id !== me.user.id && (
                  <Menu.Item onClick={() => setDialog('password')}>
                    <Trans>New first password…</Trans>
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
          {user.signing_locked && mayWrite && (
            <Button onClick={() => unlock.mutate()} loading={unlock.isPending}>
              <Trans>Unlock signing</Trans>
            </Button>
          )}
          {user.active ? (
            <ActionButton variant="default" hindrance={hindrance} onClick={() => setDialog('deactivate')}>
              <Trans>Deactivate…</Trans>
            </ActionButton>
          ) : (
            mayWrite && (
              <Button
                variant="default"
                loading={activate.isPending}
                onClick={() => (me.organization.strict_mode ? setDialog('activate') : activate.mutate(undefined))}
              >
                <Trans>Activate again</Trans>
              </Button>
            )
          )}
        </Group>
      </div>
      {fault && <ErrorNotice error={fault} />}
      <p className="none" role="status">
        {unlock.isSuccess && <Trans>Sign-in and signing are unlocked.</Trans>}
      </p>
      {dialog === 'deactivate' && <DeactivateDialog user={user} onClose={close} />}
      {dialog === 'password' && <NewPasswordDialog user={user} onClose={close} />}
      {dialog === 'activate' && (
        <ReasonDialog
          title={t`Activate ${user.name} again`}
          verb={t`Activate`}
          onClose={close}
          onReason={(reason) => activate.mutateAsync(reason)}
        />
      )}
    </header>
  );
};
