import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { withCatalogue } from '../i18n/i18n.ts';
import { root } from '../root-route.ts';
import { type ListSearch, readListSearch } from '../ui/list/search.ts';
import { CONNECTION_FILTERS, connectionListQuery, connectionQuery } from './connection.queries.ts';
import { CONFLICT_FILTERS, PARKED_FILTERS, SYNC_FILTERS } from './sync.queries.ts';

const integrations = createRoute({
  getParentRoute: () => root,
  path: 'integrations',
  staticData: { crumb: msg`Integrations` },
});

const list = createRoute({
  getParentRoute: () => integrations,
  path: '/',
  validateSearch: readListSearch(CONNECTION_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(connectionListQuery(deps)),
}).lazy(() => withCatalogue('integrations', import('./list.page.tsx')).then(({ Route }) => Route));

const create = createRoute({
  getParentRoute: () => integrations,
  path: 'new',
  staticData: { crumb: msg`New` },
}).lazy(() => withCatalogue('integrations', import('./new.page.tsx')).then(({ Route }) => Route));

const connection = createRoute({
  getParentRoute: () => integrations,
  path: '$connectionId',
  preload: false,
  loader: async ({ context: { queries }, params: { connectionId } }) => {
    const { name } = await queries.ensureQueryData(connectionQuery(connectionId));
    return { crumb: name };
  },
});

const CONNECTION_TABS = ['state', 'mappings', 'syncs', 'parked', 'conflicts', 'history'] as const;

export type ConnectionTab = (typeof CONNECTION_TABS)[number];

/** The filters of the list in each tab. */
const TAB_FILTERS: Readonly<Partial<Record<ConnectionTab, readonly string[]>>> = {
  syncs: SYNC_FILTERS,
  parked: PARKED_FILTERS,
  conflicts: CONFLICT_FILTERS,
};

const record = createRoute({
  getParentRoute: () => connection,
  path: '/',
  validateSearch: (raw: Record<string, unknown>): ListSearch & { tab?: ConnectionTab } => {
    const tab = CONNECTION_TABS.find((one) => one === raw.tab && one !== 'state');
    return tab ? { tab, ...readListSearch(TAB_FILTERS[tab] ?? [])(raw) } : {};
  },
}).lazy(() => withCatalogue('integrations', import('./record.page.tsx')).then(({ Route }) => Route));

const change = createRoute({
  getParentRoute: () => connection,
  path: 'change',
  staticData: { crumb: msg`Change` },
}).lazy(() => withCatalogue('integrations', import('./change.page.tsx')).then(({ Route }) => Route));

const mapping = createRoute({
  getParentRoute: () => connection,
  path: 'mappings/$mappingId',
  staticData: { crumb: msg`Mapping` },
  preload: false,
}).lazy(() => withCatalogue('integrations', import('./mapping.page.tsx')).then(({ Route }) => Route));

const sync = createRoute({
  getParentRoute: () => connection,
  path: 'syncs/$syncId',
  staticData: { crumb: msg`Synchronisation` },
  preload: false,
}).lazy(() => withCatalogue('integrations', import('./sync.page.tsx')).then(({ Route }) => Route));

/** The addresses of the integrations. */
export const integrationRoutes = integrations.addChildren([
  ...[list, create],
  connection.addChildren([record, change, mapping, sync]),
]);
