import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { wordFor } from '../i18n/vocabulary.ts';
import { Person } from '../ui/people.tsx';
import { Instant } from '../ui/time.tsx';
import { keyQuery, revokeKey } from './credential.queries.ts';
import { ENVIRONMENTS } from './credential-list.tsx';
import { CredentialRecord } from './credential-record.tsx';

const KeyPage = () => {
  const { t } = useLingui();
  const { data: key } = useSuspenseQuery(keyQuery(Route.useParams().keyId));
  return (
    <CredentialRecord
      credential={key}
      kind={t`API key`}
      revocation={{
        verb: t`Revoke key`,
        consequence: t`The next request with this key is refused. A revoked key cannot be made valid again.`,
        revoke: revokeKey,
      }}
      facts={[
        { name: t`Begins with`, value: <span className="mono break">{key.prefix}</span> },
        { name: t`Environment`, value: wordFor(ENVIRONMENTS, key.environment) },
        { name: t`Acts for`, value: <Person id={key.user_id} /> },
        { name: t`Expires`, value: <Instant value={key.expires_at} exact /> },
      ]}
    />
  );
};

export const Route = createLazyRoute('/administration/api-keys/$keyId')({ component: KeyPage });
