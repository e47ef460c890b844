import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import { browserName } from './browser-name.ts';
import { client } from './client.ts';

const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => client.account.listOwnSessions({ signal }),
});

/** Where the user is signed in, and how to sign out there. */
export const OwnSessions = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({
    mutationFn: (id: string) => client.account.endOwnSession(id),
    onSettled: () => queries.invalidateQueries(ownSessionsQuery),
  });
  return (
    <section className="section" aria-label={t`Sessions`}>
      <h2 className="section-title">
        <Trans>Sessions</Trans>
      </h2>
      {end.error && <ErrorNotice error={end.error} />}
      <Part query={query} lines={2}>
        {(sessions) => (
          <ul className="related">
            {sessions.map(({ id, current, user_agent, created_at, active_at }) => (
              <li key={id}>
                <strong title={user_agent ?? undefined}>{browserName(user_agent) ?? t`Unknown program`}</strong>
                <span>
                  <Trans>
                    since <Instant value={created_at} />
                  </Trans>
                </span>
                {active_at && !current && (
                  <span className="none">
                    <Trans>
                      last used <Instant value={active_at} />
                    </Trans>
                  </span>
                )}
                {current ? (
                  <span className="none">
                    <Trans>this one</Trans>
                  </span>
                ) : (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    disabled={end.isPending}
                    onClick={() => end.mutate(id)}
                  >
                    <Trans>Sign out there</Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </section>
  );
};
