import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useWindowTitle } from '../ui/page.tsx';
import { Trail } from '../ui/trail.tsx';
import { Conflicts } from './conflicts.tsx';
import { connectionQuery } from './connection.queries.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { ConnectionHeader } from './connection-header.tsx';
import { ConnectionState } from './connection-state.tsx';
import { MappingList } from './mapping-list.tsx';
import { ParkedRecords } from './parked.tsx';
import type { ConnectionTab } from './routes.ts';
import { conflictListQuery, parkedListQuery } from './sync.queries.ts';
import { Syncs } from './syncs.tsx';

const ConnectionPage = () => {
  const { t } = useLingui();
  const { connectionId } = Route.useParams();
  const { tab = 'state', ...search } = Route.useSearch();
  const navigate = useNavigate();
  const { data: connection } = useSuspenseQuery(connectionQuery(connectionId));
  const { data: parked } = useQuery(parkedListQuery(connectionId, {}));
  const { data: conflicts } = useQuery(conflictListQuery(connectionId, {}));
  useWindowTitle(connection.name);
  // The lists of the other tabs need the whole width.
  const isState = tab === 'state';
  const open = (next: string | null) =>
    navigate({
      to: '/integrations/$connectionId',
      params: { connectionId },
      search: next === 'state' || next === null ? {} : { tab: next as ConnectionTab },
      replace: true,
    });
  const count = (total: number | undefined) => (total ? <span className="tab-count">{total}</span> : null);
  return (
    <article className="page record">
      <ConnectionHeader connection={connection} />
      <div className={isState ? 'record-columns' : undefined}>
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="state">{t`State`}</Tabs.Tab>
              <Tabs.Tab value="mappings">{t`Mappings`}</Tabs.Tab>
              <Tabs.Tab value="syncs">{t`Synchronisations`}</Tabs.Tab>
              <Tabs.Tab value="parked">
                {t`Records that wait`} {count(parked?.meta.total)}
              </Tabs.Tab>
              <Tabs.Tab value="conflicts">
                {t`Conflicts`} {count(conflicts?.meta.total)}
              </Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="state">
              <ConnectionState connection={connection} />
            </Tabs.Panel>
            <Tabs.Panel value="mappings">
              <MappingList connection={connection} />
            </Tabs.Panel>
            <Tabs.Panel value="syncs">
              <Syncs connectionId={connectionId} search={search} />
            </Tabs.Panel>
            <Tabs.Panel value="parked">
              <ParkedRecords connection={connection} search={search} />
            </Tabs.Panel>
            <Tabs.Panel value="conflicts">
              <Conflicts connectionId={connectionId} search={search} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={connectionId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        {isState && (
          <aside className="record-aside" aria-label={t`Properties`}>
            <ConnectionFacts connection={connection} />
          </aside>
        )}
      </div>
    </article>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/')({ component: ConnectionPage });
