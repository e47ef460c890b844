import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Dashboard, openDashboard, TIMEOUT_MS, type Window } from './browser.ts';

const ROWS = 500;
const WITHOUT_CODE = 10;
const TWICE = 10;

/** Suppliers of which some have no code, and some the code of an earlier one, in other letters. */
const makeFile = (prefix: string): string => {
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `Imported supplier ${index};${prefix}-${index};de;"API;excipient"`,
  );
  const faulty = Array.from({ length: WITHOUT_CODE }, (_, index) => `No code ${index};;de;API`);
  const twice = Array.from({ length: TWICE }, (_, index) => `Twice ${index};${prefix.toLowerCase()}-${index};de;API`);
  return ['Vendor name;Vendor number;Land;Kategorie', ...rows, ...faulty, ...twice].join('\r\n');
};

describe('an import in the dashboard', function () {
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

  const count = async (prefix: string): Promise<number> => {
    const api = apiClient(dashboard.demo.base_url, dashboard.demo.api_key);
    return (
      await api.get(
        `/v1/entities?type=supplier&attributes.country=DE&attributes.supplier_code=${prefix}-0,${prefix}-499&per_page=100`,
      )
    ).body.meta.total;
  };

  it('of suppliers matches columns by their heads, shows faults in place, writes nothing before, and writes each once', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    const prefix = `IMP${Date.now()}`;
    const choose = (prefixes: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(makeFile(prefixes)) });
    await page.goto(`${dashboard.demo.base_url}/app/suppliers`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import records', level: 1 }).waitFor();
    await choose(prefix);
    await page.getByText(`suppliers.csv: ${ROWS + WITHOUT_CODE + TWICE} rows`).waitFor();
    expect(await page.getByRole('combobox', { name: 'Column for Supplier code' }).inputValue()).to.equal(
      'Vendor number',
    );
    expect(await page.getByRole('combobox', { name: 'Column for Country' }).inputValue()).to.equal('Land');
    await page.getByRole('button', { name: 'See the rows' }).click();
    await page.getByText(`${WITHOUT_CODE + TWICE} have faults`).waitFor();
    expect(await count(prefix)).to.equal(0);
    await page.getByText('Not written').click();
    await page.getByText('Supplier code is missing').first().waitFor();
    await page.getByText('Supplier code: as in line 2').waitFor();
    await page.getByRole('button', { name: `Create ${ROWS} records` }).click();
    await page.getByText(`${ROWS} created`).waitFor();
    expect(await eventually('the first and the last are there', async () => (await count(prefix)) === 2)).to.equal(
      true,
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await saved).suggestedFilename()).to.equal('import-result.csv');
    await page.getByRole('button', { name: 'Another file' }).click();
    await choose(prefix);
    await page.getByRole('button', { name: 'See the rows' }).click();
    await page.getByText(`${ROWS} exist already`).waitFor();
    expect(await page.getByRole('button', { name: /^Create 0 records/ }).isDisabled()).to.equal(true);
  });

  it('is stopped and goes on with what is left', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/import?kind=component`);
    await page.getByRole('heading', { name: 'Import records', level: 1 }).waitFor();
    const rows = Array.from({ length: 300 }, (_, index) => `Component ${index},IC${Date.now()}-${index}`);
    const buffer = Buffer.from(['Name,Code', ...rows].join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'components.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'See the rows' }).click();
    // The first batch is answered only after the import was stopped.
    let release = (): void => {};
    const isStopped = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/entities/bulk', async (route) => {
      await isStopped;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create 300 records' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByRole('button', { name: 'Go on with 200 rows' }).click();
    await page.getByText('300 created').waitFor();
  });
});
