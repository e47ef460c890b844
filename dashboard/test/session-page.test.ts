import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { credentials, type Dashboard, openDashboard, type Page, TIMEOUT_MS, type Window } from './browser.ts';

/** Ends the session on the server while the page knows nothing of it. */
const END_SESSION = `fetch('/app/session', { method: 'DELETE', headers: { 'X-QSC-Dashboard': '1' } }).then(({ status }) => status)`;

/** Sends the form, also where the page is locked already. */
const SEND_FORM = `document.querySelector('#content form').requestSubmit()`;

/** How many drafts the tab holds. */
const DRAFTS = 'Object.keys(sessionStorage).filter((key) => key.startsWith("qsc-draft")).length';

/** Ends the session and sends the form; a request of the page's own may notice the end first. */
const sendAfterEnd = async (page: Page): Promise<void> => {
  expect(await page.evaluate(END_SESSION)).to.equal(204);
  await page.evaluate(SEND_FORM);
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
};

describe('sessions of the dashboard', function () {
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
    window = undefined;
  });

  it('say what is wrong with a password and open the first page with the right one', async () => {
    window = await dashboard.open();
    const { page } = window;
    const { username, password } = credentials(dashboard.demo, 'viewer');
    await page.getByRole('textbox', { name: 'User name' }).fill(username);
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The user name or the password is wrong.').waitFor();
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('that end while a form is filled hide the page, and the same user finds the form as it was', async () => {
    window = await dashboard.signIn('quality_specialist');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/quality-events/new`);
    await page.getByRole('radio', { name: 'Deviation' }).check();
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed before the session ended');
    await page.getByRole('textbox', { name: 'Description' }).fill('Every word of this is still there.');
    await sendAfterEnd(page);
    expect(await page.getByRole('textbox', { name: 'Title' }).isVisible()).to.equal(false);
    await page.locator('input[name=password]').fill(credentials(dashboard.demo, 'quality_specialist').password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('Typed before the session ended');
    await page.getByRole('button', { name: 'Create the event' }).click();
    await page.getByRole('heading', { name: 'Typed before the session ended', level: 1 }).waitFor();
  });

  it('that end show nothing of what was typed to another user', async () => {
    window = await dashboard.signIn('quality_specialist');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/quality-events/new`);
    await page.getByRole('radio', { name: 'Complaint' }).check();
    await page.getByRole('textbox', { name: 'Title' }).fill('Not for others');
    await page.getByRole('textbox', { name: 'Description' }).fill('Nor this.');
    await sendAfterEnd(page);
    await page.getByRole('button', { name: 'Another user' }).click();
    const other = credentials(dashboard.demo, 'quality_assurance');
    await page.getByRole('textbox', { name: 'User name' }).fill(other.username);
    await page.locator('input[name=password]').fill(other.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
    await page.goto(`${dashboard.demo.base_url}/app/quality-events/new`);
    await page.getByRole('radio', { name: 'Complaint' }).check();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('');
  });

  it('remember the language on every device, and German leaves no English word in the frame', async () => {
    window = await dashboard.signIn('document_owner');
    const { page } = window;
    await page.getByRole('button', { name: /^Account of/ }).click();
    const isStored = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('"language":"de"'));
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await isStored;
    await page.getByRole('heading', { name: 'Meine Arbeit', level: 1 }).waitFor();
    const links = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
    await links.getByText('Zertifikate').waitFor();
    // A count of what waits may follow a name.
    const names = (await links.allTextContents()).map((text) => text.replace(/\d.*$/, ''));
    expect(names.join(', ')).to.equal(
      'Meine Arbeit, Überblick, Qualitätsereignisse, Freigaben, Lieferanten, Zertifikate, Workflows',
    );
    const other = await dashboard.signIn('document_owner');
    await other.page.getByRole('heading', { name: 'Meine Arbeit', level: 1 }).waitFor();
    await other.page.context().close();
  });

  it('are listed in the account, and another one is ended there', async () => {
    const other = await dashboard.signIn('document_owner');
    window = await dashboard.signIn('document_owner');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/account`);
    const sessions = page
      .getByRole('region', { name: 'Sessions' })
      .or(page.getByRole('region', { name: 'Anmeldungen' }));
    const ends = sessions.getByRole('button');
    await ends.first().waitFor();
    for (let left = await ends.count(); left > 0; left -= 1) {
      await ends.first().click();
      await eventually('one fewer', async () => (await ends.count()) < left);
    }
    await other.page.reload();
    await other.page.locator('input[name=password]').waitFor();
    await other.page.context().close();
  });

  it('end by signing out, with every draft', async () => {
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/quality-events/new`);
    await page.getByRole('radio', { name: 'Deviation' }).check();
    await page.getByRole('textbox', { name: 'Title' }).fill('A draft');
    await eventually('a draft', async () => Number(await page.evaluate(DRAFTS)) > 0);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(DRAFTS)).to.equal(0);
  });
});
