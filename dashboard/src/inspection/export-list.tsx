import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { EntryList } from './entry-list.tsx';
import { exportListQuery, exportQuery } from './export.queries.ts';
import { ExportState, ExportWhat } from './export-facts.tsx';

/** The exports that were asked for, with how each stands. */
export const ExportList = ({ page }: { page: number }) => (
  <EntryList
    query={useQuery(exportListQuery(page))}
    address="/inspection/exports"
    empty={<Trans>Nobody has exported the log yet.</Trans>}
  >
    {(entry) => <ExportRow key={entry.id} entry={entry} />}
  </EntryList>
);

const ExportRow = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useLingui();
  const { entity_id: jobId, user, timestamp } = entry;
  const query = useQuery({ ...exportQuery(jobId), retry: false });
  return (
    <li>
      <div className="record-line">
        <Link to="/inspection/exports/$jobId" params={{ jobId }}>
          {t`Export of`} <Instant value={timestamp} exact />
        </Link>
        {query.data && <ExportState job={query.data} />}
        <span className="fact">
          <span className="fact-name">
            <Trans>by</Trans>
          </span>
          {user.name || user.id}
        </span>
      </div>
      <Part query={query} lines={1}>
        {(job) => <ExportWhat job={job} />}
      </Part>
    </li>
  );
};
