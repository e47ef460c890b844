import { newId } from '@qsc/contracts';
import { qualityEvents } from '@qsc/contracts/events';
import { makeNotice, systemCall } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  openDocument,
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';
import { SNAPSHOT } from './quality-event-snapshot.ts';

describe('workflow instances', () => {
  let mesh: WorkflowMesh;
  let manager: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
  });

  after(() => mesh.stop());

  const started = (recordId: string) =>
    [...mesh.tap.notices, ...mesh.tap.events].filter(
      ({ type, subject }) => type === 'workflow.instance.started.v1' && subject === recordId,
    );

  const stored = (filter: object) => mesh.database.collection('workflow_instance').find(filter).toArray();

  const activeWorkflow = async (entityType: string) => {
    const [found] = await mesh.database
      .collection('workflow')
      .find({ org_id: manager.orgId, entity_types: entityType, is_active: true })
      .toArray();
    return String(found?._id);
  };

  it('is missing where no definition is active for the type: the status stays until one is', async () => {
    const admin = mesh.person({ role: 'system_admin' });
    const by = mesh.person({ orgId: admin.orgId });
    const [{ id: workflowId }] = (await admin.workflow.get('/v1/workflows?entity_type=complaint')).body.data;
    const activate = (is_active: boolean) => admin.workflow.patch(`/v1/workflows/${workflowId}`, { is_active });
    await activate(false);
    const { id } = await openQualityEvent(by, 'complaint');
    const submit = () => by.quality.patch(`/v1/quality-events/${id}`, { status: 'submitted' });
    const { status, body } = await submit();
    expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
    expect((await by.workflow.get(`/v1/workflows/instances/${id}`)).status).to.equal(404);
    await activate(true);
    expect((await submit()).status).to.equal(200);
  });

  it('starts automatically when a record is created, as a part of its creation', async () => {
    const { id } = await openQualityEvent(manager);
    const notice = await mesh.tap.nextNotice(
      'the start',
      ({ type, subject }) => type.endsWith('started.v1') && subject === id,
    );
    expect(notice.data.audit).to.equal(null);
    expect(notice.data.record).to.deep.include({ number: 0, from_state: null, to_state: 'draft', changed: false });
    const [instance] = await stored({ record_id: id });
    expect(instance).to.deep.include({
      record_name: 'A deviation',
      record_creator: manager.id,
      current: true,
      transitions: 0,
    });
  });

  it('starts automatically for an entity of a type with a workflow, and not for others', async () => {
    const { id } = await openDocument(manager);
    await mesh.tap.nextNotice('the start', ({ type, subject }) => type.endsWith('started.v1') && subject === id);
    const supplier = await manager.entity.post('/v1/entities', { type: 'supplier', name: 'Acme' });
    const { status } = await manager.workflow.get(`/v1/workflows/instances/${supplier.body.data.id}`);
    expect(status).to.equal(404);
  });

  it('shows the state of a record, and the available transitions with their requirements', async () => {
    const { id } = await openQualityEvent(manager);
    await transition(manager, id, 'submitted', { comment: 'Please look at it' });
    await transition(manager, id, 'investigation');
    const instance = await readInstance(manager, id);
    expect(Object.keys(instance)).to.include.members([
      'entity_id',
      'entity_type',
      'workflow_id',
      'workflow_name',
      'current_state',
      'available_transitions',
      'history',
    ]);
    expect(instance).to.deep.include({ entity_id: id, entity_type: 'deviation', workflow_name: 'Deviation' });
    expect(instance.current_state).to.include({ id: 'investigation', name: 'Investigation', entered_by: manager.id });
    expect(instance.available_transitions).to.deep.equal([
      {
        to_state: 'root_cause_identified',
        requires_fields: ['root_cause.category', 'root_cause.description'],
        requires_approval: false,
        requires_signature: false,
        roles: [],
      },
      {
        to_state: 'rejected',
        requires_fields: ['rejection_reason'],
        requires_approval: false,
        requires_signature: false,
        roles: [],
      },
    ]);
    expect(
      instance.history.map(({ from_state, to_state, comment }: Record<string, unknown>) => [
        from_state,
        to_state,
        comment,
      ]),
    ).to.deep.equal([
      ['submitted', 'investigation', null],
      ['draft', 'submitted', 'Please look at it'],
    ]);
    expect(instance.history[0]).to.include({
      transitioned_by: manager.id,
      transitioned_at: instance.current_state.entered_at,
    });
  });

  it('says that decisions alone lead out of an approval state', async () => {
    const { id } = await openDocument(manager);
    for (const state of ['review', 'approval']) await transition(manager, id, state);
    const { available_transitions } = await readInstance(manager, id);
    expect(available_transitions).to.have.length(2);
    for (const each of available_transitions)
      expect(each).to.include({ requires_approval: true, requires_signature: true });
  });

  it('starts once, however many requests come before its event', async () => {
    const { id } = await openQualityEvent(manager);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => manager.workflow.get(`/v1/workflows/instances/${id}`)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    await mesh.tap.nextNotice('the start', ({ type, subject }) => type.endsWith('started.v1') && subject === id);
    expect(await stored({ record_id: id })).to.have.length(1);
    expect(started(id)).to.have.length(1);
  });

  it('is unknown for an unknown record, a record without an owner and another organisation', async () => {
    const { id } = await openQualityEvent(manager);
    const stranger = mesh.person();
    for (const unknown of [newId('qualityEvent'), newId('entity'), newId('certificate'), 'nonsense', '__proto___x']) {
      const { status, body } = await manager.workflow.get(`/v1/workflows/instances/${unknown}`);
      expect([status, body.error.code], unknown).to.deep.equal([404, 'not_found']);
    }
    expect((await stranger.workflow.get(`/v1/workflows/instances/${id}`)).status).to.equal(404);
    expect((await transition(stranger, id, 'submitted')).status).to.equal(404);
    expect((await readInstance(manager, id)).current_state.id).to.equal('draft');
  });

  it('mirrors the name and the relations of its record', async () => {
    const supplier = await manager.entity.post('/v1/entities', { type: 'supplier', name: 'Watched' });
    const supplierId: string = supplier.body.data.id;
    const { id } = await openQualityEvent(manager);
    await readInstance(manager, id);
    const related_entities = [{ type: 'supplier', id: supplierId }];
    await manager.quality.patch(`/v1/quality-events/${id}`, { title: 'Renamed', related_entities });
    const instance = await eventually('the instance follows', async () => {
      const [one] = await stored({ record_id: id, record_name: 'Renamed' });
      return one;
    });
    expect(instance.watched_ids).to.deep.equal([id, supplierId]);
  });

  it('mirrors a change of its record whose event comes before the creation', async () => {
    const id = newId('qualityEvent');
    const supplierId = newId('entity');
    const reported = (kind: 'created' | 'updated', version: number, more: object = {}) =>
      makeNotice(qualityEvents[kind], systemCall(manager.orgId, new Date()), {
        subject: id,
        record: { ...SNAPSHOT, id, created_by: manager.id, version, ...more },
      });
    const related_entities = [{ type: 'supplier', id: supplierId }];
    await mesh.publish(reported('updated', 2, { title: 'Changed at once', related_entities }));
    await mesh.publish(reported('created', 1));
    const known = { record_id: id, record_name: 'Changed at once', watched_ids: [id, supplierId], record_version: 2 };
    await eventually('the instance knows it', async () => (await stored(known)).length === 1);
    expect(await stored({ record_id: id })).to.have.length(1);
  });

  it('is not started by a change of an entity that is older than its definition', async () => {
    const admin = mesh.person({ role: 'system_admin' });
    const by = mesh.person({ orgId: admin.orgId });
    const rename = async (id: string): Promise<void> => {
      expect((await by.entity.patch(`/v1/entities/${id}`, { name: 'Foil' })).status).to.equal(200);
    };
    const { id: before } = await openDocument(by);
    await eventually('its creation was heard', async () => (await stored({ record_id: before })).length === 1);
    await mesh.database.collection('workflow_instance').deleteMany({ record_id: before });
    const [{ id: shipped }] = (await admin.workflow.get('/v1/workflows?entity_type=document')).body.data;
    const ended = await admin.workflow.patch(`/v1/workflows/${shipped}`, { is_active: false });
    expect(ended.status).to.equal(200);
    const states = [
      { id: 'new', name: 'New', type: 'initial', allowed_transitions: ['done'] },
      { id: 'done', name: 'Done', type: 'final' },
    ];
    const definition = { name: 'Own', entity_types: ['document'], states };
    const { data: workflow } = (await admin.workflow.post('/v1/workflows', definition)).body;
    await rename(before);
    const { id: after } = await openDocument(by);
    await rename(after);
    const known = { record_id: after, record_name: 'Foil', record_version: 2 };
    await eventually('the younger one has begun', async () => (await stored(known)).length === 1);
    expect(await stored({ record_id: before })).to.deep.equal([]);
    const input = { entity_id: before, workflow_id: workflow.id };
    expect((await by.workflow.post('/v1/workflows/instances', input)).status).to.equal(201);
  });

  it('follows the name of an entity', async () => {
    const { id } = await openDocument(manager);
    await readInstance(manager, id);
    await manager.entity.patch(`/v1/entities/${id}`, { name: 'Renamed' });
    const known = { record_id: id, record_name: 'Renamed', record_version: 2 };
    await eventually('the instance knows it', async () => (await stored(known)).length === 1);
  });

  it('that a refused change of the record starts mirrors the current record', async () => {
    const admin = mesh.person({ role: 'system_admin' });
    const by = mesh.person({ orgId: admin.orgId });
    const [{ id: workflowId }] = (await admin.workflow.get('/v1/workflows?entity_type=complaint')).body.data;
    const activate = (is_active: boolean) => admin.workflow.patch(`/v1/workflows/${workflowId}`, { is_active });
    const supplier = async (name: string): Promise<{ type: string; id: string }> => {
      const { body } = await by.entity.post('/v1/entities', { type: 'supplier', name });
      return { type: 'supplier', id: body.data.id };
    };
    const [refused, taken] = [await supplier('Refused'), await supplier('Taken')];
    await activate(false);
    const { id } = await openQualityEvent(by, 'complaint');
    await mesh.tap.next('the creation', ({ subject }) => subject === id);
    await activate(true);
    const change = (body: object) => by.quality.patch(`/v1/quality-events/${id}`, body);
    const { status, body } = await change({ status: 'closed', title: 'Other', related_entities: [refused] });
    expect([status, body.error.code]).to.deep.equal([409, 'invalid_transition']);
    const [started] = await stored({ record_id: id });
    expect(started).to.deep.include({ record_name: 'A complaint', record_version: 1, watched_ids: [id] });
    expect((await change({ related_entities: [taken] })).status).to.equal(200);
    const known = { record_id: id, watched_ids: [id, taken.id] };
    await eventually('the instance follows', async () => (await stored(known)).length === 1);
  });

  describe('started by a user', () => {
    const start = (entity_id: string, workflow_id: string, headers = {}) =>
      manager.workflow.post('/v1/workflows/instances', { entity_id, workflow_id }, { headers });

    /** A document that has come to the end of its way, by hand: decisions are another test's. */
    const endedDocument = async (): Promise<string> => {
      const { id } = await openDocument(manager);
      expect((await transition(manager, id, 'review')).status).to.equal(200);
      const ended = { completed_at: new Date(), 'state.id': 'effective', 'state.type': 'final' };
      await mesh.database.collection('workflow_instance').updateOne({ record_id: id }, { $set: ended });
      return id;
    };

    it('goes its way again where it has come to the end, as one audit entry', async () => {
      const id = await endedDocument();
      const workflowId = await activeWorkflow('document');
      const answer = await start(id, workflowId);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([201, `/v1/workflows/instances/${id}`]);
      expect(answer.body.data).to.deep.include({ entity_id: id, workflow_id: workflowId, history: [] });
      expect(answer.body.data.current_state).to.include({ id: 'draft', entered_by: manager.id });
      const event = await mesh.tap.next(
        'the start',
        ({ type, subject }) => type.endsWith('started.v1') && subject === id,
      );
      expect(event.data.audit).to.deep.include({ action: 'transition', entity_id: id, entity_type: 'document' });
      expect(event.data.audit.metadata.workflow_state).to.equal('draft');
      const all = await stored({ record_id: id });
      expect(all.map(({ current }) => current)).to.have.members([false, true]);
      expect((await transition(manager, id, 'review')).status, 'after the transitions of the former one').to.equal(200);
    });

    it('is refused for a record that is on its way, and always for a quality event that has one', async () => {
      const document = await openDocument(manager);
      await readInstance(manager, document.id);
      const busy = await start(document.id, await activeWorkflow('document'));
      expect([busy.status, busy.body.error.code]).to.deep.equal([409, 'conflict']);
      const { id } = await openQualityEvent(manager);
      await readInstance(manager, id);
      await mesh.database
        .collection('workflow_instance')
        .updateOne({ record_id: id }, { $set: { completed_at: new Date() } });
      const again = await start(id, await activeWorkflow('deviation'));
      expect([again.status, again.body.error.code]).to.deep.equal([409, 'conflict']);
    });

    it('is refused for unknown records and definitions, for records of another type and by inactive definitions', async () => {
      const id = await endedDocument();
      const workflowId = await activeWorkflow('document');
      const faultyField = async (entityId: string, workflow: string) => {
        const { status, body } = await start(entityId, workflow);
        return [status, body.error.code, body.error.details?.fields?.[0]?.field];
      };
      expect(await faultyField(newId('entity'), workflowId)).to.deep.equal([422, 'validation_failed', 'entity_id']);
      expect(await faultyField(id, newId('workflow'))).to.deep.equal([422, 'validation_failed', 'workflow_id']);
      expect(await faultyField(id, await activeWorkflow('capa'))).to.deep.equal([
        422,
        'validation_failed',
        'workflow_id',
      ]);
      await mesh.database
        .collection<{ _id: string }>('workflow')
        .updateOne({ _id: workflowId }, { $set: { is_active: false } });
      const inactive = await start(id, workflowId);
      await mesh.database
        .collection<{ _id: string }>('workflow')
        .updateOne({ _id: workflowId }, { $set: { is_active: true } });
      expect([inactive.status, inactive.body.error.code]).to.deep.equal([409, 'conflict']);
    });

    it('happens once for one idempotency key, and once where two ask at the same moment', async () => {
      const id = await endedDocument();
      const workflowId = await activeWorkflow('document');
      const headers = { 'idempotency-key': `start-${id}` };
      const first = await start(id, workflowId, headers);
      const second = await start(id, workflowId, headers);
      expect([second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);
      expect(second.body).to.deep.equal(first.body);
      const other = await endedDocument();
      const both = await Promise.all([start(other, workflowId), start(other, workflowId)]);
      expect(both.map(({ status }) => status).toSorted()).to.deep.equal([201, 409]);
    });
  });
});
