import type { Role } from '@qsc/contracts';
import { newId } from '@qsc/contracts';
import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { toStored } from '../src/approval/approval.store.ts';
import type { Approval } from '../src/approval/approval.ts';
import {
  decide,
  findApprovalId,
  listPending,
  openApproval,
  readApproval,
  refusal,
  startApproval,
  startOrganization,
} from './approval-fixture.ts';
import { openQualityEvent, type Person, startWorkflowMesh, transition } from './mesh.ts';

const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const APPROVALS = 4_000;
const HOUR_MS = 3_600_000;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the approvals that wait for a user', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  it('have what the specification says of them', async () => {
    const approval = await startApproval(mesh, MANAGER);
    const manager = approval.someone('quality_manager');
    const { body } = await manager.workflow.get('/v1/workflows/approvals/pending');
    const { requested_at } = await readApproval(manager, approval);
    expect(body).to.deep.equal({
      data: [
        {
          approval_id: approval.approvalId,
          entity_id: approval.recordId,
          entity_type: 'document',
          title: 'An SOP',
          current_state: 'approval',
          requested_at,
          requested_by: approval.requester.id,
          due_date: null,
          approval_type: 'single',
          approvals_received: 0,
          approvals_required: 1,
          require_signature: false,
          require_audit_review: false,
          summary: { classification: null, root_cause: null, proposed_actions: 0 },
          on_behalf_of: null,
        },
      ],
      meta: { total: 1, page: 1, per_page: 25, total_pages: 1 },
    });
  });

  it('are listed for an administrator who asks for those of a user, and for nobody else', async () => {
    const approval = await startApproval(mesh, MANAGER);
    const manager = approval.someone('quality_manager');
    const path = `/v1/workflows/approvals/pending?user_id=${manager.id}`;
    const { body } = await approval.someone('system_admin').workflow.get(path);
    expect(body.data.map(({ entity_id }: { entity_id: string }) => entity_id)).to.deep.equal([approval.recordId]);
    const refused = await approval.someone('quality_specialist').workflow.get(path);
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'forbidden']);
    const stranger = mesh.person({ role: 'system_admin', alone: true });
    expect((await stranger.workflow.get(path)).body.data).to.deep.equal([]);
  });

  it('show classification, root cause and due date of a deviation', async () => {
    const author = mesh.person({ role: 'quality_specialist' });
    const root_cause = { category: 'equipment', description: 'The door seal was worn', identified_date: '2026-03-02' };
    const event = await openQualityEvent(author, 'deviation', { classification: 'major', due_date: '2026-06-30' });
    const requester = mesh.person({ role: 'quality_specialist', orgId: author.orgId });
    for (const [state, data] of [
      ['submitted', {}],
      ['investigation', {}],
      ['root_cause_identified', { root_cause }],
      ['action_planning', {}],
      ['pending_approval', {}],
    ] as const) {
      const { status, body } = await transition(requester, event.id, state, { data });
      expect(status, JSON.stringify(body)).to.equal(200);
    }
    const manager = mesh.person({ orgId: author.orgId });
    const [item] = (await manager.workflow.get('/v1/workflows/approvals/pending')).body.data;
    expect(item).to.deep.include({
      approval_id: await findApprovalId(mesh, event.id),
      entity_type: 'deviation',
      summary: { classification: 'major', root_cause: 'The door seal was worn', proposed_actions: 0 },
    });
  });

  it('are due by the hours of the state, else at the end of the record’s own day, else never', async () => {
    for (const [hours, due_date, expected, time_zone = 'UTC'] of [
      [2, '2026-06-30', 'hours'],
      [undefined, '2026-06-30', '2026-06-30T23:59:59.999Z'],
      [undefined, '2026-06-30', '2026-06-30T21:59:59.999Z', 'Europe/Berlin'],
      [undefined, undefined, null],
    ] as const) {
      const state = { approval_config: MANAGER, ...(hours ? { sla_hours: hours } : {}) };
      const { requester, someone } = await startOrganization(mesh, state, 'deviation');
      const author = someone('quality_specialist');
      await mesh.identity.setOrganization({ id: author.orgId, name: 'Somewhere', time_zone });
      const { id } = await openQualityEvent(author, 'deviation', due_date ? { due_date } : {});
      expect((await transition(requester, id, 'approval')).status).to.equal(200);
      const [item] = (await someone('quality_manager').workflow.get('/v1/workflows/approvals/pending')).body.data;
      const start = new Date(item.requested_at).getTime();
      const byHours = new Date(start + (hours ?? 0) * HOUR_MS).toISOString();
      expect(item.due_date).to.equal(expected === 'hours' ? byHours : expected);
    }
  });

  it('are none that the user has decided on, and none that have ended', async () => {
    const approval = await startApproval(mesh, { ...MANAGER, required_approvers: 2 });
    const [first, second] = [approval.someone('quality_manager'), approval.someone('quality_manager')];
    await decide(first, approval);
    expect(await listPending(first)).to.deep.equal([]);
    expect(await listPending(second)).to.have.length(1);
    await decide(second, approval);
    expect(await listPending(approval.someone('quality_manager'))).to.deep.equal([]);
  });

  it('are none about a deleted record, and the same again once it is restored', async () => {
    const approval = await startApproval(mesh, { ...MANAGER, required_approvers: 1 });
    const [manager, admin] = [approval.someone('quality_manager'), approval.someone('system_admin')];
    const input = async () => (await listPending(manager)).map(({ approval_id }) => approval_id);
    expect(await input()).to.deep.equal([approval.approvalId]);
    const path = `/v1/entities/${approval.recordId}`;
    expect((await admin.entity.delete(path)).status).to.equal(204);
    await eventually('nobody is asked', async () => (await input()).length === 0);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict record_gone');
    expect((await admin.entity.post(`${path}/restore`, {})).status).to.equal(200);
    await eventually('it is asked again', async () => (await input()).length === 1);
    expect((await decide(manager, approval)).status).to.equal(200);
  });

  it('are sorted, in pages, and refuse unknown parameters', async () => {
    const organization = await startOrganization(mesh, { approval_config: MANAGER });
    const opened: string[] = [];
    for (let count = 0; count < 3; count += 1) opened.push((await openApproval(mesh, organization)).approvalId);
    const manager = organization.someone('quality_manager');
    const ids = async (query = '') => (await listPending(manager, query)).map(({ approval_id }) => approval_id);
    expect(await ids()).to.deep.equal(opened.toReversed());
    expect(await ids('?sort=requested_at')).to.deep.equal(opened);
    expect(await ids('?sort=requested_at&page=2&per_page=2')).to.deep.equal(opened.slice(2));
    for (const query of ['state=x', 'sort=title', 'per_page=101'])
      expect((await manager.workflow.get(`/v1/workflows/approvals/pending?${query}`)).status).to.equal(422);
  });

  describe(`at ${APPROVALS} approvals`, () => {
    const orgId = newId('organization');
    const requester = newId('user');
    let manager: Person;
    let assurance: Person;

    const makeApproval = (index: number): Approval => ({
      id: newId('approval'),
      org_id: orgId,
      instance_id: newId('workflowInstance'),
      workflow_id: 'wf_1',
      workflow_name: 'Approval',
      record_id: newId('entity'),
      record_type: 'document',
      record_creator: index % 1_000 === 0 ? manager.id : requester,
      title: `Document ${index}`,
      state: { id: 'approval', name: 'Approval' },
      from_state: 'draft',
      approval_type: 'single',
      required_approvers: 1,
      approver_roles: [(['quality_manager', 'quality_assurance'] as const satisfies Role[])[index % 2] as Role],
      require_signature: false,
      require_audit_review: false,
      requested_by: requester,
      requested_by_name: 'Requester',
      first_requested_by: requester,
      requested_at: new Date(1_700_000_000_000 + index * 1_000),
      due_date: new Date(1_800_000_000_000 - index * 1_000),
      summary: { classification: null, root_cause: null, proposed_actions: 0 },
      record_hash: '',
      record_gone: false,
      status: index % 10 === 0 || index % 10 === 1 ? 'pending' : 'approved',
      decisions: [],
      version: 1,
    });

    before(async () => {
      manager = mesh.person({ orgId });
      assurance = mesh.person({ orgId, role: 'quality_assurance' });
      const rows = Array.from({ length: APPROVALS }, (_, index) => toStored(makeApproval(index)));
      await mesh.database.collection('approval').insertMany(rows as never[]);
    });

    /** What the database did for the page and its count. */
    const profiled = async (by: Person, query: string): Promise<Record<'page' | 'count', Profile>> => {
      const database = mesh.database.getClient().db(mesh.database.name);
      await database.command({ profile: 2 });
      expect((await by.workflow.get(`/v1/workflows/approvals/pending?${query}`)).status).to.equal(200);
      await database.command({ profile: 0 });
      const ns = `${mesh.database.name}.approval`;
      const profiles = await database.collection('system.profile').find({ ns }).toArray();
      await database.dropCollection('system.profile');
      const of = (command: string) => profiles.find((profile) => command in profile.command) as unknown as Profile;
      return { page: of('find'), count: of('aggregate') };
    };

    for (const query of ['', 'sort=requested_at', 'sort=due_date', 'sort=-due_date'])
      it(`are read out of an index by "${query}", without a sort in memory`, async () => {
        const { page, count } = await profiled(manager, query);
        expect(page.planSummary).to.match(/^IXSCAN/);
        expect(page.hasSortStage ?? false).to.equal(false);
        expect(page.keysExamined).to.be.at.most(25 + 3);
        expect(count.planSummary).to.match(/^IXSCAN/);
        expect(count.keysExamined).to.be.at.most(APPROVALS / 10 + 1);
      });

    it('are read in order from the indexes of all votes, with a delegated one', async () => {
      const window = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) };
      const body = { delegate_id: manager.id, ...window, reason: 'Leave' };
      expect((await assurance.workflow.post('/v1/workflows/delegations', body)).status).to.equal(201);
      const { page, count } = await profiled(manager, 'sort=due_date');
      expect(page.hasSortStage ?? false).to.equal(false);
      expect(page.keysExamined).to.be.at.most(2 * (25 + 3));
      expect(count.keysExamined).to.be.at.most(APPROVALS / 5 + 2);
      const { body: answer } = await manager.workflow.get('/v1/workflows/approvals/pending?per_page=100');
      const own = APPROVALS / 1_000;
      expect(answer.meta.total).to.equal(APPROVALS / 5 - own);
      const givers = new Set(answer.data.map(({ on_behalf_of }: { on_behalf_of: string | null }) => on_behalf_of));
      expect([...givers]).to.have.members([null, assurance.id]);
    });
  });
});
