import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { accepted, answers, type Receiver, startReceiver } from '../../services/webhook/test/receiver.ts';
import {
  accessFaults,
  type Dashboard,
  openDashboard,
  type Page,
  TIMEOUT_MS,
  takePicture,
  type Window,
} from './browser.ts';

const DOCUMENT = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

describe('webhooks in the dashboard', function () {
  this.timeout(TIMEOUT_MS);
  let dashboard: Dashboard;
  let window: Window | undefined;
  let receiver: Receiver;
  let folder: string;

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
    folder = mkdtempSync(join(tmpdir(), 'webhook-code-'));
  });
  after(async () => {
    await dashboard?.close();
    if (folder) rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await window?.page.context().close();
    await receiver.stop();
  });

  /** Registers the receiver by the form; gives the secret that is shown. */
  const register = async (page: Page): Promise<string> => {
    await page.goto(`${dashboard.demo.base_url}/app/webhooks`);
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Register webhook' }).click();
    await page.getByText('Type an address that begins with https://').waitFor();
    await page.getByText('Choose at least one event').waitFor();
    await page.getByRole('textbox', { name: 'Address of the receiver' }).fill(receiver.url);
    await page.getByRole('checkbox', { name: 'certificate.expired' }).check();
    await page.getByText('Example certificate.expired', { exact: true }).click();
    await page.getByRole('region', { name: 'Example of certificate.expired' }).getByText('"expiry_date"').waitFor();
    await page.getByRole('button', { name: 'Register webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' });
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await page.keyboard.press('Escape');
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'webhook-secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
    return secret;
  };

  const importCode = async (name: string, code: string) => {
    const file = join(folder, name);
    writeFileSync(file, code.replace("'@qsc/client'", JSON.stringify(import.meta.resolve('@qsc/client'))));
    return import(pathToFileURL(file).href);
  };

  it('are registered, show what a failing receiver answered, and succeed once it is repaired; the code verifies', async () => {
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    const secret = await register(page);

    receiver.answer(answers(500, {}, 'The database is down'));
    await page.getByText('Nothing was sent yet').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('heading', { name: 'webhook.test', level: 1 }).waitFor();
    await page.getByText('Failed, is retried').waitFor();
    await page.getByText('HTTP 500').waitFor();
    await page.getByRole('region', { name: 'Body of the answer' }).getByText('The database is down').waitFor();
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'webhook-delivery-failed');

    receiver.answer(accepted);
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('Succeeded').waitFor();
    await page.getByText('HTTP 204').waitFor();

    await page.getByRole('link', { name: new URL(receiver.url).host }).click();
    await page.getByRole('row', { name: /webhook\.test.*Succeeded/ }).waitFor();
    await page.getByRole('tab', { name: 'Verify a delivery' }).click();
    const typescript = await page.getByRole('region', { name: 'Code in TypeScript' }).locator('code').textContent();
    await page.getByText('@qsc/client', { exact: true }).click();
    const client = await page.getByRole('region', { name: 'Code in @qsc/client' }).locator('code').textContent();
    await takePicture(page, 'webhook-verification');
    const delivery = receiver.received.at(-1);
    if (!delivery || !typescript || !client) throw new Error('There is no delivery, or no code.');
    const { isGenuine } = await importCode('verify.ts', typescript);
    expect(isGenuine(delivery.headers, delivery.body, secret)).to.equal(true);
    expect(isGenuine(delivery.headers, `${delivery.body} `, secret)).to.equal(false);
    const { receive } = await importCode('receiver.ts', client);
    const request = new Request(receiver.url, {
      method: 'POST',
      headers: delivery.headers as Record<string, string>,
      body: delivery.body,
    });
    const stored: { event: string }[] = [];
    const { status } = await receive(request, secret, async (event: { event: string }) => void stored.push(event));
    expect([status, stored.map(({ event }) => event)]).to.deep.equal([204, ['webhook.test']]);

    await page.goto(`${dashboard.demo.base_url}/app/webhooks`);
    await page
      .getByRole('row', { name: new RegExp(receiver.url) })
      .getByText('1 of the last 1 succeeded')
      .waitFor();
    expect(window.troubles).to.deep.equal([]);
  });

  it('show the code of docs/webhooks.md', async () => {
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    await register(page);
    await page.getByRole('tab', { name: 'Verify a delivery' }).click();
    for (const name of ['TypeScript', 'Python', 'curl, openssl']) {
      await page.getByText(name, { exact: true }).click();
      const code = await page
        .getByRole('region', { name: `Code in ${name}` })
        .locator('code')
        .textContent();
      expect(DOCUMENT).to.contain((code ?? '-').replace(/^BASE_URL=.*\nWEBHOOK=.*\n/, ''));
    }
  });

  it('that the system disabled say why, are enabled, recovered, rotated, changed and removed', async () => {
    window = await dashboard.signIn('system_admin');
    const { page } = window;
    const secret = await register(page);
    receiver.answer(answers(410));
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('HTTP 410').waitFor();
    await page.getByRole('link', { name: new URL(receiver.url).host }).click();
    await eventually('the page shows that the webhook is disabled', async () => {
      await page.reload();
      await page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
      return page.getByText('the receiver answered 410 (gone)').isVisible();
    });
    expect(await page.getByRole('button', { name: 'Send a test' }).getAttribute('aria-disabled')).to.equal('true');
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'webhook-disabled');

    receiver.answer(accepted);
    await page.getByRole('button', { name: 'Enable again' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Recover a period' }).click();
    const dialog = page.getByRole('dialog');
    expect(await accessFaults(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Recover', exact: true }).click();
    await dialog.getByText('1 delivery is sent again.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row', { name: /webhook\.test.*Succeeded/ }).waitFor();

    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Rotate the secret');
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
    const next = await dialog.locator('code').textContent();
    expect(next)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('heading', { name: 'webhook.test', level: 1 }).waitFor();
    await page.getByText('Succeeded').waitFor();
    expect(String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')).to.have.length(2);

    await page.getByRole('link', { name: new URL(receiver.url).host }).click();
    await page.getByRole('link', { name: 'Edit Subscription' }).click();
    await page.getByRole('checkbox', { name: 'audit.create' }).check();
    await page.getByRole('combobox', { name: 'Only these kinds of record' }).click();
    await page.getByRole('option', { name: 'Supplier', exact: true }).click();
    await page.keyboard.press('Escape');
    await takePicture(page, 'webhook-change');
    await page.getByRole('button', { name: 'Save' }).click();
    const facts = page.getByRole('region', { name: 'Subscription' });
    await facts.getByText('audit.create').waitFor();
    await facts.getByText('Supplier', { exact: true }).waitFor();

    await act('Remove');
    await dialog.getByRole('button', { name: 'Remove webhook' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' });
    expect(window.troubles).to.deep.equal([]);
  });
});
