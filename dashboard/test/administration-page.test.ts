import { execFileSync } from 'node:child_process';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient } from '../../test/e2e/demo.ts';
import { newOrganization } from '../../test/e2e/organization.ts';
import { type Dashboard, openDashboard, type Page, TIMEOUT_MS, type Window } from './browser.ts';

describe('the administration in the dashboard', function () {
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

  const goTo = async (path: string): Promise<Page> => {
    window = await dashboard.signIn('system_admin');
    await window.page.goto(`${dashboard.demo.base_url}/app/administration${path}`);
    return window.page;
  };

  it('invites a user, whose first password permits nothing but choosing another one', async () => {
    const email = `ines.${Date.now()}@example.com`;
    const page = await goTo('/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Invited');
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Quality specialist' }).click();
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    const password = (await dialog.locator('code').nth(1).textContent()) ?? '';
    expect(password).to.match(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Ines Invited' }).waitFor();
    expect(window?.troubles).to.deep.equal([]);

    const own = await dashboard.open();
    await own.page.getByRole('textbox', { name: 'User name' }).fill(email);
    await own.page.locator('input[name=password]').fill(password);
    await own.page.getByRole('button', { name: 'Sign in' }).click();
    await own.page.getByRole('heading', { name: 'Choose a password of your own' }).waitFor();
    expect(await own.page.getByRole('navigation').count()).to.equal(0);
    await own.page.context().close();
  });

  it('hands over what is open in the name of a leaver, and deactivates them', async () => {
    const { demo } = dashboard;
    const api = makeClient(demo, demo.api_key);
    const user = { email: `leo.${Date.now()}@example.com`, name: 'Leo Leaver', role: 'quality_specialist' };
    const leaver = (await api.post('/v1/users', { ...user, password: 'a first password of his' })).body.data;
    const event = (
      await api.post('/v1/quality-events', {
        ...{ type: 'deviation', title: 'Assigned to a leaver', description: 'Left open.', classification: 'minor' },
        assigned_to: leaver.id,
      })
    ).body.data;

    const page = await goTo(`/users/${leaver.id}`);
    await page.getByRole('button', { name: 'Deactivate…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: event.number }).waitFor();
    await dialog.getByRole('button', { name: /^Hand over/ }).click();
    await dialog.getByRole('combobox', { name: 'Assigned to' }).fill('Quality assurance');
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
    await dialog.getByText('1 of 1 changed').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('Nothing is open in their name.').waitFor();
    await dialog.getByRole('button', { name: 'Deactivate user' }).click();
    await page.getByRole('banner').or(page.locator('.record-line')).getByText('Deactivated').waitFor();
    const { assigned_to } = (await api.get(`/v1/quality-events/${event.id}`)).body.data;
    expect(demo.users.find(({ id }) => id === assigned_to)?.role).to.equal('quality_assurance');
    expect((await api.get(`/v1/users/${leaver.id}`)).body.data.active).to.equal(false);
    expect(window?.troubles).to.deep.equal([]);
  });

  it('unlocks signing for who typed five wrong passwords', async () => {
    const own = await newOrganization(dashboard.demo, 'A locked signer');
    const { entities, users, workflows } = own.adminClient;
    const signed = { to_state: 'effective', requires_signature: true };
    await workflows.create({
      name: 'Signed release of facilities',
      entity_types: ['facility'],
      states: [
        { id: 'draft', name: 'Draft', type: 'initial', allowed_transitions: ['effective'], transition_rules: [signed] },
        { id: 'effective', name: 'Effective', type: 'final' },
      ],
    });
    const { id } = await entities.create({ type: 'facility', name: 'Sampling room 3' });
    const sign = (password: string) =>
      own.qualityClient.workflows
        .transition(id, { to_state: 'effective', signature: { password, meaning: 'Release' } })
        .then(
          () => 'signed',
          ({ code }) => code,
        );
    for (let failure = 0; failure < 5; failure += 1) expect(await sign('wrong')).to.equal('signature_invalid');
    expect(await sign(own.qualityPassword)).to.equal('account_locked');

    window = await dashboard.signIn(own.people.system_admin);
    const { page } = window;
    const { data } = await users.list({ role: 'quality_manager' }).page(1);
    await page.goto(`${dashboard.demo.base_url}/app/administration/users/${data[0]?.id}`);
    await page.getByRole('button', { name: 'Unlock signing' }).click();
    await page.getByText('Sign-in and signing are unlocked.').waitFor();
    expect(await sign(own.qualityPassword)).to.equal('signed');
    expect(window.troubles).to.deep.equal([]);
  });

  it('creates an API key for a task, prints a request that works, and revokes the key', async () => {
    const page = await goTo('/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Import of the ERP');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Choose what it may do').waitFor();
    await dialog.getByRole('checkbox', { name: 'Import suppliers' }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const request = (await dialog.locator('code').nth(1).textContent()) ?? '';
    const send = () => JSON.parse(execFileSync('bash', ['-c', `${request} -s`], { encoding: 'utf8' }));
    expect(request).to.match(/^curl 'http.*\/v1\/suppliers/);
    expect(send()).to.have.property('data');
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: 'Import of the ERP' }).click();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.locator('.record-line').getByText('Revoked').waitFor();
    expect(send().error.code).to.equal('unauthorized');
    expect(window?.troubles).to.deep.equal([]);
  });

  it('shows the secret of a new OAuth application once', async () => {
    const page = await goTo('/applications');
    await page.getByRole('button', { name: 'New application' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Data warehouse');
    await dialog.getByRole('checkbox', { name: 'Read records' }).check();
    await dialog.getByRole('button', { name: 'Create application' }).click();
    await dialog.getByText('Client secret', { exact: true }).waitFor();
    const [id, secret] = await dialog.locator('code').allTextContents();
    const body = new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'suppliers:read' },
      ...{ client_id: id ?? '', client_secret: secret ?? '' },
    });
    expect((await fetch(`${dashboard.demo.auth_url}/oauth/token`, { method: 'POST', body })).status).to.equal(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Data warehouse' }).waitFor();
    expect(window?.troubles).to.deep.equal([]);
  });

  it('changes the idle time of sessions, and shows what another administrator changed meanwhile', async () => {
    const { demo } = dashboard;
    const api = makeClient(demo, demo.api_key);
    const page = await goTo('/organization');
    await page.getByRole('button', { name: 'Edit General' }).click();
    const general = page.getByRole('region', { name: 'General' });
    await general.getByRole('textbox', { name: 'Lock after minutes' }).fill('25');
    expect((await api.patch('/v1/organization', { settings: { session_idle_minutes: 40 } })).status).to.equal(200);
    await general.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Theirs' }).getByText('40').or(dialog.getByText('40')).first().waitFor();
    await dialog.getByRole('radio', { name: 'Mine' }).check();
    await dialog.getByRole('button', { name: 'Save this choice' }).click();
    await general.getByText('25', { exact: true }).waitFor();
    const { settings } = (await api.get('/v1/organization')).body.data;
    expect(settings.session_idle_minutes).to.equal(25);
    expect(window?.troubles).to.deep.equal([]);
  });

  it('replaces the retention policy with a reason, and places and lifts a legal hold', async () => {
    const page = await goTo('/retention');
    await page.getByRole('button', { name: 'Edit Rules' }).click();
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByRole('textbox', { name: 'Retained for years' }).fill('25');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('Say why this is changed.').waitFor();
    await rules.getByRole('textbox', { name: 'Reason for the change' }).fill('Shelf life and a year');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('25', { exact: true }).waitFor();
    const api = makeClient(dashboard.demo, dashboard.demo.api_key);
    const { policy_id } = (await api.get('/v1/audit-logs/retention')).body.data;
    await eventually('the entry of the change', async () =>
      (await api.get(`/v1/audit-logs?entity_id=${policy_id}`)).body.data.some(
        ({ metadata }: { metadata: { reason: string | null } }) => metadata.reason === 'Shelf life and a year',
      ),
    );
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Shelf life and a year').first().waitFor();

    await page.getByRole('tab', { name: 'Legal holds' }).click();
    await page.getByRole('button', { name: 'Place a hold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Litigation about lactose');
    await dialog.getByRole('button', { name: 'Place hold' }).click();
    await dialog.getByText('Say what the hold covers').waitFor();
    await dialog.getByLabel('From').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Place hold' }).click();
    const hold = page.getByRole('listitem').filter({ hasText: 'Litigation about lactose' });
    await hold.getByRole('button', { name: 'Lift…' }).click();
    await dialog.getByRole('textbox', { name: 'Reason for the change' }).fill('Settled');
    await dialog.getByRole('button', { name: 'Lift hold' }).click();
    await hold.getByText('lifted by').waitFor();
    expect(window?.troubles).to.deep.equal([]);
  });
});
