import { expect } from 'chai';
import { newOrganization } from '../../test/e2e/organization.ts';
import { type Dashboard, openDashboard, TIMEOUT_MS } from './browser.ts';

describe('the overview in the dashboard', function () {
  // More than twenty pages are opened.
  this.timeout(5 * TIMEOUT_MS);
  let dashboard: Dashboard;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
  });
  after(() => dashboard?.close());

  it('leads from each figure of quality events to a list with as many records', async () => {
    const own = await newOrganization(dashboard.demo, 'Overview story');
    const { qualityEvents, workflows } = own.adminClient;
    const create = (type: 'deviation' | 'complaint', due_date?: string) =>
      qualityEvents.create({ type, title: 'Counted', description: 'It happened.', ...(due_date ? { due_date } : {}) });
    await create('deviation', '2026-01-01');
    await create('complaint');
    const { id } = await create('deviation');
    await workflows.transition(id, { to_state: 'submitted' });
    await workflows.transition(id, { to_state: 'rejected', data: { rejection_reason: 'Reported twice' } });

    const { page, troubles } = await dashboard.signIn(own.people.quality_manager);
    await page.goto(`${dashboard.demo.base_url}/app/overview`);
    const figures = page.getByRole('region', { name: /^Quality events / });
    // Both parts come by requests of their own.
    for (const part of ['Quality events today', 'Quality events created in the period'])
      await page.getByRole('region', { name: part }).getByRole('link').first().waitFor();
    const links = await figures
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? ''] as const));
    // Open and overdue today; four of the period; two of each of five types; a bar for each week.
    expect(links.length).to.be.above(2 + 4 + 10);
    const counted = links.map(([text]) => Number(text.split(' ').at(-1)));
    expect(counted.slice(0, 6)).to.deep.equal([2, 1, 3, 2, 1, 1]);
    for (const [at, [, href]] of links.entries()) {
      await page.goto(new URL(href, page.url()).href);
      const records = counted[at] === 1 ? '1 record' : `${counted[at]} records`;
      await page.getByText(counted[at] === 0 ? 'No event fits these filters' : records, { exact: true }).waitFor();
    }
    expect(troubles).to.deep.equal([]);
    await page.context().close();
  });
});
