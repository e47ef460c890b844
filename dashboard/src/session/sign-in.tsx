import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { hasCode } from './api-error.ts';
import { signIn } from './session.ts';

/** The page of somebody who is not signed in. */
export const SignIn = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      await signIn(String(data.get('username')), String(data.get('password')), queries);
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };

  return (
    <main className="gate">
      <Paper component="form" className="gate-card" onSubmit={submit} withBorder>
        <Stack gap="md">
          <div>
            <Title order={1}>
              <Trans>Sign in</Trans>
            </Title>
            <Text size="sm" c="dimmed">
              <Trans>Quality and supplier compliance</Trans>
            </Text>
          </div>
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={hasCode(fault, 'unauthorized') ? t`The user name or the password is wrong.` : undefined}
            />
          )}
          <TextInput
            name="username"
            label={t`User name`}
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            name="password"
            label={t`Password`}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          />
          <Button type="submit" loading={isBusy}>
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </Paper>
    </main>
  );
};
