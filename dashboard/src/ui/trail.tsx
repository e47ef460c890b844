import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { type AuditEntry, TrailEntry } from './trail-entry.tsx';
import { unreviewedQuery } from './trail-review.queries.ts';
import { TrailReview } from './trail-review.tsx';

/** The newest entries of a record's audit trail. */
export const trailQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId],
    queryFn: async () => (await client.auditLogs.list({ entity_id: recordId, per_page: 100 }).page(1)).data,
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
          {(entries) => (
            <>
              <TrailReview recordId={recordId} />
              <ReviewedEntries recordId={recordId} entries={entries} />
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

const TrailEntries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ol className="trail">
    {entries.map((entry) => (
      <TrailEntry key={entry.id} entry={{ ...entry, reason: entry.metadata.reason }} />
    ))}
  </ol>
);
