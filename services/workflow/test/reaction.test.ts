import { newId } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import { AS_SERVICES_READ, eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { CHAIN_LIMIT } from '../src/reaction/reaction.ts';
import { withoutItsTransition } from './lost-transition.ts';
import { openQualityEvent, type Person, readInstance, startWorkflowMesh, transition } from './mesh.ts';

type Reaction = { event: string; when?: object; to_state: string };

/** Waits in `waiting`, and then in `later`, for what the test says. None of these is a status of a quality event. */
const waitingStates = (on: Reaction[], { rules = [], later = [] }: { rules?: object[]; later?: Reaction[] } = {}) => [
  { id: 'opened', name: 'Opened', type: 'initial', allowed_transitions: ['waiting'] },
  {
    id: 'waiting',
    name: 'Waiting',
    type: 'intermediate',
    allowed_transitions: ['later', 'closed'],
    transition_rules: rules,
    on,
  },
  { id: 'later', name: 'Later', type: 'intermediate', allowed_transitions: ['closed'], on: later },
  { id: 'closed', name: 'Closed', type: 'final' },
];

describe('the reactions of a state', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  /** A user whose organisation has these states for records of a type; for complaints unless told. */
  const organization = async (
    states: object[],
    type = 'complaint',
    { alone = false }: { alone?: boolean } = {},
  ): Promise<Person> => {
    const admin = mesh.person({ role: 'system_admin', alone });
    const { body } = await admin.workflow.get(`/v1/workflows?entity_type=${type}`);
    for (const { id } of body.data) await admin.workflow.patch(`/v1/workflows/${id}`, { is_active: false });
    const own = { name: 'Waiting', description: '', entity_types: [type], states };
    const { status, body: answer } = await admin.workflow.post('/v1/workflows', own);
    expect(status, JSON.stringify(answer)).to.equal(201);
    return mesh.person({ orgId: admin.orgId });
  };

  const openSupplier = async (by: Person): Promise<{ type: string; id: string }> => {
    const { body } = await by.entity.post('/v1/entities', { type: 'supplier', name: 'Acme' });
    return { type: 'supplier', id: body.data.id };
  };

  /** A complaint about a supplier that waits. */
  const openWaiting = async (by: Person, more: object = {}) => {
    const supplier = await openSupplier(by);
    const { id } = await openQualityEvent(by, 'complaint', { related_entities: [supplier], ...more });
    expect((await transition(by, id, 'waiting')).status).to.equal(200);
    return { id, supplierId: supplier.id };
  };

  const checked = (by: Pick<Person, 'orgId'>, supplierId: string | null, more: object = {}): Envelope => ({
    specversion: '1.0',
    id: newId('event'),
    source: '/services/certificate',
    type: 'certificate.certificate.validated.v1',
    subject: newId('certificate'),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    orgid: by.orgId,
    actor: 'usr_1',
    requestid: newId('request'),
    data: {
      audit: null,
      record: {
        ...{ id: newId('certificate'), type: 'coa', name: 'CoA', status: 'rejected', supplier_id: supplierId },
        ...{ component_id: null, batch_number: null, issue_date: null, expiry_date: null },
        ...{ extraction_status: 'complete', version: 2, created_at: '2026-03-01T00:00:00.000Z' },
        ...{ updated_at: '2026-03-01T00:00:00.000Z', ...more },
      },
    },
  });

  const inbox = () => mesh.database.collection<{ _id: string }>('inbox');

  /** Resolves when the service has taken the event, whatever it came to. */
  const whenTaken = (id: string) =>
    eventually(`the event ${id} is taken`, () =>
      inbox().findOne({ _id: new RegExp(`workflow.reactions/${id}$`) }, AS_SERVICES_READ),
    );

  const hear = async (event: Envelope): Promise<void> => {
    await mesh.publish(event);
    await whenTaken(event.id);
  };

  const readState = async (by: Person, recordId: string): Promise<string> =>
    (await readInstance(by, recordId)).current_state.id;

  const REJECTED = { event: 'certificate.rejected', to_state: 'later' };

  it('change the state of records of a supplier when a certificate of it is rejected: by the system, audited with the cause', async () => {
    const by = await organization(waitingStates([REJECTED]));
    const { id, supplierId } = await openWaiting(by);
    const event = checked(by, supplierId);
    await hear(event);
    const { current_state, history } = await readInstance(by, id);
    expect([current_state.id, current_state.entered_by]).to.deep.equal(['later', 'system']);
    expect(history[0]).to.include({ from_state: 'waiting', to_state: 'later', transitioned_by: 'system' });
    const { data } = await mesh.tap.next('the move is told of', (reported) =>
      Boolean(reported.subject === id && reported.data.audit.metadata.workflow_state === 'later'),
    );
    expect(data.audit.user.id).to.equal('system');
    expect([data.audit.action, data.audit.metadata.request_id]).to.deep.equal(['transition', event.requestid]);
    expect(data.audit.metadata.details).to.include({
      reacted_to: 'certificate.rejected',
      event_id: event.id,
      chain: 1,
    });
  });

  it('lead into an approval that nobody could decide, of which the administrators are notified', async () => {
    const approval_config = { required_approvers: 1, approver_roles: ['quality_manager'], require_signature: false };
    const states = waitingStates([{ ...REJECTED, to_state: 'approval' }]);
    const by = await organization(
      [
        ...states.map((state) =>
          state.id === 'waiting' ? { ...state, allowed_transitions: ['approval', 'later', 'closed'] } : state,
        ),
        {
          id: 'approval',
          name: 'Approval',
          type: 'approval',
          allowed_transitions: ['closed', 'waiting'],
          approval_config,
        },
      ],
      'complaint',
      { alone: true },
    );
    const { id, supplierId } = await openWaiting(by);
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('approval');
    await mesh.tap.nextNotice(
      'it is blocked',
      ({ type, subject }) => type === 'workflow.approval.blocked.v1' && subject === id,
    );
  });

  it('ignore records in another state, about another record, of another organisation, or with another event', async () => {
    const by = await organization(waitingStates([REJECTED]));
    const other = await organization(waitingStates([REJECTED]));
    const [one, another] = [await openWaiting(by), await openWaiting(by)];
    const opened = await openQualityEvent(by, 'complaint', {
      related_entities: [{ type: 'supplier', id: one.supplierId }],
    });
    await readInstance(by, opened.id);
    await hear(checked(other, one.supplierId));
    await hear(checked(by, one.supplierId, { status: 'valid' }));
    expect(await readState(by, one.id)).to.equal('waiting');
    await hear(checked(by, one.supplierId));
    expect(await readState(by, one.id)).to.equal('later');
    expect(await readState(by, another.id)).to.equal('waiting');
    expect(await readState(by, opened.id)).to.equal('opened');
  });

  it('require every condition, and use the first reaction whose conditions hold', async () => {
    const when = { type: { in: ['coa', 'coc'] }, batch_number: { ne: null } };
    const by = await organization(
      waitingStates([
        { ...REJECTED, when, to_state: 'closed' },
        { ...REJECTED, when: { type: 'gmp' } },
      ]),
    );
    const { id, supplierId } = await openWaiting(by);
    await hear(checked(by, supplierId));
    await hear(checked(by, supplierId, { type: 'iso', batch_number: 'B-1' }));
    expect(await readState(by, id)).to.equal('waiting');
    await hear(checked(by, supplierId, { type: 'gmp', batch_number: 'B-1' }));
    expect(await readState(by, id)).to.equal('later');
    const second = await openWaiting(by);
    await hear(checked(by, second.supplierId, { batch_number: 'B-1' }));
    expect(await readState(by, second.id)).to.equal('closed');
  });

  it('look at the record as it is at that moment', async () => {
    const when = { 'record.classification': 'critical', 'record.open_capas': 0, 'record.status': 'draft' };
    const by = await organization(waitingStates([{ ...REJECTED, when }]));
    const { id, supplierId } = await openWaiting(by, { classification: 'minor' });
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('waiting');
    await by.quality.patch(`/v1/quality-events/${id}`, { classification: 'critical' });
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('later');
  });

  it('include a transition that the service of the record has not applied yet', async () => {
    const by = await organization(waitingStates([{ ...REJECTED, when: { 'record.classification': 'critical' } }]));
    const supplier = await openSupplier(by);
    const { id } = await openQualityEvent(by, 'complaint', { related_entities: [supplier] });
    const data = { classification: 'critical' };
    const { status } = await withoutItsTransition(mesh, by, id, () => transition(by, id, 'waiting', { data }));
    expect(status).to.equal(200);
    await hear(checked(by, supplier.id));
    expect(await readState(by, id)).to.equal('later');
  });

  it('make one transition for a repeated event, also if the first attempt was interrupted after it', async () => {
    const by = await organization(waitingStates([REJECTED], { later: [{ ...REJECTED, to_state: 'closed' }] }));
    const { id, supplierId } = await openWaiting(by);
    const event = checked(by, supplierId);
    await hear(event);
    expect(await readState(by, id)).to.equal('later');
    await inbox().deleteOne({ _id: new RegExp(`workflow.reactions/${event.id}$`) });
    await hear(event);
    expect(await readState(by, id)).to.equal('later');
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('closed');
  });

  it('are skipped where the transition is refused, and do not block later events', async () => {
    const rules = [{ to_state: 'later', requires_fields: ['root_cause.category'] }];
    const by = await organization(waitingStates([REJECTED], { rules }));
    const { id, supplierId } = await openWaiting(by);
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('waiting');
    await by.quality.patch(`/v1/quality-events/${id}`, { root_cause: { category: 'method' } });
    await hear(checked(by, supplierId));
    expect(await readState(by, id)).to.equal('later');
  });

  it('are skipped where workflow and record are not at the same transition, and do not block later events', async () => {
    const by = await organization(waitingStates([REJECTED]));
    const supplier = await openSupplier(by);
    const { id } = await openQualityEvent(by, 'complaint', { related_entities: [supplier] });
    const data = { classification: 'critical' };
    expect((await transition(by, id, 'waiting', { data })).status).to.equal(200);
    const instances = mesh.database.collection('workflow_instance');
    const { modifiedCount } = await instances.updateOne({ record_id: id }, { $set: { last_transition_id: null } });
    expect(modifiedCount).to.equal(1);
    const other = await openWaiting(by);
    await hear(checked(by, supplier.id));
    await hear(checked(by, other.supplierId));
    expect(await readState(by, id)).to.equal('waiting');
    expect(await readState(by, other.id)).to.equal('later');
  });

  it('wait for the owner of the record while it is away', async () => {
    const by = await organization(waitingStates([{ ...REJECTED, when: { 'record.classification': 'major' } }]));
    const { id, supplierId } = await openWaiting(by, { classification: 'major' });
    mesh.wires.toQuality.cut();
    const event = checked(by, supplierId);
    await mesh.publish(event);
    const other = checked(by, null);
    await hear(other);
    expect(await inbox().findOne({ _id: new RegExp(`workflow.reactions/${event.id}$`) })).to.equal(null);
    mesh.wires.toQuality.restore();
    await whenTaken(event.id);
    expect(await readState(by, id)).to.equal('later');
  });

  it('change every one of many records that wait for the same event', async () => {
    const by = await organization(waitingStates([REJECTED]));
    const supplier = await openSupplier(by);
    const opened = await Promise.all(
      Array.from({ length: 12 }, () => openQualityEvent(by, 'complaint', { related_entities: [supplier] })),
    );
    await Promise.all(opened.map(({ id }) => transition(by, id, 'waiting')));
    await hear(checked(by, supplier.id));
    const reached = await Promise.all(opened.map(({ id }) => readState(by, id)));
    expect(reached).to.deep.equal(Array(12).fill('later'));
  });

  it('include a qualification at /v1/entities, with the status before and after, and of no other change', async () => {
    const event = 'supplier.qualification_changed';
    const when = { status: 'evaluation', previous_status: 'new' };
    const by = await organization(
      waitingStates([
        { event, when, to_state: 'later' },
        { event, to_state: 'closed' },
      ]),
    );
    const { id, supplierId } = await openWaiting(by);
    const path = `/v1/entities/${supplierId}`;
    await by.entity.patch(path, { attributes: { country: 'DE' } });
    await mesh.tap.next('the change is told of', ({ subject, data }) =>
      Boolean(subject === supplierId && data.audit.action === 'update'),
    );
    // A change that no state can wait for leaves no mark. Were it heard, it would have closed the complaint before this one comes.
    await by.entity.patch(path, { attributes: { qualification_status: 'evaluation' } });
    const reached = await eventually('the complaint moved', async () => {
      const state = await readState(by, id);
      return state !== 'waiting' && state;
    });
    expect(reached).to.equal('later');
  });

  it('reach an entity by its relations at that moment', async () => {
    const by = await organization(waitingStates([REJECTED]), 'component');
    const path = '/v1/entities';
    const { id } = (await by.entity.post(path, { type: 'component', name: 'Film' })).body.data as { id: string };
    expect((await transition(by, id, 'waiting')).status).to.equal(200);
    const [former, present] = [await openSupplier(by), await openSupplier(by)];
    const relate = async (target_id: string): Promise<string> => {
      const { status, body } = await by.entity.post(`${path}/${id}/relationships`, { type: 'supplied_by', target_id });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body.data.id;
    };
    const whenWatched = (...watched_ids: string[]) =>
      eventually('the instance follows', () =>
        mesh.database.collection('workflow_instance').findOne({ record_id: id, watched_ids }, AS_SERVICES_READ),
      );
    const relationship = await relate(former.id);
    await whenWatched(id, former.id);
    await by.entity.delete(`${path}/${id}/relationships/${relationship}`);
    await relate(present.id);
    await whenWatched(id, present.id);
    await hear(checked(by, former.id));
    expect(await readState(by, id)).to.equal('waiting');
    await hear(checked(by, present.id));
    expect(await readState(by, id)).to.equal('later');
  });

  it('include quality events: the changes, from which value to which', async () => {
    const when = { 'changes.priority': 'critical', 'former.priority': 'medium' };
    const by = await organization(waitingStates([{ event: 'quality_event.updated', when, to_state: 'later' }]));
    const { id } = await openWaiting(by);
    for (const priority of ['high', 'critical']) {
      await by.quality.patch(`/v1/quality-events/${id}`, { priority });
      const reported = await mesh.tap.next('the change is told of', ({ subject, data }) =>
        Boolean(subject === id && data.audit.changes.priority?.to === priority),
      );
      await whenTaken(reported.id);
    }
    expect(await readState(by, id)).to.equal('waiting');
    const second = await openWaiting(by);
    await by.quality.patch(`/v1/quality-events/${second.id}`, { priority: 'critical' });
    await eventually('the complaint moved', async () => (await readState(by, second.id)) === 'later');
  });

  it('end where they would answer each other for ever', async () => {
    const back = (to_state: string) => [{ event: 'quality_event.updated', to_state }];
    const by = await organization([
      { id: 'draft', name: 'Draft', type: 'initial', allowed_transitions: ['submitted'] },
      {
        ...{ id: 'submitted', name: 'S', type: 'intermediate' },
        allowed_transitions: ['draft_again', 'implementation'],
      },
      { ...{ id: 'draft_again', name: 'D', type: 'intermediate' }, allowed_transitions: ['closed'] },
      {
        ...{ id: 'implementation', name: 'I', type: 'intermediate' },
        ...{ allowed_transitions: ['verification'], on: back('verification') },
      },
      {
        ...{ id: 'verification', name: 'V', type: 'intermediate' },
        ...{ allowed_transitions: ['implementation', 'closed'], on: back('implementation') },
      },
      { id: 'closed', name: 'Closed', type: 'final' },
    ]);
    const { id } = await openQualityEvent(by, 'complaint');
    await transition(by, id, 'submitted');
    await transition(by, id, 'implementation');
    const last = await mesh.tap.next('the last one of the chain', ({ subject, type, data }) =>
      Boolean(subject === id && type.startsWith('quality') && data.audit.metadata.details?.chain === CHAIN_LIMIT),
    );
    await whenTaken(last.id);
    const { history } = await readInstance(by, id);
    expect(history).to.have.length(2 + CHAIN_LIMIT);
  });
});
