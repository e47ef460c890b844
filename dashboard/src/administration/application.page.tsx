import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Person } from '../ui/people.tsx';
import { applicationQuery, revokeApplication } from './credential.queries.ts';
import { CredentialRecord } from './credential-record.tsx';

const ApplicationPage = () => {
  const { t } = useLingui();
  const { data: application } = useSuspenseQuery(applicationQuery(Route.useParams().applicationId));
  const { client_id, redirect_uris } = application;
  return (
    <CredentialRecord
      credential={application}
      kind={t`OAuth application`}
      revocation={{
        verb: t`Revoke application`,
        consequence: t`The next request with a token of this application is refused. A revoked application cannot be made valid again.`,
        revoke: revokeApplication,
      }}
      facts={[
        { name: t`Client id`, value: <span className="mono break">{client_id}</span> },
        { name: t`Kind`, value: application.public ? t`Public, without a secret` : t`Confidential, with a secret` },
        {
          name: t`Redirects to`,
          value: redirect_uris.length > 0 ? redirect_uris.join(', ') : <span className="none">–</span>,
        },
        { name: t`Created by`, value: <Person id={application.created_by} /> },
      ]}
    />
  );
};

export const Route = createLazyRoute('/administration/applications/$applicationId')({ component: ApplicationPage });
