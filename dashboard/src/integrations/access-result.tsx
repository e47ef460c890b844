import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { wordFor } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Instant } from '../ui/time.tsx';
import { type Access, accessQuery, type Connection } from './connection.queries.ts';
import { CHECKS } from './words.ts';

/** What the latest authorization and test in this window came to; nothing before one. */
export const AccessResult = ({ connection }: { connection: Connection }) => {
  const { data } = useQuery(accessQuery(connection.id));
  if (!data) return null;
  return (
    <>
      {data.error !== null && data.test?.success !== false && <ErrorNotice error={data.error} />}
      {connection.status === 'pending_authorization' && data.authorization?.authorization_url && (
        <Login authorization={data.authorization} />
      )}
      {data.test && <TestResult test={data.test} />}
    </>
  );
};

/** The way to the login of the external system; the page follows by itself once the user has come back from it. */
const Login = ({ authorization }: { authorization: NonNullable<Access['authorization']> }) => (
  <div className="banner" role="status">
    <div className="banner-text">
      <Anchor href={authorization.authorization_url ?? ''} target="_blank" rel="noopener noreferrer" fw={600}>
        <Trans>Log in at the external system</Trans>
      </Anchor>
      <span className="none">
        <Trans>
          It opens in a window of its own and has to be done until <Instant value={authorization.expires_at} exact />.
          This page goes on by itself.
        </Trans>
      </span>
    </div>
  </div>
);

const TestResult = ({ test }: { test: NonNullable<Access['test']> }) => {
  const { t } = useLingui();
  const { checks, api_version, response_time_ms, tested_at } = test;
  const title = t({ message: 'Test', context: 'of a connection' });
  return (
    <section className="section" aria-label={title}>
      <Title order={2} size="h3" mb={6}>
        {title}
      </Title>
      <Text size="sm" role="status">
        {test.success
          ? t`The external system answers and takes the login.`
          : t`The test failed. Correct the settings, or try again when the external system can take the login.`}
      </Text>
      <ul className="results">
        {checks.map(({ name, ok, message }) => (
          <li key={name}>
            {ok ? (
              <IconCircleCheckFilled size={15} className="status-good" aria-label={t`Passed`} />
            ) : (
              <IconCircleXFilled size={15} className="status-bad" aria-label={t`Failed`} />
            )}
            <span>
              {wordFor(CHECKS, name)}
              {message && <Text size="xs">{message}</Text>}
            </span>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        <Instant value={tested_at} exact /> · {t`${response_time_ms} ms`}
        {api_version && ` · ${api_version}`}
      </Text>
    </section>
  );
};
