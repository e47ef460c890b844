import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { type Dashboard, openDashboard, TIMEOUT_MS, type Window } from './browser.ts';

const BROKEN = {
  valid: false,
  entries_checked: 511,
  entries_vouched: 0,
  first_sequence: 1,
  last_sequence: 600,
  first_broken: { sequence: 512, id: 'log_1', reason: 'content_changed' },
  compared_with: [],
  checkpoint: null,
};

describe('the audit log in the dashboard', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    await window?.page.context().close();
  });

  it('is filtered to a record, whose entry shows old and new value, reason and request, and is verified', async () => {
    const { base_url, api_key } = dashboard.demo;
    const api = makeClient(dashboard.demo, api_key);
    const asked = { type: 'deviation', title: 'Looked up in the log', description: 'First text.', priority: 'low' };
    const { id } = (await api.post('/v1/quality-events', asked)).body.data;
    const headers = { 'X-Change-Reason': 'Found in the line clearance' };
    const changed = await api.patch(`/v1/quality-events/${id}`, { priority: 'high' }, { headers });
    expect(changed.status).to.equal(200);
    const entries = `/v1/audit-logs?entity_id=${id}`;
    await eventually('both entries', async () => (await api.get(entries)).body.meta.total === 2);

    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'Record', exact: true }).click();
    await page.getByRole('dialog', { name: 'Record' }).getByRole('combobox').fill('Looked up in');
    await page.getByRole('option', { name: /Looked up in the log/ }).click();
    await page.waitForURL((url) => url.searchParams.get('entity_id') === id);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Record: Looked up in the log' }).waitFor();
    await page.getByText('2 records', { exact: true }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Changed' });
    await row.getByText('Found in the line clearance').waitFor();
    expect(await page.getByRole('row').count()).to.equal(3);
    await row.getByRole('link', { name: /^[\d,]+$/ }).click();

    const difference = page.getByRole('region', { name: 'Changes' }).getByRole('row').filter({ hasText: 'Priority' });
    await difference.waitFor();
    expect(await difference.getByRole('cell').allTextContents()).to.deep.equal(['Low', 'High']);
    const facts = page.getByRole('region', { name: 'Who, when and why' });
    await facts.getByText('Found in the line clearance').waitFor();
    await facts.getByText(changed.headers.get('x-request-id') ?? '').waitFor();
    await page.getByRole('link', { name: 'Open the record' }).waitFor();

    await page.goto(`${base_url}/app/audit/verification`);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText(/^All [\d,]+ entries since .+ are in order and unchanged\.$/).waitFor();
    await page.getByText('Kept in the database').or(page.getByText('There is none yet to compare with.')).waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('shows a long value whole on the page of its entry, and folded in the trail of its record', async () => {
    const { base_url, api_key } = dashboard.demo;
    const api = makeClient(dashboard.demo, api_key);
    const asked = { type: 'deviation', title: 'Described at length', description: 'First text.' };
    const { id } = (await api.post('/v1/quality-events', asked)).body.data;
    const description = `${'The line was cleared again. '.repeat(30)}End of the text.`;
    const headers = { 'X-Change-Reason': 'Described at length' };
    expect((await api.patch(`/v1/quality-events/${id}`, { description }, { headers })).status).to.equal(200);
    const entry = await eventually('the entry of the change', async () => {
      const { body } = await api.get(`/v1/audit-logs?entity_id=${id}&action=update`);
      return body.data[0];
    });
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.goto(`${base_url}/app/audit/${entry.id}`);
    const difference = page
      .getByRole('region', { name: 'Changes' })
      .getByRole('row')
      .filter({ hasText: 'Description' });
    await difference.waitFor();
    expect(await difference.getByRole('cell').allTextContents()).to.deep.equal(['First text.', description]);

    await page.goto(`${base_url}/app/quality-events/${id}?tab=history`);
    const trail = page.getByRole('region', { name: 'Audit trail' });
    const whole = trail.getByText('End of the text.');
    await trail.getByText('Show all').waitFor();
    expect(await whole.isVisible()).to.equal(false);
    await trail.getByText('Show all').click();
    await whole.waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('that is not as it was recorded says where and what to do', async () => {
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.route('**/v1/audit-logs/verify*', (route) => route.fulfill({ json: { data: BROKEN } }));
    await page.goto(`${dashboard.demo.base_url}/app/audit/verification`);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('The first difference is at entry 512.').waitFor();
    await page.getByText('The content of this entry, or its checksum, was changed after it was recorded.').waitFor();
    await page.getByRole('heading', { name: 'What to do' }).waitFor();
    // An auditor opens none.
    await page.getByText('Ask quality assurance to open a deviation').waitFor();
  });
});
