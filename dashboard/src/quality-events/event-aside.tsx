import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toRecordPath } from '../session/found.ts';
import { Person } from '../ui/people.tsx';
import { type Change, Section } from '../ui/section.tsx';
import { Signatures } from '../ui/signatures.tsx';
import { Instant } from '../ui/time.tsx';
import { propertySpecs } from './event-fields.ts';
import { eventQuery, type QualityEvent } from './quality-event.queries.ts';
import { RelatedRecords } from './related-records.tsx';

type Props = {
  event: QualityEvent;
  hindrance: string | null;
  save: (change: Change) => Promise<unknown>;
  reload: () => Promise<QualityEvent>;
};

/** What stands beside the content of an event: its properties, what it is about, who opened it, who signed it. */
export const EventAside = ({ event, hindrance, save, reload }: Props) => {
  const { t } = useLingui();
  return (
    <aside className="record-aside" aria-label={t`Properties`}>
      <Section
        name="properties"
        title={t`Properties`}
        specs={propertySpecs()}
        record={event}
        hindrance={hindrance}
        save={save}
        reload={reload}
      />
      {event.source_event_id && <Source id={event.source_event_id} />}
      <RelatedRecords event={event} hindrance={hindrance} save={save} reload={reload} />
      <Signatures recordId={event.id} />
      <section className="section" aria-label={t`Record`}>
        <h2 className="section-title">
          <Trans>Record</Trans>
        </h2>
        <dl className="fields">
          <div>
            <dt>
              <Trans>Opened by</Trans>
            </dt>
            <dd>
              <Person id={event.created_by} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Opened</Trans>
            </dt>
            <dd>
              <Instant value={event.created_at} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Changed</Trans>
            </dt>
            <dd>
              <Instant value={event.updated_at} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Version</Trans>
            </dt>
            <dd>{event.version}</dd>
          </div>
        </dl>
      </section>
    </aside>
  );
};

/** The event that a CAPA was opened for. */
const Source = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const { data } = useQuery(eventQuery(id));
  return (
    <section className="section" aria-label={t`Opened for`}>
      <h2 className="section-title">
        <Trans>Opened for</Trans>
      </h2>
      {data && (
        <Link to={toRecordPath(data.type, id) ?? '/'} preload={false}>
          <span className="mono">{data.number}</span> {data.title}
        </Link>
      )}
    </section>
  );
};
