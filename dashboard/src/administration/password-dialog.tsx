import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ShownOnceDialog } from '../ui/shown-once.tsx';
import { makeFirstPassword } from './first-password.ts';
import { refreshUser, saveUser, type User } from './user.queries.ts';

/** User name and first password, to hand over. */
export const FirstPasswordDialog = ({
  user,
  password,
  onClose,
}: {
  user: User;
  password: string;
  onClose: () => void;
}) => {
  const { t } = useLingui();
  return (
    <ShownOnceDialog
      title={t`First password of ${user.name}`}
      note={t`The password is shown this once. Hand it over in person or by telephone; at the first sign-in it permits nothing but choosing another one.`}
      values={[
        { label: t`User name`, value: user.email },
        { label: t`First password`, value: password },
      ]}
      onClose={onClose}
    />
  );
};

/** Gives a user who has forgotten the password a new first one. */
export const NewPasswordDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [password] = useState(makeFirstPassword);
  const set = useMutation({
    mutationFn: () => saveUser(user.id, { patch: { password }, ifMatch: user.version }),
    onSettled: () => refreshUser(queries, user.id),
  });
  if (set.isSuccess) return <FirstPasswordDialog user={user} password={password} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t`New first password`}>
      <Stack>
        <Text size="sm">
          <Trans>The password of {user.name} is replaced by a new first one, and every session of theirs ends.</Trans>
        </Text>
        {set.error && <ErrorNotice error={set.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button onClick={() => set.mutate()} loading={set.isPending} data-autofocus>
            <Trans>Set first password</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
