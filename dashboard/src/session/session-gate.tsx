import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ChangePassword } from './change-password.tsx';
import { LockScreen } from './lock-screen.tsx';
import { loadSession, useSessionState } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** Shows the pages to who is signed in, and keeps them as they are, hidden, while the session is locked. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const known = useSessionState();
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => void loadSession().catch(setFault), []);

  const retry = () => {
    setFault(null);
    void loadSession().catch(setFault);
  };

  switch (known.status) {
    case 'unknown':
      return fault === null ? null : (
        <main className="gate">
          <ErrorNotice error={fault} onRetry={retry} />
        </main>
      );
    case 'signed_out':
      return <SignIn />;
    default:
      if (known.session.must_change_password)
        return (
          <main className="gate">
            <div className="gate-card">
              <Title order={1} mb="md">
                <Trans>Choose a password of your own</Trans>
              </Title>
              <ChangePassword />
            </div>
          </main>
        );
      return (
        <>
          {children}
          {known.status === 'locked' && <LockScreen session={known.session} />}
        </>
      );
  }
};
