import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRight, useSession } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { Trail } from '../ui/trail.tsx';
import { refreshCredentials } from './credential.queries.ts';
import { SCOPES, type Scope } from './scopes.ts';

type Credential = {
  id: string;
  name: string;
  status: string;
  scopes: readonly Scope[];
  created_at: string;
  revoked_at: string | null;
};

type Props = {
  credential: Credential;
  kind: string;
  /** What a revocation means, and the verb of its buttons. */
  revocation: { verb: string; consequence: string; revoke: (id: string, reason?: string) => Promise<void> };
  facts: readonly { name: string; value: ReactNode }[];
};

/** The page of an API key or an application: its state, what it may do, its history, and how it is revoked. */
export const CredentialRecord = ({ credential, kind, revocation, facts }: Props) => {
  const { t, i18n } = useLingui();
  const mayWrite = useRight('admin:write');
  const [isRevoking, setRevoking] = useState(false);
  const { id, name, status, scopes, created_at, revoked_at } = credential;
  useWindowTitle(name);
  return (
    <article className="page record">
      <header className="record-head">
        <div className="record-number">
          <span>{kind}</span>
        </div>
        <Title order={1} className="record-title">
          {name}
        </Title>
        <div className="record-line">
          <Status state={status} />
          {mayWrite && revoked_at === null && (
            <Button variant="default" className="next-step" onClick={() => setRevoking(true)}>
              <Trans>Revoke…</Trans>
            </Button>
          )}
        </div>
      </header>
      <div className="record-columns">
        <div className="record-main">
          <Trail recordId={id} />
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <section className="section" aria-label={kind}>
            <h2 className="section-title">{kind}</h2>
            <dl className="fields">
              {[
                ...facts,
                { name: t`Created`, value: <Instant value={created_at} exact /> },
                ...(revoked_at ? [{ name: t`Revoked`, value: <Instant value={revoked_at} exact /> }] : []),
              ].map((fact) => (
                <div key={fact.name}>
                  <dt>{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="section" aria-label={t`Scopes`}>
            <h2 className="section-title">{t`Scopes`}</h2>
            <ul className="scopes">
              {scopes.map((scope) => (
                <li key={scope}>
                  <span className="mono">{scope}</span>
                  <span className="none">{i18n._(SCOPES[scope])}</span>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
      {isRevoking && <RevokeDialog credential={credential} {...revocation} onClose={() => setRevoking(false)} />}
    </article>
  );
};

type Revoking = Props['revocation'] & { credential: Credential; onClose: () => void };

const RevokeDialog = ({ credential: { id, name }, verb, consequence, revoke, onClose }: Revoking) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revoke(id, reason.trim() || undefined),
    onSuccess: onClose,
    onSettled: () => refreshCredentials(queries, id),
  });
  return (
    <Dialog opened onClose={onClose} title={t`Revoke ${name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack>
          <Text size="sm">{consequence}</Text>
          <TextInput
            label={t`Reason for the change`}
            required={isReasonAsked}
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={isReasonAsked && reason.trim() === ''}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
