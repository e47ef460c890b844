import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

  /** The lines of the exported rows. */
  const exportLines = async ({ page }: Window): Promise<string[]> => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).to.equal('import-result.csv');
    return (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
  };

  it('of suppliers matches columns by their heads, shows all rows with faults in place, exports them for correction, writes nothing before, and writes each once', async () => {
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
    await page.getByText('1–200 of 520').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('201–400 of 520').waitFor();
    await page.getByRole('cell', { name: 'Imported supplier 200', exact: true }).waitFor();
    await page.getByText('Not written').click();
    await page.getByText('201–400 of 520').waitFor({ state: 'hidden' });
    await page.getByText('Supplier code is missing').first().waitFor();
    await page.getByText('Supplier code: as in line 2').waitFor();
    const faulty = await exportLines(window);
    expect(faulty).to.have.length(1 + WITHOUT_CODE + TWICE);
    expect(faulty.slice(0, 2)).to.deep.equal([
      'Line,Result,Id,Vendor name,Vendor number,Land,Kategorie',
      `${ROWS + 2},Supplier code is missing,,No code 0,,de,API`,
    ]);
    await page.getByRole('button', { name: `Create ${ROWS} records` }).click();
    await page.getByText(`${ROWS} created`).waitFor();
    expect(await eventually('the first and the last are there', async () => (await count(prefix)) === 2)).to.equal(
      true,
    );
    await page.getByText('All rows').click();
    expect(await exportLines(window)).to.have.length(1 + ROWS + WITHOUT_CODE + TWICE);
    await page.getByRole('button', { name: 'Another file' }).click();
    await choose(prefix);
    await page.getByRole('button', { name: 'See the rows' }).click();
    await page.getByText(`${ROWS} exist already`).waitFor();
    expect(await page.getByRole('button', { name: /^Create 0 records/ }).isDisabled()).to.equal(true);
  });

  it('of quality events takes types and classes by their words, refuses days of two meanings, leads to the records, and leaves out what exists', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/quality-events`);
    await page.getByRole('link', { name: 'Import' }).click();
    const title = `Imported ${Date.now()}`;
    const rows = [
      `Deviation,${title},Label missing,Major,2027-01-31`,
      `change_request,${title} b,New supplier of vials,,31.01.2027`,
      `Incident,${title} c,Unknown type,,`,
      `Complaint,${title} d,Odd day,,01/02/2027`,
      `Deviation,${title.toUpperCase()},Label missing again,,`,
    ];
    const buffer = Buffer.from(['Event type,Subject,Details,Severity,Due', ...rows].join('\n'));
    const choose = async () => {
      await page.locator('input[type=file]').setInputFiles({ name: 'events.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'See the rows' }).click();
    };
    await choose();
    await page.getByText('Type: give one of Deviation, Audit finding, Complaint, Change request').waitFor();
    await page.getByText('Due date: give a day such as 2026-12-31 or 31.12.2026').waitFor();
    await page.getByText('Title: as in line 2').waitFor();
    await page.getByText('Not written').click();
    await page.getByRole('columnheader', { name: 'Due date' }).waitFor();
    await page.getByText('All rows').click();
    await page.getByRole('button', { name: 'Create 2 records' }).click();
    await page.getByText('2 created').waitFor();
    await page.getByRole('link', { name: 'Created' }).first().click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.getByRole('complementary').getByText('31 Jan 2027').waitFor();
    await page.goto(`${dashboard.demo.base_url}/app/import?kind=quality_event`);
    await choose();
    await page.getByText('2 exist already').waitFor();
    expect(await page.getByRole('button', { name: /^Create 0 records/ }).isDisabled()).to.equal(true);
    await page.getByRole('checkbox', { name: 'Leave out events whose type and title exist already' }).uncheck();
    await page.getByRole('button', { name: 'Create 3 records' }).waitFor();
  });

  it('takes the spreadsheet that it exported itself, and finds the same rows in it', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    const code = `XL${Date.now()}`;
    const choose = async (file: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) => {
      await page.goto(`${dashboard.demo.base_url}/app/import?kind=component`);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'See the rows' }).click();
    };
    const buffer = Buffer.from(`Name,Code,Note\nLactose ${code},${code},kept\nStarch ${code},,`);
    await choose({ name: 'components.csv', mimeType: 'text/csv', buffer });
    await page.getByText('1 has faults').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page
      .getByRole('menuitem', { name: 'Excel' })
      .or(page.getByRole('menuitem', { name: 'XLSX' }))
      .click();
    const path = join(await mkdtemp(join(tmpdir(), 'import-')), 'import-result.xlsx');
    await (await saved).saveAs(path);
    page.once('dialog', (asked) => void asked.accept());
    await choose(path);
    await page.getByText('1 has faults').waitFor();
    await page.getByRole('button', { name: 'Create 1 record' }).click();
    await page.getByText('1 created').waitFor();
    await rm(dirname(path), { recursive: true });
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
