import { Trans, useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../session/client.ts';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { type AuditEntry, TrailEntry } from './trail-entry.tsx';
import { unreviewedQuery } from './trail-review.queries.ts';
import { TrailReview } from './trail-review.tsx';

/** How many entries of a trail are read. */
export const PER_PAGE = 100;

/** The newest entries of a record's audit trail, and how many there are. */
export const trailQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId],
    queryFn: () => client.auditLogs.list({ entity_id: recordId, per_page: PER_PAGE }).page(1),
  });

/**
 * Who did what to a record, when and why, with the old and the new value of each field. Who may decide on the record reviews its
 * entries also without the right to read the log.
 */
export const Trail = ({ recordId, mayDecide = false }: { recordId: string; mayDecide?: boolean }) => {
  const { t } = useLingui();
  const mayRead = useRight('audit-logs:read');
  const query = useQuery({ ...trailQuery(recordId), enabled: mayRead });
  return (
    <section className="section" aria-label={t`Audit trail`}>
      <h2 className="section-title">
        <Trans>Audit trail</Trans>
      </h2>
      {mayRead ? (
        <Part query={query} lines={6}>
          {({ data: entries, meta }) => (
            <>
              <TrailReview recordId={recordId} />
              <ReviewedEntries recordId={recordId} entries={entries} />
              {meta.total > entries.length && <OlderEntries recordId={recordId} meta={meta} />}
            </>
          )}
        </Part>
      ) : mayDecide ? (
        <TrailReview recordId={recordId} />
      ) : (
        <span className="none">
          <Trans>Your role does not read the audit trail.</Trans>
        </span>
      )}
    </section>
  );
};

/** The entries that do not stand among the unreviewed ones; all of them where these are not known. */
const ReviewedEntries = ({ recordId, entries }: { recordId: string; entries: readonly AuditEntry[] }) => {
  const { t } = useLingui();
  const { data, isPending } = useQuery(unreviewedQuery(recordId));
  const unreviewed = new Set(data?.items.map(({ id }) => id));
  const areAllShown = data !== undefined && data.items.length === data.total;
  const rest = entries.filter(({ id }) => !unreviewed.has(id));
  if (isPending || rest.length === 0) return null;
  return (
    <>
      <h3>{areAllShown ? t`Reviewed by you` : data ? t`Further entries` : t`All entries`}</h3>
      <TrailEntries entries={rest} />
    </>
  );
};

/** Says that older entries are not shown, and where they are. */
const OlderEntries = ({ recordId, meta }: { recordId: string; meta: Schemas['AuditEntryPageMeta'] }) => {
  const { t, i18n } = useLingui();
  const total = meta.total_is_minimum ? t`more than ${i18n.number(meta.total)}` : i18n.number(meta.total);
  return (
    <p className="none">
      <Trans>
        The newest {PER_PAGE} of {total} entries are shown.
      </Trans>{' '}
      <Link to="/audit" search={{ entity_id: recordId }}>
        <Trans>See all of them</Trans>
      </Link>
    </p>
  );
};

const TrailEntries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ol className="trail">
    {entries.map((entry) => (
      <TrailEntry key={entry.id} entry={{ ...entry, reason: entry.metadata.reason }} />
    ))}
  </ol>
);
