import { createClient } from '@qsc/client';
import type { Demo } from '../../test/e2e/demo.ts';
import type { Shown } from './shown-page.ts';

/** Gives the complaints' workflow of the demo a second version; gives its id, and that of the deviations' one. */
export const seedWorkflows = async ({ base_url, api_key }: Demo): Promise<{ complaint: string; deviation: string }> => {
  const { workflows } = createClient({ baseUrl: base_url, credential: { apiKey: api_key } });
  const find = async (entity_type: 'complaint' | 'deviation') => {
    const [found] = (await workflows.list({ entity_type }).page(1)).data;
    if (!found) throw new Error(`The demo has no workflow of ${entity_type}.`);
    return found;
  };
  const [complaint, deviation] = [await find('complaint'), await find('deviation')];
  const states = complaint.states.map((state) => (state.sla_hours === 24 ? { ...state, sla_hours: 48 } : state));
  await workflows.update(complaint.id, { states } as never, { reason: 'Two days for the first look at a complaint' });
  return { complaint: complaint.id, deviation: deviation.id };
};

/** The pages of the workflows. */
export const workflowPages = ({ complaint, deviation }: { complaint: string; deviation: string }): Shown[] => [
  {
    name: 'workflow-list',
    path: '/workflows',
    ready: (page) => page.getByRole('row', { name: /^Deviation / }).waitFor(),
  },
  {
    name: 'workflow-list-empty',
    path: '/workflows?entity_type=facility',
    ready: (page) => page.getByText('No workflow fits these filters').waitFor(),
  },
  {
    name: 'workflow',
    path: `/workflows/${deviation}`,
    ready: (page) => page.locator('.state-box').first().waitFor(),
  },
  {
    name: 'workflow-versions',
    path: `/workflows/${complaint}?tab=versions`,
    ready: (page) => page.getByText('Two days for the first look').waitFor(),
  },
  {
    name: 'workflow-metrics',
    path: `/workflows/${deviation}?tab=metrics&period=1y`,
    ready: (page) => page.getByRole('region', { name: 'Time in each state' }).waitFor(),
  },
  {
    name: 'workflow-history',
    path: `/workflows/${complaint}?tab=history`,
    ready: (page) => page.getByRole('heading', { name: 'Audit trail' }).waitFor(),
  },
  {
    name: 'workflow-compare',
    path: `/workflows/${complaint}/compare?from=1&to=2`,
    ready: (page) => page.getByRole('region', { name: 'Differences' }).waitFor(),
  },
  {
    name: 'workflow-edit-state',
    path: `/workflows/${deviation}/edit`,
    role: 'system_admin',
    ready: (page) => page.getByText('No faults found.').waitFor(),
    act: (page) => page.getByRole('button', { name: 'Pending approval', exact: true }).click(),
  },
  {
    name: 'workflow-edit-transition',
    path: `/workflows/${deviation}/edit`,
    role: 'system_admin',
    ready: (page) => page.getByText('No faults found.').waitFor(),
    act: (page) => page.getByRole('button', { name: 'Implementation → Verification' }).click(),
  },
];
