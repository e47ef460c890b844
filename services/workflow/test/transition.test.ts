import { newId } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import { type ApiAnswer, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { withoutItsTransition } from './lost-transition.ts';
import {
  openDocument,
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
  whenStatus,
} from './mesh.ts';

const ROOT_CAUSE = { category: 'equipment', description: 'The seal was worn' };

describe('a transition', () => {
  let mesh: WorkflowMesh;
  let manager: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
  });

  after(() => mesh.stop());

  const atState = async (...states: string[]): Promise<string> => {
    const { id } = await openQualityEvent(manager);
    for (const state of states) {
      const data = state === 'root_cause_identified' ? { root_cause: ROOT_CAUSE } : {};
      const { status, body } = await transition(manager, id, state, { data });
      expect(status, JSON.stringify(body)).to.equal(200);
    }
    return id;
  };

  const atInvestigation = () => atState('submitted', 'investigation');

  const atVerification = async (): Promise<string> => {
    const id = await atState('submitted', 'investigation', 'root_cause_identified', 'action_planning');
    // Decisions are another test's: the instance is put where they would have brought it.
    const verification = { id: 'verification', name: 'Verification', type: 'intermediate' };
    const there = Object.fromEntries(Object.entries(verification).map(([name, value]) => [`state.${name}`, value]));
    await mesh.database.collection('workflow_instance').updateOne({ record_id: id }, { $set: there });
    return id;
  };

  const readEvent = async (id: string) => (await manager.quality.get(`/v1/quality-events/${id}`)).body.data;

  const refusal = async (id: string, to: string, more: object = {}, by = manager) => {
    const before = [(await readInstance(manager, id)).current_state, await readEvent(id)];
    const { status, body } = await transition(by, id, to, more);
    expect([(await readInstance(manager, id)).current_state, await readEvent(id)]).to.deep.equal(before);
    return { status, ...body.error };
  };

  it('answers where it led, and the record has it at once', async () => {
    const { id } = await openQualityEvent(manager);
    const { status, body } = await transition(manager, id, 'submitted');
    expect(status).to.equal(200);
    expect(Object.keys(body.data)).to.deep.equal(['entity_id', 'current_state', 'signature_record']);
    expect(Object.keys(body.data.current_state)).to.deep.equal(['id', 'name', 'entered_at']);
    expect(body.data).to.deep.include({ entity_id: id, signature_record: null });
    expect(body.data.current_state).to.include({ id: 'submitted', name: 'Submitted' });
    expect(await readEvent(id)).to.include({ status: 'submitted', version: 2 });
  });

  it('is one audit entry, by the caller, with the state after it, the reason and the changes of the record', async () => {
    const id = await atInvestigation();
    const about = { comment: 'The seal was found', data: { root_cause: ROOT_CAUSE } };
    await transition(manager, id, 'root_cause_identified', about);
    const next = (await transition(manager, id, 'action_planning')).status;
    expect(next).to.equal(200);
    const isLast = ({
      subject,
      data,
    }: {
      subject: string;
      data: { audit: { metadata: { workflow_state: string | null } } };
    }) => subject === id && data.audit.metadata.workflow_state === 'action_planning';
    await mesh.tap.next('the last entry', isLast);
    const entries = mesh.tap.events.filter(({ subject }) => subject === id).map(({ data }) => data.audit);
    expect(entries.map(({ action, metadata }) => [action, metadata.workflow_state])).to.deep.equal([
      ['create', null],
      ['transition', 'submitted'],
      ['transition', 'investigation'],
      ['transition', 'root_cause_identified'],
      ['transition', 'action_planning'],
    ]);
    const entry = entries[3];
    expect(entry).to.deep.include({ entity_type: 'deviation', entity_id: id, entity_version: 4 });
    expect(entry?.user.id).to.equal(manager.id);
    expect(entry?.metadata).to.include({ reason: 'The seal was found' });
    expect(entry?.changes).to.deep.equal({
      status: { from: 'investigation', to: 'root_cause_identified' },
      'root_cause.category': { from: null, to: 'equipment' },
      'root_cause.description': { from: null, to: 'The seal was worn' },
    });
  });

  it('that leaves its record as it is has its audit entry at the workflow, one too', async () => {
    const { id } = await openDocument(manager);
    await transition(manager, id, 'review', { comment: 'Please read' });
    const event = await mesh.tap.next(
      'the move',
      ({ type, subject }) => type.endsWith('instance.moved.v1') && subject === id,
    );
    expect(event.data.audit).to.deep.include({
      action: 'transition',
      entity_type: 'document',
      entity_id: id,
      entity_name: 'An SOP',
      entity_version: 1,
      changes: { workflow_state: { from: 'draft', to: 'review' } },
    });
    expect(event.data.audit.metadata).to.include({ workflow_state: 'review', reason: 'Please read' });
    expect((event.data.record as TransitionSnapshot).changed).to.equal(false);
    expect((await manager.entity.get(`/v1/entities/${id}`)).body.data.version).to.equal(1);
  });

  describe('with required fields', () => {
    it('accepts them nested, by dotted paths, mixed, and from the record itself', async () => {
      const nested = await atInvestigation();
      expect(
        (await transition(manager, nested, 'root_cause_identified', { data: { root_cause: ROOT_CAUSE } })).status,
      ).to.equal(200);
      const dotted = await atInvestigation();
      const data = { 'root_cause.category': 'equipment', 'root_cause.description': 'The seal was worn' };
      expect((await transition(manager, dotted, 'root_cause_identified', { data })).status).to.equal(200);
      const mixed = await atInvestigation();
      await manager.quality.patch(`/v1/quality-events/${mixed}`, { root_cause: { category: 'equipment' } });
      const rest = { 'root_cause.description': 'The seal was worn' };
      expect((await transition(manager, mixed, 'root_cause_identified', { data: rest })).status).to.equal(200);
      for (const id of [nested, dotted, mixed])
        expect(await readEvent(id), id).to.deep.include({
          status: 'root_cause_identified',
          root_cause: { ...ROOT_CAUSE, identified_date: null },
        });
    });

    it('includes a transition that the service of the record has not applied yet', async () => {
      const id = await atState('submitted');
      const brought = { data: { root_cause: ROOT_CAUSE } };
      await withoutItsTransition(mesh, manager, id, () => transition(manager, id, 'investigation', brought));
      const { status, body } = await transition(manager, id, 'root_cause_identified');
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(await readEvent(id)).to.include({ status: 'root_cause_identified', version: 4 });
    });

    it('is refused without them, and names those that are missing', async () => {
      const id = await atInvestigation();
      const none = await refusal(id, 'root_cause_identified');
      expect([none.status, none.code]).to.deep.equal([422, 'missing_required_fields']);
      expect(none.details.missing_fields).to.deep.equal(['root_cause.category', 'root_cause.description']);
      const blank = await refusal(id, 'root_cause_identified', {
        data: { root_cause: { category: 'x', description: '  ' } },
      });
      expect(blank.details.missing_fields).to.deep.equal(['root_cause.description']);
      const empty = await refusal(id, 'root_cause_identified', {
        data: { root_cause: { category: {}, description: [] } },
      });
      expect(empty.details.missing_fields).to.deep.equal(['root_cause.category', 'root_cause.description']);
      const reasonless = await refusal(id, 'rejected');
      expect(reasonless.details).to.deep.equal({ missing_fields: ['rejection_reason'] });
    });

    it('is refused where the data removes one from the record', async () => {
      const id = await atInvestigation();
      await manager.quality.patch(`/v1/quality-events/${id}`, { root_cause: ROOT_CAUSE });
      const { code } = await refusal(id, 'root_cause_identified', { data: { root_cause: { category: null } } });
      expect(code).to.equal('missing_required_fields');
    });
  });

  describe('is refused', () => {
    it('where the state does not lead there, with the three details', async () => {
      const id = await atInvestigation();
      const { status, code, details } = await refusal(id, 'closed');
      expect([status, code]).to.deep.equal([409, 'invalid_transition']);
      expect(details).to.deep.equal({
        current_state: 'investigation',
        requested_state: 'closed',
        allowed_transitions: ['root_cause_identified', 'rejected'],
      });
    });

    it('out of an approval state without the decision', async () => {
      const id = await atState(
        'submitted',
        'investigation',
        'root_cause_identified',
        'action_planning',
        'pending_approval',
      );
      expect((await refusal(id, 'implementation')).code).to.equal('approval_required');
      expect((await refusal(id, 'closed')).code).to.equal('invalid_transition');
      expect(await readEvent(id)).to.include({ status: 'action_planning' });
    });

    it('without a signature where one is needed, and with a wrong one', async () => {
      const id = await atVerification();
      const unsigned = await refusal(id, 'closed');
      expect([unsigned.status, unsigned.code]).to.deep.equal([422, 'signature_required']);
      const wrong = await refusal(id, 'closed', { signature: { meaning: 'Closure', password: 'wrong' } });
      expect([wrong.status, wrong.code]).to.deep.equal([403, 'signature_invalid']);
    });

    it('by those who may read alone, and without the scope', async () => {
      const id = await atInvestigation();
      const { orgId } = manager;
      const auditor = mesh.person({ orgId, role: 'auditor' });
      expect((await refusal(id, 'rejected', {}, auditor)).code).to.equal('forbidden');
      const reader = mesh.person({ orgId, scopes: ['workflows:read'] });
      const { details } = await refusal(id, 'rejected', {}, reader);
      expect(details.required_scope).to.equal('workflows:execute');
    });

    it('with data beyond the required fields, by a caller who may not write the record', async () => {
      const id = await atInvestigation();
      const { orgId } = manager;
      const mayNot = [
        mesh.person({ orgId, role: 'document_owner' }),
        mesh.person({ orgId, scopes: ['workflows:execute'] }),
      ];
      for (const by of mayNot) {
        const data = { root_cause: ROOT_CAUSE, title: 'Another' };
        const { status, details } = await refusal(id, 'root_cause_identified', { data }, by);
        expect([status, details.required_scope]).to.deep.equal([403, 'quality-events:write']);
      }
      const [owner = manager] = mayNot;
      const input = await transition(owner, id, 'root_cause_identified', { data: { root_cause: ROOT_CAUSE } });
      expect(input.status).to.equal(200);
      const { id: document } = await openDocument(manager);
      const expert = mesh.person({ orgId, role: 'qualified_person' });
      const written = await transition(expert, document, 'review', { data: { attributes: { pages: 2 } } });
      expect([written.status, written.body.error?.details]).to.deep.equal([
        403,
        { required_scope: 'entities:write', reason: 'role' },
      ]);
      expect((await transition(expert, document, 'review')).status).to.equal(200);
    });

    it('with data that its record refuses, or that names a field twice', async () => {
      const id = await atInvestigation();
      const refused = async (data: object) => {
        const { status, code } = await refusal(id, 'root_cause_identified', { data });
        return [status, code];
      };
      const fine = { root_cause: ROOT_CAUSE };
      expect(await refused({ ...fine, nonsense: 1 })).to.deep.equal([422, 'validation_failed']);
      expect(await refused({ ...fine, number: 'DEV-1' })).to.deep.equal([422, 'validation_failed']);
      expect(await refused({ ...fine, 'root_cause.category': 'other' })).to.deep.equal([422, 'validation_failed']);
      expect(await refused({ ...fine, 'constructor.x': 1 })).to.deep.equal([422, 'validation_failed']);
      expect((await refusal(id, 'root_cause_identified', { data: [] })).status).to.equal(422);
      expect((await refusal(id, 'root_cause_identified', { unknown: 1 })).status).to.equal(422);
    });

    it('without a reason where the organisation requires one', async () => {
      const strict = mesh.person();
      const settings = { tier: 'custom', requests_per_minute: 100_000, burst: 100_000 };
      await mesh.identity.setOrganization({ id: strict.orgId, name: 'Strict', ...settings, strict_mode: true });
      const headers = { 'x-change-reason': 'Found in the audit' };
      const created = await strict.quality.post(
        '/v1/quality-events',
        { type: 'deviation', title: 'T', description: 'D' },
        { headers },
      );
      const path = `/v1/workflows/instances/${created.body.data.id}/transition`;
      const without = await strict.workflow.post(path, { to_state: 'submitted' });
      expect([without.status, without.body.error.code]).to.deep.equal([422, 'reason_required']);
      expect((await strict.workflow.post(path, { to_state: 'submitted' }, { headers })).status).to.equal(200);
      await whenStatus(strict, created.body.data.id, 'submitted');
    });

    it('while the service of the record is not reachable, and nothing changes', async () => {
      const { id } = await openQualityEvent(manager);
      await readInstance(manager, id);
      mesh.wires.toQuality.cut();
      const { status, body } = await transition(manager, id, 'submitted');
      expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
      expect((await readInstance(manager, id)).current_state.id).to.equal('draft');
      mesh.wires.toQuality.restore();
      await eventually(
        'the owner is there again',
        async () => (await transition(manager, id, 'submitted')).status === 200,
      );
    });
  });

  it('is signed: the answer and the audit entry carry the signature', async () => {
    const id = await atVerification();
    const signature = { meaning: 'Closure', password: manager.password };
    const { status, body } = await transition(manager, id, 'closed', { signature });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data.signature_record).to.include({ signer: manager.id, meaning: 'Closure' });
    const { version } = await readEvent(id);
    const entry = await mesh.tap.next(
      'the entry',
      ({ subject, data }) => subject === id && data.audit.metadata.workflow_state === 'closed',
    );
    const { signature_id } = body.data.signature_record;
    expect(entry.data.audit.signature).to.deep.equal({
      required: true,
      signed: true,
      signature_id,
      meaning: 'Closure',
    });
    const stored = await mesh.database.collection<{ _id: string }>('workflow_signature').findOne({ _id: signature_id });
    expect(stored).to.deep.include({ record_id: id, record_version: version });
  });

  const requestSigned = (version: number, id: string, input: object) =>
    manager.workflow.post(`/v1/workflows/instances/${id}/transition`, input, {
      headers: { 'if-match': `"${version}"` },
    });

  it('honours If-Match of the record', async () => {
    const { id } = await openQualityEvent(manager);
    await manager.quality.patch(`/v1/quality-events/${id}`, { title: 'Another one' });
    await readInstance(manager, id);
    const { status, body, headers } = await requestSigned(1, id, { to_state: 'submitted' });
    expect([status, body.error.code, headers.get('etag')]).to.deep.equal([412, 'precondition_failed', '"2"']);
    expect(await readEvent(id)).to.include({ status: 'draft', version: 2 });
    expect((await requestSigned(2, id, { to_state: 'submitted' })).status).to.equal(200);
    expect(await readEvent(id)).to.include({ status: 'submitted', version: 3 });
  });

  it('leaves the record free where it would end another version than the one that was read', async () => {
    const id = await atInvestigation();
    const input = { to_state: 'rejected', data: { rejection_reason: 'No deviation' } };
    expect((await requestSigned(1, id, input)).status).to.equal(412);
    const { status } = await manager.quality.patch(`/v1/quality-events/${id}`, { title: 'Another one' });
    expect(status).to.equal(200);
  });

  it('signs only the content that the record had at the request: a change meanwhile comes after it', async () => {
    const id = await atVerification();
    const { id: userId, orgId, password } = manager;
    const user = { id: userId, orgId, name: 'quality_manager', role: 'quality_manager' as const, password };
    const changes: Promise<ApiAnswer>[] = [];
    const change = async () => {
      changes.push(manager.quality.patch(`/v1/quality-events/${id}`, { title: `Title ${changes.length}` }));
    };
    mesh.identity.setUser({ ...user, whileChecked: change });
    const signature = { meaning: 'Closure', password };
    const wrong = await transition(manager, id, 'closed', { signature: { ...signature, password: 'wrong' } });
    expect(wrong.body.error.code).to.equal('signature_invalid');
    expect((await changes[0])?.status, 'the event is free after a refusal').to.equal(200);
    const { body } = await transition(manager, id, 'closed', { signature });
    mesh.identity.setUser(user);
    const changed = await changes[1];
    expect([changed?.status, changed?.body.error.code]).to.deep.equal([409, 'conflict']);
    const verdict = `/v1/signatures/${body.data.signature_record.signature_id}/verify`;
    expect((await manager.workflow.get(verdict)).body.data.status).to.equal('valid');
  });

  it('of two at the same moment happens once', async () => {
    for (let approval = 0; approval < 3; approval += 1) {
      const id = await atInvestigation();
      const reject = { data: { rejection_reason: 'No deviation' } };
      const answers = await Promise.all([
        transition(manager, id, 'root_cause_identified', { data: { root_cause: ROOT_CAUSE } }),
        transition(manager, id, 'rejected', reject),
        transition(manager, id, 'rejected', reject),
      ]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ body }) => body.error.code)).to.deep.equal(['invalid_transition', 'invalid_transition']);
      const [transitioned] = answers.filter(({ status }) => status === 200);
      const { current_state, history } = await readInstance(manager, id);
      expect([current_state.id, history.length]).to.deep.equal([transitioned?.body.data.current_state.id, 3]);
      expect(await readEvent(id)).to.include({ status: current_state.id, version: 4 });
    }
  });

  it('is made once for one idempotency key', async () => {
    const { id } = await openQualityEvent(manager);
    const ask = () =>
      manager.workflow.post(
        `/v1/workflows/instances/${id}/transition`,
        { to_state: 'submitted' },
        { headers: { 'idempotency-key': `move-${id}` } },
      );
    const first = await ask();
    const second = await ask();
    expect([second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true']);
    expect(second.body).to.deep.equal(first.body);
    expect((await readInstance(manager, id)).history).to.have.length(1);
  });

  it('that was signed is replayed for its key whatever password comes with it', async () => {
    const { id } = await openQualityEvent(manager);
    const ask = (password: string) =>
      manager.workflow.post(
        `/v1/workflows/instances/${id}/transition`,
        { to_state: 'submitted', signature: { meaning: 'Authorship', password } },
        { headers: { 'idempotency-key': `signed-${id}` } },
      );
    const first = await ask(manager.password);
    for (const password of [manager.password, 'wrong']) {
      const { status, body } = await ask(password);
      expect([status, body]).to.deep.equal([200, first.body]);
    }
  });

  it('may be made by an application, which has no role, unless a rule names roles', async () => {
    const application = mesh.person({ orgId: manager.orgId, kind: 'application' });
    const { id } = await openQualityEvent(manager);
    expect((await transition(application, id, 'submitted')).status).to.equal(200);
    const rule = {
      to_state: 'investigation',
      requires_fields: [],
      requires_signature: false,
      roles: ['quality_manager'],
    };
    const specialist = mesh.person({ orgId: manager.orgId, role: 'quality_specialist' });
    const { workflow_id } = await readInstance(manager, id);
    const versions = mesh.database.collection('workflow_version');
    const submitted = { workflow_id, 'states.id': 'submitted' };
    const [before] = await versions.find({ workflow_id }).toArray();
    await versions.updateOne(submitted, { $set: { 'states.$.transition_rules': [rule] } });
    const refused = [
      await refusal(id, 'investigation', {}, specialist),
      await refusal(id, 'investigation', {}, application),
    ];
    const allowed = await transition(manager, id, 'investigation');
    await versions.updateOne(submitted, { $set: { states: before?.states } });
    for (const { status, code, details } of refused) {
      expect([status, code]).to.deep.equal([403, 'forbidden']);
      expect(details).to.deep.include({ roles: ['quality_manager'] });
    }
    expect(allowed.status).to.equal(200);
  });

  it('of a record that is deleted is not found', async () => {
    const { id } = await openDocument(manager);
    await readInstance(manager, id);
    await manager.entity.delete(`/v1/entities/${id}`);
    expect((await manager.workflow.get(`/v1/workflows/instances/${id}`)).status).to.equal(404);
    expect((await transition(manager, id, 'review')).status).to.equal(404);
    expect((await transition(manager, newId('entity'), 'review')).status).to.equal(404);
  });
});
