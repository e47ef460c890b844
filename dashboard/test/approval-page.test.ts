import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { credentials, type Dashboard, openDashboard, TIMEOUT_MS, type Window } from './browser.ts';

const TITLE = 'Approved by keyboard alone';
const STEPS = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];
const ROOT_CAUSE = { category: 'Procedure', description: 'No step asks for it.' };

describe('approvals in the dashboard', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;
  let capaId: string;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const source = { type: 'deviation', title: 'Source of a CAPA', description: 'A CAPA is opened for it.' };
    const { data: deviation } = (await admin.post('/v1/quality-events', source)).body;
    const asked = {
      title: TITLE,
      description: 'Its approval needs a signature.',
      effectiveness_criteria: 'No further case within a year.',
      corrective_actions: [{ description: 'Add the step' }],
    };
    const { data: capa } = (await admin.post(`/v1/quality-events/${deviation.id}/capa`, asked)).body;
    capaId = capa.id;
    for (const to_state of STEPS) {
      const data = to_state === 'root_cause_identified' ? { root_cause: ROOT_CAUSE } : undefined;
      const moved = await admin.post(`/v1/workflows/instances/${capa.id}/transition`, { to_state, data });
      expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    }
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    await window?.page.context().close();
  });

  it('keep a comment when the dialog is closed to look at the record again, never the password; Cancel drops it', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/approvals/${capaId}`);
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    const dialog = page.getByRole('dialog');
    const comment = dialog.getByRole('textbox', { name: 'Comment' });
    const password = dialog.locator('input[type="password"]');
    await approve.click();
    await comment.fill('The actions fit so far.');
    await password.fill('typed every time');
    await eventually('the draft', () =>
      page.evaluate(`Object.values(sessionStorage).some((text) => text.includes('The actions fit so far.'))`),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await approve.click();
    expect(await comment.inputValue()).to.equal('The actions fit so far.');
    expect(await password.inputValue()).to.equal('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await approve.click();
    expect(await comment.inputValue()).to.equal('');
    expect(window.troubles).to.deep.equal([]);
  });

  it('of a document are requested on its page, which says who decides', async () => {
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const name = `Cleaning of the mixer ${Date.now()}`;
    const { data: document } = (await admin.post('/v1/entities', { type: 'document', name })).body;
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/records/${document.id}`);
    await page.getByText('Draft', { exact: true }).waitFor();
    for (const state of ['Review', 'Approval']) {
      await page.getByRole('button', { name: `Next: ${state}` }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Move to ${state}` })
        .click();
      await page.getByText(state, { exact: true }).first().waitFor();
    }
    await page.getByRole('region', { name: 'Approval' }).getByText('Can decide:').waitFor();
    await page.getByRole('link', { name: 'Open the approval' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  });

  it('are given and signed by keyboard alone, and the signature is shown as it prints', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    const { username, password } = credentials(dashboard.demo, 'quality_manager');
    const field = page.getByRole('combobox');
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Approvals');
    await page.getByRole('option', { name: /^Approvals/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    const link = page.getByRole('link', { name: TITLE });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press('Enter');
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await approve.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('textbox', { name: 'Comment' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('The actions fit the cause.');
    for (const label of ['Conditions', 'Meaning of the signature', 'User name'] as const) {
      await page.keyboard.press('Tab');
      await page.getByLabel(label).and(page.locator(':focus')).waitFor();
    }
    await page.keyboard.type(username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your decision is recorded').waitFor();
    await page.getByText('“Approval”').waitFor();
    expect(window.troubles).to.deep.equal([]);
  });
});
