import { readFileSync } from 'node:fs';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { type Dashboard, openDashboard, type Page, TIMEOUT_MS, type Window } from './browser.ts';

const DAY_MS = 86_400_000;
const TITLE = 'Seal of the granulator worn';

const HAS_DRAFT = `Object.values(sessionStorage).some((text) => text.includes('"format":"json"'))`;

/** Follows a press that saves a file, and gives its name and content. */
const saved = async (page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
};

describe('an inspection in the dashboard', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;
  let deviation: { id: string; number: string };
  let productId: string;
  let keyName: string;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const asked = { type: 'deviation', title: TITLE, description: 'Found at the line clearance.', priority: 'low' };
    deviation = (await admin.post('/v1/quality-events', asked)).body.data;
    productId = (await admin.post('/v1/entities', { type: 'product', name: 'Inspected tablets 20 mg' })).body.data.id;
    // A record is found by its id through the audit log.
    const entries = `/v1/audit-logs?entity_id=${productId}`;
    await eventually('the entry of the product', async () => (await admin.get(entries)).body.meta.total === 1);
    keyName = `Ends soon ${Date.now()}`;
    const key = await admin.post('/v1/api-keys', {
      name: keyName,
      environment: 'live',
      scopes: ['entities:read'],
      expires_at: new Date(Date.now() + 10 * DAY_MS).toISOString(),
    });
    expect(key.status, JSON.stringify(key.body)).to.equal(201);
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    await window?.page.context().close();
  });

  it('finds records by number, name and id, and takes their complete copies, in a view that says it is read only', async () => {
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.getByRole('region', { name: 'Bar' }).getByText('Read only').waitFor();
    await page.getByRole('link', { name: 'Inspection', exact: true }).click();
    await page.getByRole('heading', { name: 'Inspection', level: 1 }).waitFor();
    const evidence = page.getByRole('region', { name: 'Evidence' });
    await evidence.getByText(/^[\d,]+ entries, since/).waitFor();

    const search = page.getByRole('searchbox', { name: /^Find a record/ });
    const found = page.getByRole('region', { name: 'Records found' });
    await search.fill(deviation.number);
    await found.getByRole('link', { name: TITLE, exact: true }).waitFor();
    const copy = await saved(page, () =>
      found.getByRole('button', { name: `Complete copy of ${deviation.number} ${TITLE} as PDF` }).click(),
    );
    expect(copy.name).to.match(new RegExp(`^${deviation.number}-copy-.*\\.pdf$`));
    expect(copy.content.subarray(0, 5).toString()).to.equal('%PDF-');
    await page.reload();
    await found.getByRole('link', { name: TITLE, exact: true }).click();
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();

    await page.goto(`${dashboard.demo.base_url}/app/inspection`);
    await search.fill(productId);
    await found.getByRole('link', { name: 'Inspected tablets 20 mg', exact: true }).click();
    await page.getByRole('heading', { name: 'Inspected tablets 20 mg', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Audit trail' }).getByText('Created').waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('knows a deleted record by its id: its trail stays, and there is no copy of it', async () => {
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const { id } = (await admin.post('/v1/entities', { type: 'component', name: 'Withdrawn excipient' })).body.data;
    await admin.delete(`/v1/entities/${id}`);
    await eventually('the entry of the deletion', async () => {
      const { body } = await admin.get(`/v1/audit-logs?entity_id=${id}&action=delete`);
      return body.data[0];
    });
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/inspection?q=${id}`);
    const found = page.getByRole('region', { name: 'Records found' });
    await found.getByText('Deleted', { exact: true }).waitFor();
    expect(await found.getByRole('button').count()).to.equal(0);
    await found.getByRole('link', { name: 'Audit trail of Withdrawn excipient' }).click();
    await page.getByRole('row').filter({ hasText: 'Deleted' }).waitFor();
  });

  it('exports the log: progress, then the file with its checksum, signature and how it is checked', async () => {
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/inspection`);
    await page.getByRole('link', { name: 'Exports of the audit log' }).click();
    await page.getByRole('combobox', { name: 'Kinds of record' }).click();
    await page.getByRole('option', { name: 'Deviation', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'JSON' }).check();
    // What was chosen is still there after the page was left.
    await eventually('the draft is stored', () => page.evaluate(HAS_DRAFT));
    await page.getByRole('link', { name: 'My work' }).click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('radio', { name: 'JSON', checked: true }).waitFor();
    let isHeld = true;
    const held = { records_exported: 1, estimated_records: 4, status: 'processing', checksum: null };
    await page.route('**/v1/audit-logs/export/export_*', async (route) => {
      if (!isHeld) return route.continue();
      const { body } = await admin.get(new URL(route.request().url()).pathname);
      await route.fulfill({ json: { data: { ...body.data, ...held } } });
    });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('1 of about 4 entries are written.').waitFor();
    const progress = page.getByRole('progressbar', { name: 'Progress of the export' });
    expect(await progress.getAttribute('aria-valuenow')).to.equal('25');
    isHeld = false;

    const file = page.getByRole('region', { name: 'File', exact: true });
    await file.waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    const checksum = await file.getByText(/^[0-9a-f]{64}$/).textContent();
    const exported = await saved(page, () => file.getByRole('link', { name: 'Download the file' }).click());
    const digest = await crypto.subtle.digest('SHA-256', exported.content);
    expect(Buffer.from(digest).toString('hex')).to.equal(checksum);
    const entries = JSON.parse(exported.content.toString()) as { entity_type: string }[];
    expect(entries).not.to.deep.equal([]);
    expect(entries.every(({ entity_type }) => entity_type === 'deviation')).to.equal(true);
    const signature = await saved(page, () => file.getByRole('link', { name: 'Download its signature' }).click());
    expect(signature.name).to.equal(`${exported.name}.sig`);
    const key = await saved(page, () => file.getByRole('button', { name: 'Download the public key' }).click());
    expect(JSON.parse(key.content.toString())).to.include({ kty: 'OKP', crv: 'Ed25519' });
    await page.getByText(`node verify-audit.mjs ${exported.name}`).waitFor();

    await page.getByRole('link', { name: 'All exports' }).click();
    const earlier = page.getByRole('region', { name: 'Earlier exports' }).getByRole('listitem').first();
    await earlier.getByText(/JSON · .* · Deviation · all actions/).waitFor();
    await earlier.getByText('Finished', { exact: true }).waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('makes a report of a period, whose findings lead to their entries', async () => {
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/inspection/reports`);
    await page.getByRole('button', { name: 'Make the report' }).click();
    await page.getByRole('heading', { name: '21 CFR Part 11 report', level: 1 }).waitFor();
    await page.getByText(/^[\d]+ findings?, [\d]+ observations?$/).waitFor();
    const access = page.getByRole('region', { name: 'Access', exact: true });
    const finding = access.getByRole('listitem').filter({ hasText: 'The API key ends within 30 days.' }).first();
    await finding.getByRole('link', { name: keyName }).waitFor();
    const pdf = await saved(page, () => page.getByRole('button', { name: 'Download as PDF' }).click());
    expect(pdf.content.subarray(0, 5).toString()).to.equal('%PDF-');
    await finding.getByRole('link', { name: /entries in the audit log$/ }).click();
    await page.waitForURL((url) => url.searchParams.get('entity_id')?.includes('key_') ?? false);
    await page.getByRole('row').filter({ hasText: keyName }).filter({ hasText: 'Created' }).waitFor();
    await page.goto(`${dashboard.demo.base_url}/app/inspection/reports`);
    const newest = page.getByRole('region', { name: 'Earlier reports' }).getByRole('listitem').first();
    await newest.getByText(/^(Complies|Does not comply)/).waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('sees which review is due, looks at its samples and records what was found', async () => {
    const admin = makeClient(dashboard.demo, dashboard.demo.api_key);
    const { data: entries } = (await admin.get('/v1/audit-logs?per_page=3')).body;
    window = await dashboard.signIn('auditor');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/inspection/reviews`);
    const periodic = page.getByRole('region', { name: 'Periodic review' });
    await periodic.getByText('Not due yet').waitFor();

    // A log that is older than the interval cannot be had in a test: the answer is that of one.
    const period = { from: new Date(Date.now() - 100 * DAY_MS), to: new Date(Date.now() - 10 * DAY_MS) };
    await page.route('**/v1/audit-logs/reviews/due', (route) =>
      route.fulfill({
        json: {
          data: {
            ...{ interval_days: 90, is_due: true, due_at: period.to, period },
            entries: { total: 3, is_minimum: false, reviewed: 1, unreviewed: 2 },
            random_sample: entries.slice(1),
            targeted_sample: [{ ...entries[0], risks: ['deleted', 'odd_hours'] }],
          },
        },
      }),
    );
    await page.reload();
    await periodic.getByText('Due', { exact: true }).waitFor();
    await periodic.getByText('1 are in reviews of single records, 2 are not').waitFor();
    await periodic.getByText('Deletion').waitFor();
    await periodic.getByRole('checkbox', { name: /^Select entry/ }).check();
    await periodic.getByRole('tab', { name: /Random sample/ }).click();
    await periodic
      .getByRole('checkbox', { name: /^Select entry/ })
      .first()
      .check();
    await periodic.getByText('2 entries with findings').waitFor();
    await periodic.getByRole('button', { name: 'Record the review…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review of the audit log' });
    // Chosen entries are findings.
    expect(await dialog.getByRole('radio', { name: 'Findings', exact: true }).isChecked()).to.equal(true);
    expect(await dialog.getByRole('radio', { name: 'No findings' }).isDisabled()).to.equal(true);
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Two entries without a reason.');
    await dialog.getByRole('button', { name: 'Record review' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const made = page.getByRole('region', { name: 'Reviews that were made' }).getByRole('listitem').first();
    await made.getByText('Two entries without a reason.').waitFor();
    await made.getByText('2 entries with findings').click();
    await made.getByRole('link', { name: `Entry ${entries[0].sequence}` }).waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('is shown by a quality manager in a view without actions that change a record, until the view is ended', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/quality-events/${deviation.id}`);
    const next = page.getByRole('button', { name: /^Next:/ });
    await next.waitFor();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Read-only view');
    await page.getByRole('region', { name: 'Bar' }).getByText('Read only').waitFor();
    await next.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).to.equal(0);
    await page.reload();
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    expect(await next.count()).to.equal(0);
    await choose('End the read-only view');
    await next.waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('is not open to a role that does not read the log, which sees the roles that do', async () => {
    window = await dashboard.signIn('viewer');
    const { page } = window;
    await page.getByRole('region', { name: 'Bar' }).getByText('Read only').waitFor();
    expect(await page.getByRole('link', { name: 'Inspection', exact: true }).count()).to.equal(0);
    await page.goto(`${dashboard.demo.base_url}/app/inspection`);
    await page.getByText('Your role does not read the audit log').waitFor();
    await page.getByText(/Auditor, Quality manager/).waitFor();
  });
});
