import { expect } from 'chai';
import { type Dashboard, openDashboard, TIMEOUT_MS, type Window } from './browser.ts';

describe('suppliers in the dashboard', function () {
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

  it('are created, evaluated and qualified with conditions, which stand on the record', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/suppliers`);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Conditional Chemicals AG');
    await page.getByRole('textbox', { name: 'Supplier code' }).fill(`COND-${Date.now()}`);
    await page.getByRole('textbox', { name: 'Country' }).fill('CH');
    await page.getByRole('button', { name: 'Create supplier' }).click();
    await page.getByRole('heading', { name: 'Conditional Chemicals AG', level: 1 }).waitFor();
    await page.getByText('Not evaluated yet').waitFor();

    const qualify = page.getByRole('button', { name: 'Qualify supplier' });
    await qualify.click();
    const dialog = page.getByRole('dialog');
    // Only the states that a new supplier may go to.
    expect(await dialog.getByRole('radio').count()).to.equal(2);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Needed for the new line.');
    await dialog.getByRole('button', { name: 'Start the evaluation' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Needed for the new line.' }).waitFor();

    await qualify.click();
    await dialog.getByRole('radio', { name: 'Conditional' }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The audit left one finding open.');
    await dialog.getByRole('button', { name: 'Qualify supplier with conditions' }).click();
    await dialog.getByText('Conditions is missing').waitFor();
    await dialog.getByLabel('Conditions').fill('Full testing of each delivery');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Qualify supplier with conditions' }).click();
    await page.getByRole('region', { name: 'Conditions' }).getByText('Full testing of each delivery').waitFor();
    expect(window.troubles).to.deep.equal([]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Print or copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy for inspector (PDF)' }).click();
    expect((await saved).suggestedFilename()).to.match(/\.pdf$/);
  });

  it('show the score that factors come to while they are typed, and keep it', async () => {
    window = await dashboard.signIn('supplier_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/suppliers`);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Assessed Solvents Ltd');
    await page.getByRole('textbox', { name: 'Supplier code' }).fill(`RISK-${Date.now()}`);
    await page.getByRole('button', { name: 'Create supplier' }).click();
    await page.getByRole('tab', { name: 'Risk' }).click();
    await page.getByRole('button', { name: 'Assess the risk' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().waitFor();
    for (const field of await dialog
      .getByRole('textbox', { name: /history|performance|stability|risk|source|status/i })
      .all())
      await field.fill('60');
    await dialog.getByRole('status').getByText('High').waitFor();
    await dialog.getByRole('button', { name: 'Record the assessment' }).click();
    await page.getByRole('tabpanel').getByText('60', { exact: true }).first().waitFor();
    expect(window.troubles).to.deep.equal([]);
  });
});
