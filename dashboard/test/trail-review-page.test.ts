import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { type Dashboard, openDashboard, TIMEOUT_MS, type Window } from './browser.ts';

const NAME = 'Sampling room 2';

const WORKFLOW = {
  name: 'Facility approval',
  entity_types: ['facility'],
  states: [
    { id: 'draft', name: 'Draft', type: 'initial', allowed_transitions: ['pending_approval'] },
    {
      id: 'pending_approval',
      name: 'Pending approval',
      type: 'approval',
      allowed_transitions: ['effective', 'draft'],
      approval_config: { required_approvers: 1, approver_roles: ['quality_manager'], require_audit_review: true },
    },
    { id: 'effective', name: 'Effective', type: 'final' },
  ],
};

describe('the review of an audit trail beside an approval', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;
  let recordId: string;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const defined = await admin.post('/v1/workflows', WORKFLOW);
    expect(defined.status, JSON.stringify(defined.body)).to.equal(201);
    recordId = (await admin.post('/v1/entities', { type: 'facility', name: NAME })).body.data.id;
    const path = `/v1/workflows/instances/${recordId}/transition`;
    const moved = await admin.post(path, { to_state: 'pending_approval' });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    const entries = `/v1/audit-logs?entity_id=${recordId}`;
    await eventually('both entries', async () => (await admin.get(entries)).body.meta.total === 2);
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    await window?.page.context().close();
  });

  it('comes before it: unreviewed entries with their risks are marked as reviewed, then the approver may approve', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/approvals/${recordId}`);
    const trail = page.getByRole('region', { name: 'Audit trail' });
    await trail.getByText('2 entries not reviewed by you').waitFor();
    await trail.getByText('By an administrator').first().waitFor();
    await trail.getByText('Nobody has reviewed this trail yet.').waitFor();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await page.getByText('Review the audit trail before you approve').waitFor();
    expect(await approve.isDisabled()).to.equal(true);

    await trail.getByRole('button', { name: 'Mark as reviewed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review of the audit trail' });
    await dialog.getByRole('radio', { name: 'Findings', exact: true }).check();
    expect(await dialog.getByRole('button', { name: 'Mark as reviewed' }).isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Created by an administrator; agreed with the area.');
    await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
    await trail.getByText('You have reviewed every entry.').waitFor();
    const reviews = trail.getByRole('region', { name: 'Reviews' });
    await reviews.getByText('Created by an administrator; agreed with the area.').waitFor();
    await reviews.getByText('2 entries').waitFor();

    await approve.click();
    const decision = page.getByRole('dialog');
    await decision.getByRole('textbox', { name: 'Comment' }).fill('Fit for use.');
    await decision.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Your decision is recorded').waitFor();
    expect(window.troubles).to.deep.equal([]);
  });
});
