import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { PERIODS, type Period } from '../overview/overview.queries.ts';
import { root } from '../root-route.ts';
import { readListSearch, readPage } from '../ui/list/search.ts';

/** The filters of the list, as the API takes them. */
const WORKFLOW_FILTERS = ['entity_type', 'is_active'];

/** Loaded with the first page of them, so that the first view of the dashboard does without. */
const loadQueries = () => import('./workflow.queries.ts');

const workflows = createRoute({
  getParentRoute: () => root,
  path: 'workflows',
  staticData: { crumb: msg`Workflows` },
});

const list = createRoute({
  getParentRoute: () => workflows,
  path: '/',
  validateSearch: readListSearch(WORKFLOW_FILTERS),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, deps }) =>
    void queries.prefetchQuery((await loadQueries()).workflowListQuery(deps)),
}).lazy(() => import('./list.page.tsx').then(({ Route }) => Route));

const workflow = createRoute({
  getParentRoute: () => workflows,
  path: '$workflowId',
  preload: false,
  loader: async ({ context: { queries }, params: { workflowId } }) => {
    const { runningQuery, workflowQuery } = await loadQueries();
    void queries.prefetchQuery(runningQuery);
    const { name } = await queries.ensureQueryData(workflowQuery(workflowId));
    return { crumb: name };
  },
});

const WORKFLOW_TABS = ['definition', 'versions', 'metrics', 'history'] as const;

export type WorkflowTab = (typeof WORKFLOW_TABS)[number];

type RecordSearch = { tab?: WorkflowTab; period?: Period; page?: number };

const record = createRoute({
  getParentRoute: () => workflow,
  path: '/',
  validateSearch: (raw: Record<string, unknown>): RecordSearch => {
    const tab = WORKFLOW_TABS.find((one) => one === raw.tab && one !== 'definition');
    const period = PERIODS.find((one) => one === raw.period && one !== '30d');
    return {
      ...(tab ? { tab } : {}),
      ...(period ? { period } : {}),
      ...readPage(raw),
    };
  },
}).lazy(() => import('./record.page.tsx').then(({ Route }) => Route));

const edit = createRoute({
  getParentRoute: () => workflow,
  path: 'edit',
  staticData: { crumb: msg`Change` },
}).lazy(() => import('./edit.page.tsx').then(({ Route }) => Route));

const compare = createRoute({
  getParentRoute: () => workflow,
  path: 'compare',
  staticData: { crumb: msg`Compare versions` },
  validateSearch: (raw: Record<string, unknown>): { from?: number; to?: number } => {
    const number = (name: string) => {
      const value = Number(raw[name]);
      return Number.isInteger(value) && value > 0 ? { [name]: value } : {};
    };
    return { ...number('from'), ...number('to') };
  },
}).lazy(() => import('./compare.page.tsx').then(({ Route }) => Route));

/** The addresses of the workflows. */
export const workflowRoutes = workflows.addChildren([list, workflow.addChildren([record, edit, compare])]);
