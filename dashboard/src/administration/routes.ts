import { msg } from '@lingui/core/macro';
import { createRoute, redirect } from '@tanstack/react-router';
import { withCatalogue } from '../i18n/i18n.ts';
import { root } from '../root-route.ts';
import { readListSearch } from '../ui/list/search.ts';
import {
  APPLICATION_FILTERS,
  applicationListQuery,
  applicationQuery,
  KEY_FILTERS,
  keyListQuery,
  keyQuery,
} from './credential.queries.ts';
import { organizationQuery } from './organization.queries.ts';
import { retentionQuery } from './retention.queries.ts';
import { USER_FILTERS, userListQuery, userQuery } from './user.queries.ts';

const administration = createRoute({
  getParentRoute: () => root,
  path: 'administration',
  staticData: { crumb: msg`Administration` },
});

const first = createRoute({
  getParentRoute: () => administration,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/administration/users', replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: 'users',
  staticData: { crumb: msg`Users` },
});

const userList = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: readListSearch(USER_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(userListQuery(deps)),
}).lazy(() => withCatalogue('administration', import('./users.page.tsx')).then(({ Route }) => Route));

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'history' } => (tab === 'history' ? { tab } : {}),
  // A read of a record may stand in the audit log, so no record is read because a pointer passes over a link.
  preload: false,
  loader: async ({ context: { queries }, params: { userId } }) => {
    const { name } = await queries.ensureQueryData(userQuery(userId));
    return { crumb: name };
  },
}).lazy(() => withCatalogue('administration', import('./user.page.tsx')).then(({ Route }) => Route));

const keys = createRoute({
  getParentRoute: () => administration,
  path: 'api-keys',
  staticData: { crumb: msg`API keys` },
});

const keyList = createRoute({
  getParentRoute: () => keys,
  path: '/',
  validateSearch: readListSearch(KEY_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(keyListQuery(deps)),
}).lazy(() => withCatalogue('administration', import('./keys.page.tsx')).then(({ Route }) => Route));

const key = createRoute({
  getParentRoute: () => keys,
  path: '$keyId',
  preload: false,
  loader: async ({ context: { queries }, params: { keyId } }) => {
    const { name } = await queries.ensureQueryData(keyQuery(keyId));
    return { crumb: name };
  },
}).lazy(() => withCatalogue('administration', import('./key.page.tsx')).then(({ Route }) => Route));

const applications = createRoute({
  getParentRoute: () => administration,
  path: 'applications',
  staticData: { crumb: msg`OAuth applications` },
});

const applicationList = createRoute({
  getParentRoute: () => applications,
  path: '/',
  validateSearch: readListSearch(APPLICATION_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => void queries.prefetchQuery(applicationListQuery(deps)),
}).lazy(() => withCatalogue('administration', import('./applications.page.tsx')).then(({ Route }) => Route));

const application = createRoute({
  getParentRoute: () => applications,
  path: '$applicationId',
  preload: false,
  loader: async ({ context: { queries }, params: { applicationId } }) => {
    const { name } = await queries.ensureQueryData(applicationQuery(applicationId));
    return { crumb: name };
  },
}).lazy(() => withCatalogue('administration', import('./application.page.tsx')).then(({ Route }) => Route));

const organization = createRoute({
  getParentRoute: () => administration,
  path: 'organization',
  staticData: { crumb: msg`Organisation` },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'history' } => (tab === 'history' ? { tab } : {}),
  preload: false,
  loader: ({ context: { queries } }) => void queries.prefetchQuery(organizationQuery),
}).lazy(() => withCatalogue('administration', import('./organization.page.tsx')).then(({ Route }) => Route));

const RETENTION_TABS = ['policy', 'holds', 'history'] as const;

export type RetentionTab = (typeof RETENTION_TABS)[number];

const retention = createRoute({
  getParentRoute: () => administration,
  path: 'retention',
  staticData: { crumb: msg`Retention` },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: RetentionTab } => {
    const known = RETENTION_TABS.find((one) => one === tab && one !== 'policy');
    return known ? { tab: known } : {};
  },
  loader: ({ context: { queries } }) => void queries.prefetchQuery(retentionQuery),
}).lazy(() => withCatalogue('administration', import('./retention.page.tsx')).then(({ Route }) => Route));

/** The addresses of the administration. */
export const administrationRoutes = administration.addChildren([
  first,
  users.addChildren([userList, user]),
  keys.addChildren([keyList, key]),
  applications.addChildren([applicationList, application]),
  organization,
  retention,
]);
