import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Title } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRight } from '../session/session.ts';
import { formatInstant } from '../ui/day.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact } from '../ui/fact.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Instant, usePlace } from '../ui/time.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { type Sync, startSync, syncQuery } from './sync.queries.ts';
import { SyncErrors } from './sync-errors.tsx';
import { syncState, syncStatusWord, triggerWord } from './words.ts';

const SyncPage = () => {
  const { t } = useLingui();
  const place = usePlace();
  const { connectionId, syncId } = Route.useParams();
  const { data: sync } = useSuspenseQuery(syncQuery(connectionId, syncId));
  const started = formatInstant(sync.started_at, place);
  const title = sync.dry_run ? t`Dry run of ${started}` : t`Synchronisation of ${started}`;
  useWindowTitle(title);
  return (
    <article className="page record">
      <header className="record-head">
        <div className="record-number">
          <span className="mono">{syncId}</span>
          <span>{sync.dry_run ? t`Dry run` : triggerWord(sync.trigger)}</span>
          {sync.full && <span>{t`Compared everything`}</span>}
        </div>
        <Title order={1} className="record-title">
          {title}
        </Title>
        <div className="record-line" role="status">
          <Status state={syncState(sync.status, sync.dry_run)} label={syncStatusWord(sync.status, sync.dry_run)} />
          {!sync.dry_run && <WhatWaits sync={sync} />}
          {sync.dry_run && sync.status !== 'running' && <SyncNow connectionId={connectionId} />}
        </div>
      </header>
      {sync.error && (
        <div className="banner webhook-disabled">
          <div className="banner-text">{sync.error.message}</div>
        </div>
      )}
      <SyncFacts sync={sync} />
      {sync.dry_run && <PlannedChanges sync={sync} />}
      {(sync.errors.length > 0 || sync.error_count > 0) && <SyncErrors sync={sync} />}
    </article>
  );
};

/** Does what a dry run has shown. */
const SyncNow = ({ connectionId }: { connectionId: string }) => {
  const navigate = useNavigate();
  const mayWrite = useRight('admin:write');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => startSync(connectionId, {}),
    onSuccess: (syncId) =>
      navigate({ to: '/integrations/$connectionId/syncs/$syncId', params: { connectionId, syncId } }),
  });
  if (!mayWrite) return null;
  return (
    <div className="next-step">
      <Button loading={isPending} onClick={() => mutate()}>
        <Trans>Synchronise now</Trans>
      </Button>
      {error && <ErrorNotice error={error} />}
    </div>
  );
};

/** Why both sides do not agree after it, and where that is settled. */
const WhatWaits = ({ sync: { connection_id, parked_records, open_conflicts, held_deletions } }: { sync: Sync }) => {
  const link = (tab: 'parked' | 'conflicts', label: ReactNode) => (
    <Link to="/integrations/$connectionId" params={{ connectionId: connection_id }} search={{ tab }}>
      {label}
    </Link>
  );
  return (
    <>
      {parked_records > 0 &&
        link('parked', <Plural value={parked_records} one="# record waits" other="# records wait" />)}
      {open_conflicts > 0 &&
        link('conflicts', <Plural value={open_conflicts} one="# conflict is open" other="# conflicts are open" />)}
      {held_deletions > 0 && (
        <span>
          <Plural
            value={held_deletions}
            one="# deletion is held: “Compare everything” makes it"
            other="# deletions are held: “Compare everything” makes them"
          />
        </span>
      )}
    </>
  );
};

const SyncFacts = ({ sync }: { sync: Sync }) => {
  const { t, i18n } = useLingui();
  const number = (value: number) => value.toLocaleString(i18n.locale);
  return (
    <section className="section" aria-label={t`Result`}>
      <dl className="fields">
        <Fact name={sync.dry_run ? t`Would be taken` : t`Taken`}>{number(sync.records_succeeded)}</Fact>
        <Fact name={t`Errors`}>{number(sync.records_failed)}</Fact>
        <Fact name={t`Unchanged`}>{number(sync.records_unchanged)}</Fact>
        <Fact name={t`Started`}>
          <Instant value={sync.started_at} exact seconds />
        </Fact>
        <Fact name={t`Ended`}>
          <Instant value={sync.completed_at} exact seconds />
        </Fact>
        {sync.status === 'running' && sync.next_attempt_at && (
          <Fact name={t`Goes on`}>
            <Instant value={sync.next_attempt_at} exact seconds />
          </Fact>
        )}
      </dl>
    </section>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/syncs/$syncId')({ component: SyncPage });
