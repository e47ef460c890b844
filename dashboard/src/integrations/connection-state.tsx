import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fact } from '../ui/fact.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { AccessResult } from './access-result.tsx';
import { type Connection, type Health, healthQuery } from './connection.queries.ts';
import { NextStep } from './next-step.tsx';
import { healthState, healthWord, syncState, syncStatusWord } from './words.ts';

/** What has to be done next, what the latest test found, and how the connection does. */
export const ConnectionState = ({ connection }: { connection: Connection }) => {
  const { t } = useLingui();
  const health = useQuery(healthQuery(connection.id));
  return (
    <>
      <NextStep connection={connection} />
      <AccessResult connection={connection} />
      <section className="section" aria-label={t`Health`}>
        <Title order={2} size="h3" mb={6}>
          <Trans>Health</Trans>
        </Title>
        <Part query={health} lines={6}>
          {(data) => <HealthFacts connectionId={connection.id} health={data} />}
        </Part>
      </section>
    </>
  );
};

const HealthFacts = ({ connectionId, health }: { connectionId: string; health: Health }) => {
  const { t, i18n } = useLingui();
  const { status, remote_status, last_sync, next_sync, pending_changes, metrics } = health;
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const none = <span className="none">–</span>;
  const milliseconds = remote_status.response_time_ms;
  return (
    <dl className="fields">
      <Fact name={t`State`}>
        <Status state={healthState(status)} label={healthWord(status)} />
      </Fact>
      <Fact name={t`Last synchronisation`}>
        {last_sync ? (
          <span className="integration-line">
            <Link
              to="/integrations/$connectionId/syncs/$syncId"
              params={{ connectionId, syncId: last_sync.sync_id }}
              preload={false}
            >
              <Instant value={last_sync.timestamp} />
            </Link>
            <Status state={syncState(last_sync.status)} label={syncStatusWord(last_sync.status)} />
          </span>
        ) : (
          <span className="none">{t`never`}</span>
        )}
      </Fact>
      <Fact name={t`Next synchronisation`}>
        <Instant value={next_sync} />
      </Fact>
      <Fact name={t`External system`}>
        {remote_status.api_available === null
          ? none
          : remote_status.api_available
            ? milliseconds === null
              ? t`answers`
              : t`answers in ${number(milliseconds)} ms`
            : t`does not answer`}
      </Fact>
      <Fact name={t`Waiting to come here`}>{number(pending_changes.inbound)}</Fact>
      <Fact name={t`Waiting to be sent`}>{number(pending_changes.outbound)}</Fact>
      <Fact name={t`Successful in 24 hours`}>
        {metrics.success_rate_24h === null ? none : t`${number(metrics.success_rate_24h)} %`}
      </Fact>
      <Fact name={t`Records in 24 hours`}>{number(metrics.total_records_synced_24h)}</Fact>
    </dl>
  );
};
