import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { client } from '../session/client.ts';
import { Pager } from '../ui/list/pager.tsx';
import { Part } from '../ui/part.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';

type Page = Awaited<ReturnType<ReturnType<typeof client.auditLogs.list>['page']>>;

type Props = {
  query: UseQueryResult<Page>;
  address: '/inspection/exports' | '/inspection/reports';
  /** What is said where there is none. */
  empty: ReactNode;
  children: (entry: AuditEntry) => ReactNode;
};

/** Exports or reports, a page at a time, by the entries that the log has of them. */
export const EntryList = ({ query, address, empty, children }: Props) => {
  const navigate = useNavigate();
  return (
    <Part query={query} lines={4}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className="none">{empty}</p>
        ) : (
          <>
            <ul className="inspection-rows">{data.map(children)}</ul>
            <div className="list-foot">
              <Pager meta={meta} onPage={(page) => void navigate({ to: address, search: { page } })} />
            </div>
          </>
        )
      }
    </Part>
  );
};
