import { expect } from 'chai';
import { newOrganization, type OwnOrganization } from '../../test/e2e/organization.ts';
import { accessFaults, type Dashboard, openDashboard, type Page, TIMEOUT_MS, takePicture } from './browser.ts';

/** The states that a deviation has before its action plan waits for approval. */
const PLANNED = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];

const root_cause = { category: 'Equipment', description: 'A worn relay of the drive' };

describe('workflows in the dashboard', function () {
  this.timeout(3 * TIMEOUT_MS);
  let dashboard: Dashboard;
  let own: OwnOrganization;
  const open: Page[] = [];
  const troubles: string[] = [];

  before(async function () {
    const opened = await openDashboard();
    if (!opened) return this.skip();
    dashboard = opened;
  });
  after(() => dashboard?.close());
  beforeEach(async () => {
    // Definitions are the organisation's; those of the demo stay as other stories know them.
    own = await newOrganization(dashboard.demo, 'Workflow story');
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close();
    expect(troubles.splice(0)).to.deep.equal([]);
  });

  const signIn = async (role: keyof OwnOrganization['people']): Promise<Page> => {
    const window = await dashboard.signIn(own.people[role]);
    open.push(window.page);
    window.page.once('close', () => troubles.push(...window.troubles));
    return window.page;
  };

  const goTo = (page: Page, path: string) => page.goto(`${dashboard.demo.base_url}/app${path}`);

  const readDeviation = async () => {
    const { data } = await own.adminClient.workflows.list({ entity_type: 'deviation' }).page(1);
    if (!data[0]) throw new Error('The organisation has no workflow of deviations.');
    return data[0];
  };

  const openEditor = async (page: Page): Promise<void> => {
    await goTo(page, '/workflows');
    await page.getByRole('link', { name: 'Deviation', exact: true }).click();
    await page.getByRole('heading', { name: 'Deviation', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByText('No faults found.').waitFor();
  };

  /** Waits for the workflow's own page: the dialog that saves shows the new version's number before it is saved. */
  const saved = async (page: Page, name: string, version: number): Promise<void> => {
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await page.getByText(`Version ${version}`, { exact: true }).waitFor();
  };

  const places = (page: Page) => page.getByRole('region', { name: 'States and transitions' });

  const choosePlace = (page: Page, name: string) => places(page).getByRole('button', { name, exact: true }).click();

  const option = async (page: Page, list: string, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: list }).click();
    // The list of the field before may still be on its way out.
    await page.getByRole('listbox', { name: list }).getByRole('option', { name, exact: true }).click();
  };

  /** A deviation that the administrator brought through these states. */
  const moved = async (title: string, states: readonly string[]): Promise<string> => {
    const { qualityEvents, workflows } = own.adminClient;
    const { id } = await qualityEvents.create({ type: 'deviation', title, description: title });
    for (const to_state of states) await workflows.transition(id, { to_state, data: { root_cause } });
    return id;
  };

  /** A deviation that was implemented and verified by the administrator, up to the state in which it is closed. */
  const verified = async (title: string): Promise<string> => {
    const { workflows } = own.adminClient;
    const id = await moved(title, PLANNED);
    const approval = (await workflows.getInstance(id)).approval?.approval_id ?? '';
    await own.qualityClient.workflows.decideApproval(approval, { decision: 'approve', comment: 'Sufficient' });
    await workflows.transition(id, { to_state: 'verification' });
    return id;
  };

  it('close a deviation with two signatures after the workflow was edited so, and leave a running one as it was', async () => {
    const running = await verified('Begun before the change');
    const page = await signIn('system_admin');
    await openEditor(page);

    await page.getByRole('button', { name: 'Add a state' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a state' });
    await adding.getByRole('textbox', { name: 'Name' }).fill('Closure approval');
    await adding.getByRole('radio', { name: 'Approval' }).check();
    await adding.getByRole('button', { name: 'Add a state' }).click();
    const form = page.getByRole('region', { name: 'State “Closure approval”' });
    // What the API finds stands at the state.
    await form.getByText('A state that is not final says where it leads.').waitFor();
    await page.getByRole('textbox', { name: 'Number of approvers' }).fill('2');
    await form.getByRole('combobox', { name: 'Roles that approve' }).click();
    await page.getByRole('option', { name: 'Quality assurance', exact: true }).click();
    await page.keyboard.press('Escape');
    expect(await form.getByRole('checkbox', { name: 'Each approval is signed' }).isChecked()).to.equal(true);
    await option(page, 'After approval', 'Closed');
    await option(page, 'After rejection', 'Verification');
    await page
      .getByRole('region', { name: 'Faults' })
      .getByText('No way leads from the initial state to "closure_approval".')
      .waitFor();
    await takePicture(page, 'workflow-editor-fault');

    await choosePlace(page, 'Verification → Closed');
    await page.getByRole('button', { name: 'Remove the transition', exact: true }).click();
    await option(page, 'Add a transition to', 'Closure approval');
    await page.getByText('No faults found.').waitFor();
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'workflow-editor');

    await page.getByRole('button', { name: 'Save …' }).click();
    const saving = page.getByRole('dialog', { name: 'Save the workflow' });
    const changes = saving.getByRole('region', { name: 'Differences' });
    await changes.getByRole('row', { name: /Closure approval State added/ }).waitFor();
    await changes.getByRole('row', { name: /Verification → Closed Transition removed/ }).waitFor();
    await saving.getByText(/1 record is under way.*1 on version 1/).waitFor();
    await saving.getByText('Records that begin from now on follow version 2.').waitFor();
    await saving.getByRole('textbox', { name: 'Reason for the change' }).fill('Closure needs two signatures');
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'workflow-save');
    await saving.getByRole('button', { name: 'Save as version 2' }).click();
    await saved(page, 'Deviation', 2);

    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('region', { name: 'List of versions' });
    await versions.getByRole('row', { name: /^1 Superseded .* 1 / }).waitFor();
    await versions.getByText('Closure needs two signatures').waitFor();
    await takePicture(page, 'workflow-versions');
    await versions.getByRole('link', { name: 'Version 2 with the one before' }).click();
    await page.getByRole('row', { name: /Closure approval State added/ }).waitFor();
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'workflow-compare');

    const { workflows } = own.adminClient;
    const { available_transitions } = await workflows.getInstance(running);
    expect(available_transitions.map(({ to_state }) => to_state)).to.deep.equal(['closed', 'implementation']);

    const id = await verified('Begun after the change');
    await workflows.transition(id, { to_state: 'closure_approval' });
    await goTo(page, `/quality-events/${id}`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Closure approval' })
      .and(page.locator('[aria-current="step"]'))
      .waitFor();
    const approval = (await workflows.getInstance(id)).approval?.approval_id ?? '';
    const signature = { meaning: 'Closure', password: own.people.quality_manager.password };
    await own.qualityClient.workflows.decideApproval(approval, { decision: 'approve', comment: 'Closed', signature });
    expect((await workflows.getInstance(id)).current_state.id).to.equal('closure_approval');

    const assurance = await signIn('quality_assurance');
    await goTo(assurance, '/approvals');
    await assurance.getByRole('link', { name: 'Begun after the change' }).click();
    await assurance.getByRole('button', { name: 'Approve', exact: true }).click();
    const signing = assurance.getByRole('dialog');
    await signing.getByRole('textbox', { name: 'Comment' }).fill('The closure is justified.');
    await signing.getByRole('textbox', { name: 'User name' }).fill(own.people.quality_assurance.username);
    await signing.locator('input[type=password]').fill(own.people.quality_assurance.password);
    await signing.getByRole('button', { name: 'Sign and approve' }).click();
    await assurance.getByText('Your decision is recorded').waitFor();
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'Closed' }).and(page.locator('[aria-current="step"]')).waitFor();
    await page.getByRole('region', { name: 'Signatures' }).getByText('Valid').nth(1).waitFor();
    await takePicture(page, 'workflow-closed');
  });

  it('keep what was changed over a reload, and merge it with a version that somebody else saved', async () => {
    const page = await signIn('system_admin');
    await openEditor(page);
    await choosePlace(page, 'Submitted');
    await page.getByRole('textbox', { name: 'Time limit in hours' }).fill('24');
    await choosePlace(page, 'Investigation → Rejected');
    await page.getByRole('combobox', { name: 'Required fields' }).click();
    await page.getByRole('option', { name: 'Classification' }).click();
    await page.keyboard.press('Escape');
    await choosePlace(page, 'Name and kinds of record');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Deviations of the plant');
    await page.getByText('No faults found.').waitFor();

    const { id, states } = await readDeviation();
    const closing = states.map((state) => (state.id === 'verification' ? { ...state, sla_hours: 48 } : state));
    await own.adminClient.workflows.update(id, { name: 'Deviations', states: closing } as never);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Version 2 was saved meanwhile').waitFor();
    await page.getByText('What you changed before is still here').waitFor();
    expect(await page.getByRole('button', { name: 'Save …' }).getAttribute('aria-disabled')).to.equal('true');
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'workflow-newer');
    await page.getByRole('button', { name: 'Merge with my changes' }).click();
    const conflict = page.getByRole('dialog');
    // Only the name was changed by both.
    await conflict.getByRole('radiogroup', { name: 'Name' }).getByRole('radio', { name: 'Theirs' }).waitFor();
    expect(await conflict.getByRole('radiogroup').count()).to.equal(1);
    await conflict.getByRole('radio', { name: 'Mine' }).check();
    await conflict.getByRole('button', { name: 'Save this choice' }).click();
    await page.getByText('No faults found.').waitFor();
    // What was before the merge has not the other one's version in it.
    expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('button', { name: 'Save …' }).click();
    await page.getByRole('button', { name: 'Save as version 3' }).click();
    await saved(page, 'Deviations of the plant', 3);

    const merged = await readDeviation();
    const find = (name: string) => merged.states.find((state) => state.id === name);
    expect([merged.name, find('submitted')?.sla_hours, find('verification')?.sla_hours]).to.deep.equal([
      'Deviations of the plant',
      24,
      48,
    ]);
    expect(find('investigation')?.transition_rules?.[1]?.requires_fields).to.deep.equal([
      'rejection_reason',
      'classification',
    ]);
  });

  it('are checked in the language of the page', async () => {
    const { page } = await dashboard.signIn(own.people.system_admin, { locale: 'de-DE' });
    open.push(page);
    await goTo(page, `/workflows/${(await readDeviation()).id}/edit`);
    await page.getByText('Keine Fehler gefunden.').waitFor();
    await page.getByRole('button', { name: 'Name und Arten von Datensätzen', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await page.getByRole('region', { name: 'Fehler' }).getByText('ist zu kurz oder zu klein').waitFor();
    await takePicture(page, 'workflow-editor-german');
  });

  it('begin as a copy that no record follows until it is activated', async () => {
    const page = await signIn('system_admin');
    await goTo(page, '/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Complaints of hospitals');
    await dialog.getByRole('button', { name: 'Create workflow' }).click();
    await dialog.getByText('Kinds of record is missing').waitFor();
    expect(await accessFaults(page)).to.deep.equal([]);
    await takePicture(page, 'workflow-new');
    await dialog.getByRole('combobox', { name: 'Kinds of record' }).click();
    await page.getByRole('option', { name: 'Complaint', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Begin with' }).click();
    await page.getByRole('option', { name: 'A copy of “Complaint”' }).click();
    await dialog.getByRole('button', { name: 'Create workflow' }).click();
    await page.getByRole('heading', { name: 'Change “Complaints of hospitals”', level: 1 }).waitFor();
    await page.getByText('No faults found.').waitFor();
    const { data } = await own.adminClient.workflows.list({ entity_type: 'complaint' }).page(1);
    const [copy, shipped] = data;
    expect([copy?.is_active, shipped?.is_active]).to.deep.equal([false, true]);
    expect(copy?.states).to.deep.equal(shipped?.states);
  });

  it('are read and not changed by who does not administer, with their figures', async () => {
    await verified('Under way');
    const page = await signIn('quality_manager');
    const { id } = await readDeviation();
    await goTo(page, `/workflows/${id}?tab=metrics`);
    await page.getByRole('row', { name: /^Submitted 1 / }).waitFor();
    await page
      .getByRole('row', { name: /^Verification / })
      .getByRole('link', { name: '1 record' })
      .click();
    await page.getByTitle('Under way', { exact: true }).waitFor();
    // The list of planned ones has this one too, since it keeps its status.
    await moved('Waits for approval', PLANNED);
    await moved('Planned', PLANNED.slice(0, -1));
    await goTo(page, `/workflows/${id}`);
    const planned = page.getByRole('row', { name: /^Action planning/ });
    await planned.getByRole('cell', { name: '1', exact: true }).waitFor();
    await page
      .getByRole('row', { name: /^Verification/ })
      .getByRole('link', { name: '1 record' })
      .waitFor();
    expect(await planned.getByRole('link').count()).to.equal(0);
    await page
      .getByRole('row', { name: /^Investigation/ })
      .getByText('needs Root cause category')
      .waitFor();
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).to.equal(0);
    await goTo(page, `/workflows/${id}/edit`);
    await page.getByText('Your role does not change workflows').waitFor();
  });
});
