import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRight, useSession } from '../session/session.ts';
import { useWindowTitle } from '../ui/page.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
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
  const queries = useQueryClient();
  const isReasonAsked = useSession().organization.strict_mode;
  const revoke = useMutation({
    mutationFn: (reason: string) => revocation.revoke(id, reason || undefined),
    onSettled: () => refreshCredentials(queries, id),
  });
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
      {isRevoking && (
        <ReasonDialog
          title={t`Revoke ${name}`}
          verb={revocation.verb}
          isRequired={isReasonAsked}
          onClose={() => setRevoking(false)}
          onReason={(reason) => revoke.mutateAsync(reason)}
        >
          {revocation.consequence}
        </ReasonDialog>
      )}
    </article>
  );
};
