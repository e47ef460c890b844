import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Cap, SUPPLIERS, startCap } from '../../services/integration/test/cap/cap.ts';
import { startOauthPartner } from '../../services/integration/test/oauth-partner.ts';
import {
  accessFaults,
  type Dashboard,
  openDashboard,
  type Page,
  TIMEOUT_MS,
  takePicture,
  type Window,
} from './browser.ts';

const LOGIN = { username: 'quality', password: 'correct horse' };
const AUTHORIZATION = `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`;

const guid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

describe('integrations in the dashboard', function () {
  this.timeout(2 * TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;
  let cap: Cap;
  let prefix: string;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    cap = await startCap();
  });
  after(async () => {
    await dashboard?.close();
    await cap?.stop();
  });
  beforeEach(async () => {
    prefix = `INT${Date.now()}`;
    await cap.reset();
    await cap.demand({ name: 'authorization', value: AUTHORIZATION });
  });
  afterEach(async () => {
    await window?.page.context().close();
  });

  const api = () => apiClient(dashboard.demo.base_url, dashboard.demo.api_key);

  const put = (index: number, change: object = {}) =>
    cap.put(SUPPLIERS, [
      {
        ID: guid(index),
        code: `${prefix}-${index}`,
        name: `Partner ${prefix} ${index}`,
        country: 'Schweiz',
        modifiedAt: new Date().toISOString(),
        ...change,
      },
    ]);

  const findHere = async (index: number) =>
    (await api().get(`/v1/entities?type=supplier&attributes.supplier_code=${prefix}-${index}`)).body.data[0];

  const look = async (page: Page, name: string): Promise<void> => {
    await eventually('no list of choices is open', async () => {
      const open = page.locator('.mantine-Popover-dropdown:visible');
      return (await open.count()) === 0;
    });
    expect(await accessFaults(page), name).to.deep.equal([]);
    await takePicture(page, `integration-${name}`);
  };

  /** Fills in a connection to the OData partner, with that password. */
  const fillConnection = async (page: Page, password: string): Promise<void> => {
    await page.getByRole('radio', { name: 'OData v4 service' }).check();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Vendors ${prefix}`);
    await page.getByRole('textbox', { name: 'Address of the API' }).fill(cap.base('v4/quality'));
    await page.getByRole('textbox', { name: 'User name' }).fill(LOGIN.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('combobox', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'Both ways' }).click();
    await page.getByRole('textbox', { name: 'Field with the time of the last change' }).fill('modifiedAt');
    await page.getByRole('combobox', { name: 'Fields that a user decides' }).fill('supplier.name');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  };

  /** Connects the partner by the form. */
  const connect = async (page: Page): Promise<void> => {
    await page.goto(`${dashboard.demo.base_url}/app/integrations/new`);
    await fillConnection(page, LOGIN.password);
    await page.getByRole('button', { name: 'Connect and test' }).click();
    await page.getByText('The external system answers and takes the login.').waitFor();
  };

  /** Maps name, code and country by the editor, and saves. */
  const map = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Map fields' }).click();
    await page.getByRole('combobox', { name: 'Object there' }).fill('Supp');
    await page.getByRole('option', { name: 'Suppliers' }).click();
    const row = (line: number) => page.getByRole('group', { name: `Field ${line}`, exact: true });
    const choose = async (line: number, field: string, text: string, option: string | RegExp) => {
      await row(line).getByRole('combobox', { name: field }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    await choose(1, 'Field there', 'name', /^name/);
    await row(1).getByRole('checkbox', { name: 'Sent back' }).check();
    await choose(2, 'Field there', 'code', /^code/);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await choose(3, 'Field there', 'country', /^country/);
    await choose(3, 'Field here', 'attributes.country', 'attributes.country');
    await row(3).getByText('Schweiz', { exact: true }).waitFor();
    await row(3).getByRole('combobox', { name: 'Transformation' }).click();
    await page.getByRole('option', { name: 'Country code' }).click();
    await row(3).getByText('Schweiz → CH').waitFor();
    await look(page, 'mapping-editor');
    await page.getByRole('button', { name: 'Save the mapping' }).click();
    await page.getByRole('region', { name: 'Suppliers → Supplier', exact: true }).waitFor();
  };

  const enable = async (page: Page): Promise<void> => {
    await page.getByRole('tab', { name: 'State' }).click();
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Synchronisations' }).click();
    await page
      .getByRole('row', { name: /Both sides agree|Some records wait/ })
      .first()
      .waitFor();
  };

  /** Starts a synchronisation and waits for its page to say that it has ended so. */
  const run = async (page: Page, button: string, result: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('status').getByText(result).waitFor();
  };

  const back = (page: Page) => page.getByRole('link', { name: `Vendors ${prefix}` }).click();

  it('connect an OData partner, map it, show a dry run, synchronise, resolve two conflicts at once and replay', async () => {
    await put(1);
    await put(3);
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/integrations`);
    await page.getByRole('link', { name: 'Connect a system' }).click();
    await fillConnection(page, 'wrong');
    await look(page, 'new');
    await page.getByRole('button', { name: 'Connect and test' }).click();
    await page.getByText(/^The test failed/).waitFor();
    await look(page, 'test-failed');
    await page.getByRole('link', { name: 'Edit Settings' }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill(LOGIN.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The external system answers and takes the login.').waitFor();
    await map(page);
    await enable(page);
    await eventually('the supplier is here', async () => (await findHere(1))?.attributes.country === 'CH');

    await put(1, { country: 'Österreich' });
    await run(page, 'Dry run', 'Done');
    const difference = page.getByRole('row', { name: /Change here.*Country.*CH.*AT/ });
    await difference.waitFor();
    await look(page, 'dry-run');
    expect((await findHere(1)).attributes.country).to.equal('CH');
    await run(page, 'Synchronise now', 'Both sides agree');
    expect((await findHere(1)).attributes.country).to.equal('AT');

    for (const index of [1, 3]) {
      const here = await findHere(index);
      await api().patch(`/v1/entities/${here.id}`, { name: `Ours ${prefix} ${index}` });
      await put(index, { name: `Theirs ${prefix} ${index}`, country: 'AT' });
    }
    await put(2, { country: 'Atlantis' });
    await back(page);
    await run(page, 'Synchronise now', 'Some records wait');
    await page.getByRole('region', { name: 'Records with errors' }).getByText('Refused here').waitFor();
    await look(page, 'sync-errors');
    await page.getByRole('link', { name: '2 conflicts are open' }).click();
    for (const index of [1, 3]) {
      const values = `Partner ${prefix} ${index}.*Ours ${prefix} ${index}.*Theirs ${prefix} ${index}`;
      await page
        .getByRole('row', { name: new RegExp(values) })
        .getByRole('checkbox')
        .check();
    }
    await look(page, 'conflicts');
    await page.getByRole('button', { name: 'Resolve…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'The value here' }).check();
    await dialog.getByRole('textbox', { name: 'Reason for the change' }).fill('As the contract has it');
    await look(page, 'resolve');
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click();
    await dialog.getByText('2 of 2 changed').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('No conflict is open').waitFor();

    await page.getByRole('tab', { name: /Records that wait/ }).click();
    await page.getByRole('cell', { name: guid(2) }).waitFor();
    await look(page, 'parked');
    await put(2, { country: 'Frankreich' });
    await run(page, 'Replay all that wait', 'Both sides agree');
    expect((await findHere(2)).attributes.country).to.equal('FR');
    await eventually('our names are there', async () => {
      const names = (await cap.rows(SUPPLIERS)).map(({ name }) => name);
      return [1, 3].every((index) => names.includes(`Ours ${prefix} ${index}`));
    });
    await page.goto(`${dashboard.demo.base_url}/app/integrations`);
    await page.getByRole('row', { name: new RegExp(`Vendors ${prefix}.*Active.*Healthy`) }).waitFor();
    await look(page, 'list');
    expect(window.troubles).to.deep.equal([]);
  });

  it('are authorized in German by the login of a user at the external system, who comes back from it', async () => {
    const partner = await startOauthPartner(`${dashboard.demo.base_url}/v1/integrations/callback`);
    window = await dashboard.signIn('system_admin', { locale: 'de-DE' });
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/integrations/new`);
    await page.getByRole('radio', { name: 'OData-v4-Dienst' }).check();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`OAuth ${prefix}`);
    await page.getByRole('textbox', { name: 'Adresse der API' }).fill(cap.base('v4/quality'));
    await page.getByRole('combobox', { name: 'Art der Anmeldung' }).click();
    await page.getByRole('option', { name: 'OAuth 2.0' }).click();
    await page.locator('[name="authentication.client_id"]').fill(partner.client_id);
    await page.locator('[name="authentication.client_secret"]').fill(partner.client_secret);
    await page.getByRole('textbox', { name: 'Adresse für Token' }).fill(`${partner.url}/token`);
    await page.getByRole('textbox', { name: 'Adresse der Anmeldung' }).fill(`${partner.url}/auth`);
    await page.locator('[name="authentication.scope"]').fill('openid offline_access');
    await page.getByRole('textbox', { name: 'Feld mit der Zeit der letzten Änderung' }).fill('modifiedAt');
    await page.getByRole('button', { name: 'Verbinden und testen' }).click();
    const login = page.getByRole('link', { name: 'Am externen System anmelden' });
    await login.waitFor();
    await look(page, 'oauth-german');
    const opened = page.context().waitForEvent('page');
    await login.click();
    await (await opened).getByText('Connection authorized').first().waitFor();
    await page.getByText('Autorisiert, nicht aktiviert').waitFor();
    await page.getByRole('link', { name: 'Felder zuordnen' }).waitFor();
    await partner.stop();
    expect(window.troubles).to.deep.equal([]);
  });

  it('retain what was typed when the page is loaded again, but no secret', async () => {
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    await page.goto(`${dashboard.demo.base_url}/app/integrations/new`);
    await fillConnection(page, LOGIN.password);
    await eventually('the draft is written', async () =>
      page.evaluate(() => Object.values({ ...sessionStorage }).some((text) => String(text).includes('modifiedAt'))),
    );
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(stored).to.not.contain(LOGIN.password);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).to.equal(`Vendors ${prefix}`);
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).to.equal('');
  });

  it('show what another user saved of the same mapping meanwhile, and save the choice', async () => {
    await put(1);
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    await connect(page);
    await map(page);
    const id = /integrations\/(\w+)/.exec(page.url())?.[1] ?? '';
    await page.getByRole('link', { name: 'Edit Suppliers → Supplier' }).click();
    await page.getByRole('group', { name: 'Field 1' }).getByRole('checkbox', { name: 'Required' }).uncheck();
    const path = `/v1/integrations/connections/${id}/mappings`;
    const [theirs] = (await api().get(path)).body.data;
    const filters = [{ field: 'country', operator: 'ne', value: 'XX' }];
    await api().put(path, { mappings: [{ ...theirs, filters }] });
    await page.getByRole('button', { name: 'Save the mapping' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved this record meanwhile' });
    await dialog.getByText('country ne XX').waitFor();
    await look(page, 'mapping-conflict');
    await dialog.getByRole('button', { name: 'Save this choice' }).click();
    await page.getByRole('region', { name: 'Suppliers → Supplier', exact: true }).waitFor();
    const [saved] = (await api().get(path)).body.data;
    expect([saved.filters, saved.field_mappings[0].required]).to.deep.equal([filters, false]);
  });

  it('are read and not changed by a quality manager', async () => {
    await put(1);
    window = await dashboard.signIn('system_admin');
    await connect(window.page);
    const address = window.page.url();
    await window.page.context().close();
    window = await dashboard.signIn('quality_manager');
    const { page } = window;
    await page.goto(address);
    await page.getByRole('heading', { name: `Vendors ${prefix}`, level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Synchronise now' }).getAttribute('aria-disabled')).to.equal('true');
    expect(await page.getByRole('button', { name: 'More actions' }).count()).to.equal(0);
    await page.goto(`${dashboard.demo.base_url}/app/integrations`);
    await page.getByRole('link', { name: `Vendors ${prefix}` }).waitFor();
    expect(await page.getByRole('link', { name: 'Connect a system' }).count()).to.equal(0);
  });
});
