import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { pendingQuery } from '../approvals/approval.queries.ts';
import { CERTIFICATE_TYPES, RECORD_TYPES, STATES, wordFor } from '../i18n/vocabulary.ts';
import { isEnded } from '../quality-events/event-filters.ts';
import type { QualityEvent } from '../quality-events/quality-event.queries.ts';
import { preferencesQuery, usePreferences } from '../session/preferences.ts';
import { useRight, useSession } from '../session/session.ts';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Deadline, Due, Instant } from '../ui/time.tsx';
import { changedQuery, expiringQuery, myActionsQuery, myEventsQuery } from './my-work.queries.ts';

const MyWorkPage = () => {
  const { t } = useLingui();
  const mayApprove = useRight('workflows:execute');
  const mayReadCertificates = useRight('certificates:read');
  return (
    <Page title={t`My work`}>
      <div className="work">
        {mayApprove && <WaitingApprovals />}
        <MyEvents />
        <MyActions />
        {mayReadCertificates && <Expiring />}
        <SinceLastVisit />
      </div>
    </Page>
  );
};

type BlockProps = { title: string; count?: number | undefined; more?: ReactNode; children: ReactNode };

const Block = ({ title, count, more, children }: BlockProps) => (
  <section className="work-block" aria-label={title}>
    <div className="work-head">
      <h2>
        {title} {count !== undefined && count > 0 && <span className="tab-count">{count}</span>}
      </h2>
      {more}
    </div>
    {children}
  </section>
);

const Nothing = ({ children }: { children: ReactNode }) => <p className="none work-none">{children}</p>;

const WaitingApprovals = () => {
  const { t } = useLingui();
  const query = useQuery(pendingQuery);
  return (
    <Block title={t`Waiting for your approval`} count={query.data?.meta.total}>
      <Part query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing>
              <Trans>Nothing waits for your decision.</Trans>
            </Nothing>
          ) : (
            <ul className="work-list">
              {data.slice(0, 10).map(({ approval_id, entity_id, title, entity_type, due_date }) => (
                <li key={approval_id}>
                  <span className="work-kind">{wordFor(RECORD_TYPES, entity_type)}</span>
                  <Link to="/approvals/$entityId" params={{ entityId: entity_id }} preload={false} className="ellipsis">
                    {title}
                  </Link>
                  <Deadline value={due_date} />
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </Block>
  );
};

const EventItem = ({ event, end }: { event: QualityEvent; end: ReactNode }) => (
  <li>
    <span className="mono work-kind">{event.number}</span>
    <Link to="/quality-events/$eventId" params={{ eventId: event.id }} preload={false} className="ellipsis">
      {event.title}
    </Link>
    <Status state={event.status} />
    {end}
  </li>
);

const MyEvents = () => {
  const { t } = useLingui();
  const { user } = useSession();
  const query = useQuery(myEventsQuery(user.id));
  return (
    <Block title={t`Assigned to you`} count={query.data?.meta.total}>
      <Part query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing>
              <Trans>No open event is assigned to you.</Trans>
            </Nothing>
          ) : (
            <ul className="work-list">
              {data.slice(0, 15).map((event) => (
                <EventItem key={event.id} event={event} end={<Due value={event.due_date} isDone={isEnded(event)} />} />
              ))}
            </ul>
          )
        }
      </Part>
    </Block>
  );
};

const MyActions = () => {
  const { t } = useLingui();
  const { user } = useSession();
  const query = useQuery(myActionsQuery(user.id));
  return (
    <Block title={t`Actions you carry out`} count={query.data?.length}>
      <Part query={query}>
        {(actions) =>
          actions.length === 0 ? (
            <Nothing>
              <Trans>No action of a CAPA is assigned to you.</Trans>
            </Nothing>
          ) : (
            <ul className="work-list">
              {actions.slice(0, 15).map(({ capa, action }) => (
                <li key={action.id}>
                  <span className="mono work-kind">{capa.number}</span>
                  <Link
                    to="/quality-events/$eventId"
                    params={{ eventId: capa.id }}
                    preload={false}
                    className="ellipsis"
                  >
                    {action.description}
                  </Link>
                  <Status state={action.status} label={wordFor(STATES, action.status)} />
                  <Due value={action.due_date} />
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </Block>
  );
};

const Expiring = () => {
  const { t } = useLingui();
  const query = useQuery(expiringQuery);
  return (
    <Block title={t`Certificates that expire within 30 days`} count={query.data?.meta.total}>
      <Part query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing>
              <Trans>No certificate expires within 30 days.</Trans>
            </Nothing>
          ) : (
            <ul className="work-list">
              {data.map(({ id, name, type, expiry_date }) => (
                <li key={id}>
                  <span className="work-kind">{wordFor(CERTIFICATE_TYPES, type)}</span>
                  <Link
                    to="/certificates/$certificateId"
                    params={{ certificateId: id }}
                    preload={false}
                    className="ellipsis"
                    title={name}
                  >
                    {name}
                  </Link>
                  <Due value={expiry_date} />
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </Block>
  );
};

/** The visit before this one; read once, when the first page of this one is shown. */
let before: string | null | undefined;

const SinceLastVisit = () => {
  const { t } = useLingui();
  const known = useQuery(preferencesQuery);
  const { preferences, set } = usePreferences();
  const [since, setSince] = useState(before);
  useEffect(() => {
    if (before !== undefined || !known.isSuccess) return;
    before = preferences.last_visit ?? null;
    setSince(before);
    set({ last_visit: new Date().toISOString() });
  }, [known.isSuccess, preferences, set]);
  const query = useQuery({ ...changedQuery, enabled: Boolean(since) });
  if (!since) return null;
  return (
    <Block title={t`Changed since your last visit`}>
      <Part query={query}>
        {(events) => {
          const changed = events.filter(({ updated_at }) => updated_at > since);
          return changed.length === 0 ? (
            <Nothing>
              <Trans>
                Nothing, since <Instant value={since} />.
              </Trans>
            </Nothing>
          ) : (
            <ul className="work-list">
              {changed.map((event) => (
                <EventItem key={event.id} event={event} end={<Instant value={event.updated_at} />} />
              ))}
            </ul>
          );
        }}
      </Part>
    </Block>
  );
};

export const Route = createLazyRoute('/')({ component: MyWorkPage });
