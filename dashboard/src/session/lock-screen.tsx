import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { hasCode } from './api-error.ts';
import { type Session, signIn, unlock } from './session.ts';

/** Everything else on the page can be neither seen nor reached, open dialogs included. */
const useHiddenPage = (place: HTMLElement): void => {
  useEffect(() => {
    document.body.append(place);
    const hide = () => {
      for (const part of document.body.children)
        if (part !== place && part instanceof HTMLElement && !part.inert) {
          part.inert = true;
          part.dataset.locked = '';
        }
    };
    hide();
    const watch = new MutationObserver(hide);
    watch.observe(document.body, { childList: true });
    return () => {
      watch.disconnect();
      place.remove();
      for (const part of document.querySelectorAll<HTMLElement>('[data-locked]')) {
        part.inert = false;
        delete part.dataset.locked;
      }
    };
  }, [place]);
};

/** Stands before the page while the session is idle or has ended; the page behind it stays as it was for the same user. */
export const LockScreen = ({ session }: { session: Session }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [place] = useState(() => document.createElement('div'));
  const [isOther, setOther] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useHiddenPage(place);

  const open = async (username: string, password: string) => {
    if (isOther || hasEnded) return signIn(username, password, queries);
    try {
      await unlock(password, queries);
    } catch (error) {
      // A session that has ended cannot be renewed: the same password begins another one.
      if (!hasCode(error, 'unauthorized')) throw error;
      setEnded(true);
      await signIn(username, password, queries);
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      await open(String(data.get('username') ?? session.user.email), String(data.get('password')));
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };

  return createPortal(
    <main className="gate">
      <Paper component="form" className="gate-card" onSubmit={submit} withBorder>
        <Stack gap="md">
          <div>
            <Title order={1}>
              <Trans>Locked</Trans>
            </Title>
            <Text size="sm" c="dimmed">
              {isOther ? (
                <Trans>What {session.user.name} typed is not shown to anybody else.</Trans>
              ) : (
                <Trans>Signed in as {session.user.name}. What you typed is still there.</Trans>
              )}
            </Text>
          </div>
          {fault !== null && (
            <ErrorNotice
              error={fault}
              message={hasCode(fault, 'unauthorized') ? t`The user name or the password is wrong.` : undefined}
            />
          )}
          {isOther && (
            <TextInput name="username" label={t`User name`} autoComplete="username" required withAsterisk={false} />
          )}
          <PasswordInput
            name="password"
            label={t`Password`}
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          />
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={() => setOther(!isOther)}>
              {isOther ? session.user.name : t`Another user`}
            </Button>
            <Button type="submit" loading={isBusy}>
              {isOther ? t`Sign in` : t`Unlock`}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </main>,
    place,
  );
};
