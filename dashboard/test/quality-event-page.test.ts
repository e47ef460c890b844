import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { newOrganization } from '../../test/e2e/organization.ts';
import {
  credentials,
  type Dashboard,
  type Locator,
  openDashboard,
  type Page,
  TIMEOUT_MS,
  type Window,
} from './browser.ts';

const TITLE = 'Blender stopped twice during granulation';

describe('quality events in the dashboard', function () {
  this.timeout(3 * TIMEOUT_MS);
  let dashboard: Dashboard;
  const windows: Window[] = [];

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
  });
  after(() => dashboard?.close());
  afterEach(async () => {
    for (const { page } of windows.splice(0)) await page.context().close();
  });

  const signIn = async (role: string, options = {}): Promise<Page> => {
    const window = await dashboard.signIn(role, options);
    windows.push(window);
    return window.page;
  };

  const expectNoTroubles = () => expect(windows.flatMap(({ troubles }) => troubles)).to.deep.equal([]);

  const goTo = (page: Page, path: string) => page.goto(`${dashboard.demo.base_url}/app${path}`);

  const report = async (page: Page, title: string): Promise<string> => {
    await goTo(page, '/quality-events/new');
    await page.getByRole('radio', { name: 'Deviation' }).check();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill('It stopped at 14:05 and at 14:20, each time for two minutes.');
    await page.getByRole('combobox', { name: 'Classification' }).click();
    await page.getByRole('option', { name: 'Major' }).click();
    await page.getByRole('button', { name: 'Create the event' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    return new URL(page.url()).pathname.replace('/app', '');
  };

  /** Makes the usual move and waits until the record says so. */
  const move = async (page: Page, to: string, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await page.getByRole('button', { name: `Next: ${to}` }).click();
    const dialog = page.getByRole('dialog');
    await fill?.(dialog);
    await dialog.getByRole('button', { name: /^(Move to|Sign and move on)/ }).click();
    await page.getByRole('listitem').filter({ hasText: to }).and(page.locator('[aria-current="step"]')).waitFor();
  };

  it('go from the report to the signed closure through three users', async () => {
    const specialist = await signIn('quality_specialist');
    const record = await report(specialist, TITLE);
    await move(specialist, 'Submitted');
    await move(specialist, 'Investigation');
    await move(specialist, 'Root cause identified', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Root cause category' }).fill('Equipment');
      await dialog.getByRole('textbox', { name: 'Root cause description' }).fill('A worn relay of the drive.');
    });
    await move(specialist, 'Action planning');
    await move(specialist, 'Pending approval');
    await specialist.getByText('This waits for approval').waitFor();

    const manager = await signIn('quality_manager');
    await goTo(manager, '/approvals');
    await manager.getByRole('link', { name: TITLE }).click();
    await manager.getByText('A worn relay of the drive.').first().waitFor();
    await manager.getByRole('button', { name: 'Approve' }).click();
    const dialog = manager.getByRole('dialog');
    await dialog.getByText(/^You approve DEV-\d{4}-\d{4} .*, version \d+, as Quality manager\.$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('The plan is sufficient.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await manager.getByText('Your decision is recorded').waitFor();

    const assurance = await signIn('quality_assurance');
    await goTo(assurance, record);
    await move(assurance, 'Verification');
    await move(assurance, 'Closed', async (signing) => {
      const { username, password } = credentials(dashboard.demo, 'quality_assurance');
      const userName = signing.getByRole('textbox', { name: 'User name' });
      // Nobody signs with the session of another user.
      await userName.fill(credentials(dashboard.demo, 'quality_manager').username);
      await signing.locator('input[type=password]').fill(password);
      await signing.getByRole('button', { name: 'Sign and move on' }).click();
      await signing.getByText('so nothing was signed').waitFor();
      await userName.fill(username);
      await signing.locator('input[type=password]').fill(password);
    });
    const signatures = assurance.getByRole('region', { name: 'Signatures' });
    await signatures.getByText('Demo quality assurance').waitFor();
    await signatures.getByText('Valid').waitFor();
    await signatures.getByText(/\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} UTC/).waitFor();
    expectNoTroubles();
  });

  it('take a comment of two lines as the reason where the organisation asks for reasons', async () => {
    const own = await newOrganization(dashboard.demo, 'Strict reasons');
    const text = { title: 'Moved with a reason', description: 'It happened.' };
    const { id } = await own.adminClient.qualityEvents.create({ type: 'deviation', ...text });
    expect((await own.admin.patch('/v1/organization', { settings: { strict_mode: true } })).status).to.equal(200);
    const window = await dashboard.signIn(own.people.quality_manager);
    windows.push(window);
    await goTo(window.page, `/quality-events/${id}`);
    await move(window.page, 'Submitted', (dialog) =>
      dialog.getByRole('textbox', { name: 'Comment' }).fill('It is complete.\nTwo people read it.'),
    );
    expectNoTroubles();
  });

  it('that somebody else changed while a step was typed are shown as they are now before they move on', async () => {
    const one = await signIn('quality_specialist');
    const record = await report(one, 'Changed during a step');
    await one.getByRole('button', { name: 'Next: Submitted' }).click();
    const dialog = one.getByRole('dialog');
    const comment = dialog.getByRole('textbox', { name: 'Comment' });
    await comment.fill('It is complete.');
    const other = await signIn('quality_manager');
    await goTo(other, record);
    await other.getByRole('button', { name: 'Edit Description' }).click();
    await other.getByRole('textbox', { name: 'Description' }).fill('What the other one found.');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('button', { name: 'Edit Description' }).waitFor();
    await other.getByText('What the other one found.').waitFor();
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await dialog.getByText('Somebody else changed the record meanwhile.').waitFor();
    await one.getByText('What the other one found.').waitFor();
    expect(await comment.inputValue()).to.equal('It is complete.');
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await one
      .getByRole('listitem')
      .filter({ hasText: 'Submitted' })
      .and(one.locator('[aria-current="step"]'))
      .waitFor();
    expectNoTroubles();
  });

  it('call a state as the workflow of their kind does', async () => {
    const api = makeClient(dashboard.demo, dashboard.demo.api_key);
    const asked = { type: 'change_request', title: 'Another supplier of caps', description: 'The old one ends.' };
    const { id } = (await api.post('/v1/quality-events', asked)).body.data;
    const moved = await api.post(`/v1/workflows/instances/${id}/transition`, { to_state: 'submitted' });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    const page = await signIn('quality_specialist');
    await goTo(page, `/quality-events/${id}`);
    await move(page, 'Impact assessment');
    await page.locator('.record-line').getByText('Impact assessment').waitFor();
    expectNoTroubles();
  });

  it('take files, which open as they were stored and are replaced by newer ones', async () => {
    const page = await signIn('quality_specialist');
    const record = await report(page, 'An event with files');
    await goTo(page, `${record}?tab=files`);
    const chooser = page.getByLabel('Files to add');
    const file = (text: string) => ({ name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const stored = async (link: Locator) => {
      const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
      return page.evaluate(async (url) => (await fetch(url)).text(), address);
    };
    await page.getByText('No files yet').waitFor();
    await chooser.setInputFiles(file('time,stop\n14:05,1\n'));
    const link = page.getByRole('link', { name: 'log.csv' });
    await link.waitFor();
    expect(await stored(link)).to.equal('time,stop\n14:05,1\n');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replace' }).click();
    await (await choosing).setFiles(file('time,stop\n14:05,1\n14:20,2\n'));
    await page.getByText('version 2').waitFor();
    expect(await stored(link)).to.equal('time,stop\n14:05,1\n14:20,2\n');
    const adding = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (await adding).setFiles({
      name: 'tool.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ\0\0'),
    });
    await page.getByRole('alert').waitFor();
    await link.waitFor();
    expectNoTroubles();
  });

  it('that two people edit show field by field what the other one saved, also after a reload', async () => {
    const one = await signIn('quality_specialist');
    const record = await report(one, 'Two people edit this');
    const other = await signIn('quality_manager');
    await goTo(other, record);
    await one.getByRole('button', { name: 'Edit Description' }).click();
    await other.getByRole('button', { name: 'Edit Description' }).click();
    await one.getByRole('textbox', { name: 'Description' }).fill('What the first one found.');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByRole('button', { name: 'Edit Description' }).waitFor();
    await other.getByRole('textbox', { name: 'Description' }).fill('What the second one found.');
    await eventually('the draft', () =>
      other.evaluate(`Object.values(sessionStorage).some((text) => text.includes('What the second one found.'))`),
    );
    other.once('dialog', (asked) => void asked.accept());
    await other.reload();
    await other.getByText('What you typed before is still here').waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    const dialog = other.getByRole('dialog', { name: 'Somebody else saved this record meanwhile' });
    await dialog.getByText('What the first one found.').waitFor();
    await dialog.getByText('What the second one found.').waitFor();
    await dialog.getByRole('radio', { name: 'Both, merged by me' }).check();
    await dialog.getByRole('textbox', { name: 'Merged text' }).fill('What both found.');
    await dialog.getByRole('button', { name: 'Save this choice' }).click();
    await other.getByRole('button', { name: 'Edit Description' }).waitFor();
    await other.getByText('What both found.').waitFor();
    await one.reload();
    await one.getByText('What both found.').waitFor();
    expectNoTroubles();
  });

  it('ask before a form with changes is left, and find the draft again after a reload', async () => {
    const page = await signIn('quality_specialist');
    await report(page, 'A form is left');
    await page.getByRole('button', { name: 'Edit Root cause' }).click();
    await page.getByRole('textbox', { name: 'Category' }).first().fill('Material');
    await page.getByRole('link', { name: 'Approvals' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    page.once('dialog', (asked) => void asked.accept());
    await eventually('the draft', () =>
      page.evaluate(`Object.values(sessionStorage).some((text) => text.includes('Material'))`),
    );
    await page.reload();
    const category = page.getByRole('textbox', { name: 'Category' }).first();
    await eventually('the draft is back', async () => (await category.inputValue()) === 'Material');
    await page.getByText('What you typed before is still here.').waitFor();
  });

  it('are due on the same day in every zone of the browser', async () => {
    const writer = await signIn('quality_specialist');
    const record = await report(writer, 'Due on a day');
    await writer.getByRole('button', { name: 'Edit Properties' }).click();
    await writer.getByRole('complementary').getByLabel('Due date').fill('2027-03-14');
    await writer.getByRole('button', { name: 'Save' }).click();
    await writer.getByRole('complementary').getByText('14 Mar 2027').waitFor();
    for (const timezoneId of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
      const page = await signIn('viewer', { timezoneId });
      await goTo(page, record);
      await page.getByRole('complementary').getByText('14 Mar 2027').waitFor();
    }
    expectNoTroubles();
  });

  it('are listed by the filters of the address, and gone through by keys', async () => {
    const page = await signIn('quality_manager');
    await report(page, 'Found by a filter');
    await goTo(page, '/quality-events?status=draft&q=found');
    await page.getByRole('link', { name: /^DEV-/ }).first().waitFor();
    await page.getByRole('button', { name: 'State: Draft' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Found by a filter', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove the filter State' }).click();
    await page.waitForURL((url) => !url.searchParams.has('status') && url.searchParams.get('q') === 'found');
    expectNoTroubles();
  });
});
