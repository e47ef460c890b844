import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { makeError } from './client.ts';
import { changePassword } from './session.ts';

/** The form that sets another password; everybody who signed in with the old one signs in again. */
export const ChangePassword = () => {
  const { t } = useLingui();
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setFault(null);
    if (data.get('new') !== data.get('again')) {
      setFault(makeError('different', t`The new password was typed differently the second time.`));
      return;
    }
    setBusy(true);
    try {
      await changePassword(String(data.get('current')), String(data.get('new')));
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };

  const toggle = { 'aria-label': t`Show the password` };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={360}>
        {fault !== null && <ErrorNotice error={fault} />}
        <PasswordInput
          name="current"
          label={t`Current password`}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          name="new"
          label={t`New password`}
          description={t`At least 12 characters. You sign in with it again on every device.`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          name="again"
          label={t`New password again`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
        />
        <Button type="submit" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
          <Trans>Change password</Trans>
        </Button>
      </Stack>
    </form>
  );
};
