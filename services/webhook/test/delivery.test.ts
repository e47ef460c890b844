import { newId } from '@qsc/contracts';
import { integrationEvents } from '@qsc/contracts/events';
import { type EventTap, eventually, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { accepted, answers, type Receiver, startReceiver, verify } from './receiver.ts';
import { makeEntityEvent, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

describe('deliveries', () => {
  let mesh: WebhookMesh;
  let receiver: Receiver;
  let tap: EventTap;

  before(async () => {
    mesh = await startWebhookMesh();
    tap = await tapEvents(mesh.amqpUrl);
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  /** The audit entry of an action on deliveries. */
  const nextEntry = async (webhookId: string, operation: string) => {
    const event = await tap.next(`${operation} of ${webhookId}`, ({ data: { audit } }) => {
      return audit?.entity_id === webhookId && audit.metadata.details?.operation === operation;
    });
    return event.data.audit;
  };

  const register = async (given: object = {}, api = mesh.client()) => {
    // Without the filter the receiver also gets the events of the webhook itself.
    const filters = { entity_types: ['supplier'] };
    const { body, status } = await api.post('/webhooks', {
      url: receiver.url,
      events: ['audit.create'],
      filters,
      ...given,
    });
    expect(status).to.equal(201);
    return { api, webhook: body.data, orgId: api.orgId };
  };

  it('carry an audit entry as in the specification, with a signature that another library verifies', async () => {
    const { webhook, orgId } = await register();
    const event = makeEntityEvent(orgId);
    await mesh.publish(event);
    const [received] = await receiver.has(1);
    expect(verify(webhook.secret, received)).to.deep.equal({
      event: 'audit.create',
      timestamp: event.time,
      data: {
        id: event.id.replace('evt_', 'log_'),
        action: 'create',
        entity_type: 'supplier',
        entity_id: 'ent_1',
        user: { id: 'usr_1', name: 'Ann' },
        changes: { 'attributes.risk_level': { from: 'low', to: 'high' } },
      },
    });
    expect(received?.headers['webhook-id']).to.match(/^msg_[0-9A-Z]{26}$/);
    expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', received)).to.throw();
  });

  it('are shown by the API with what was sent', async () => {
    const { api, webhook, orgId } = await register();
    await mesh.publish(makeEntityEvent(orgId));
    const [received] = await receiver.has(1);
    const path = `/webhooks/${webhook.id}/deliveries`;
    const row = await eventually('the delivery has succeeded', async () => {
      const { body } = await api.get(`${path}?status=succeeded`);
      return body.data[0];
    });
    expect(row).to.include({ event: 'audit.create', attempts: 1, response_status: 204, next_attempt_at: null });
    expect(row.message_id).to.equal(received?.headers['webhook-id']);
    const { body } = await api.get(`${path}/${row.id}`);
    expect(body.data.request_body).to.equal(received?.body);
    expect((await mesh.client().get(`${path}/${row.id}`)).status).to.equal(404);
  });

  it('are made once for an event that comes twice', async () => {
    const { api, webhook, orgId } = await register();
    const event = makeEntityEvent(orgId, { id: newId('event') });
    await mesh.publish(event, event);
    await mesh.publish(event, makeEntityEvent(orgId, { entity_id: 'ent_last' }));
    await receiver.has(2);
    await eventually('both have succeeded', async () => {
      const { body } = await api.get(`/webhooks/${webhook.id}/deliveries?status=succeeded`);
      return body.meta.total === 2;
    });
    expect(receiver.received).to.have.length(2);
  });

  it('are made only for the events, entity types and actions of the webhook', async () => {
    const filters = { entity_types: ['supplier', 'deviation'], actions: ['update'] };
    const { orgId } = await register({ filters });
    await mesh.publish(
      makeEntityEvent(orgId, { action: 'create' }),
      makeEntityEvent(orgId, { action: 'update', entity_type: 'component' }),
      makeEntityEvent(newId('organization'), { action: 'update' }),
      makeEntityEvent(orgId, { action: 'update', entity_id: 'ent_wanted' }),
    );
    await receiver.has(1);
    await mesh.publish(makeEntityEvent(orgId, { action: 'update', entity_id: 'ent_last' }));
    await receiver.has(2);
    const wanted = receiver.events('audit.create').map(({ data }) => data.entity_id);
    expect(wanted).to.deep.equal(['ent_wanted', 'ent_last']);
  });

  it('carry a signature beside its audit entry, in a message of its own', async () => {
    const { orgId } = await register({ events: ['audit.create', 'audit.signature'] });
    const signature = { required: true, signed: true, signature_id: 'sig_1', meaning: 'Approved' };
    await mesh.publish(makeEntityEvent(orgId, { action: 'approve', signature }));
    const received = await receiver.has(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).to.equal(2);
    const [signed] = receiver.events('audit.signature');
    expect(signed?.data).to.deep.equal(receiver.events('audit.create')[0]?.data);
  });

  it('omit the changes and say so where the body would exceed 64 KiB', async () => {
    const { orgId } = await register();
    const changes = { 'attributes.text': { from: null, to: 'x'.repeat(70_000) } };
    await mesh.publish(makeEntityEvent(orgId, { changes }));
    await receiver.has(1);
    expect(receiver.events('audit.create')[0]?.data)
      .to.include({ changes_omitted: true })
      .and.not.have.property('changes');
  });

  it('carry a changed qualification of a supplier, and no other change', async () => {
    const { orgId } = await register({ events: ['supplier.qualification_changed'] });
    const record = {
      id: 'ent_9',
      type: 'supplier',
      name: 'Acme',
      attributes: {},
      relationships: [],
      version: 3,
      deleted: false,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      created_by: 'usr_1',
    };
    const type = 'entity.entity.updated.v1';
    const changes = { 'attributes.qualification_status': { from: 'evaluation', to: 'qualified' } };
    await mesh.publish(makeEntityEvent(orgId, { type, record }), makeEntityEvent(orgId, { type, record, changes }));
    await receiver.has(1);
    expect(receiver.events('supplier.qualification_changed').map(({ data }) => data)).to.deep.equal([
      { id: 'ent_9', entity_type: 'supplier', status: 'qualified', previous_status: 'evaluation', version: 3 },
    ]);
    expect(receiver.received).to.have.length(1);
  });

  it('carry a failed synchronisation', async () => {
    const { orgId } = await register({ events: ['integration.sync_failed'], filters: {} });
    const record = {
      id: newId('sync'),
      connection_id: newId('connection'),
      connection_name: 'ERP',
      status: 'partial_success',
      trigger: 'interval',
      records_attempted: 3,
      records_succeeded: 2,
      records_failed: 1,
      error: null,
    };
    await mesh.publish(makeEntityEvent(orgId, { type: integrationEvents.syncFailed.type, record }));
    await receiver.has(1);
    const { trigger: _trigger, ...sent } = record;
    const [failed] = receiver.events('integration.sync_failed');
    expect(failed?.data).to.deep.equal({ ...sent, entity_type: 'integration_connection' });
  });

  it('carry the audit entry of an event with an invalid record, and the event is parked', async () => {
    const { orgId } = await register({ events: ['audit.create', 'quality_event.created'] });
    const event = makeEntityEvent(orgId, {
      type: 'quality.quality-event.created.v1',
      record: { of: 'another release' },
    });
    await mesh.publish(event);
    await receiver.has(1);
    expect(receiver.events('audit.create')[0]?.data).to.include({ id: event.id.replace('evt_', 'log_') });
    await eventually('it is parked', async () => (await mesh.parked()) === 1);
    expect(receiver.received).to.have.length(1);
  });

  it('are signed with the old and the new secret for a day after a rotation, and with two at most', async () => {
    const { api, webhook, orgId } = await register();
    const rotate = async (): Promise<string> =>
      (await api.post(`/webhooks/${webhook.id}/rotate-secret`)).body.data.secret;
    const [second, third] = [await rotate(), await rotate()];
    await mesh.publish(makeEntityEvent(orgId));
    const [received] = await receiver.has(1);
    expect(String(received?.headers['webhook-signature']).split(' ')).to.have.length(2);
    verify(third, received);
    verify(second, received);
    expect(() => verify(webhook.secret, received)).to.throw();
  });

  it('are signed with the new secret as soon as the rotation is answered', async () => {
    const { api, webhook } = await register();
    const path = `/webhooks/${webhook.id}`;
    await api.post(`${path}/test`);
    await receiver.has(1);
    expect((await api.post(`${path}/rotate-secret`, undefined, { headers: { 'if-match': '"7"' } })).status).to.equal(
      412,
    );
    const { body } = await api.post(`${path}/rotate-secret`);
    await api.post(`${path}/test`);
    const [, received] = await receiver.has(2);
    verify(body.data.secret, received);
    verify(webhook.secret, received);
  });

  it('are sent as a test whatever the filters, and that is audited', async () => {
    const { api, webhook } = await register({ filters: { entity_types: ['document'], actions: ['logout'] } });
    const { status, body } = await api.post(`/webhooks/${webhook.id}/test`);
    expect(status).to.equal(202);
    await receiver.has(1);
    expect(receiver.events('webhook.test')[0]?.data).to.deep.equal({ webhook_id: webhook.id });
    const shown = await api.get(`/webhooks/${webhook.id}/deliveries/${body.data.delivery_id}`);
    expect(shown.body.data).to.include({ event: 'webhook.test' });
    const entry = await nextEntry(webhook.id, 'test');
    expect(entry).to.include({ action: 'update', entity_type: 'webhook', entity_name: receiver.url });
    expect(entry.metadata.details).to.deep.equal({ operation: 'test', ...body.data });
  });

  it('are sent again with the id of their message, and that is audited', async () => {
    const { api, webhook, orgId } = await register();
    await mesh.publish(makeEntityEvent(orgId));
    await receiver.has(1);
    const path = `/webhooks/${webhook.id}/deliveries`;
    const row = await eventually(
      'it has succeeded',
      async () => (await api.get(`${path}?status=succeeded`)).body.data[0],
    );
    const { status, body } = await api.post(`${path}/${row.id}/redeliver`);
    expect([status, body.data]).to.deep.equal([202, { delivery_id: row.id }]);
    const { metadata } = await nextEntry(webhook.id, 'redeliver');
    expect(metadata.details).to.deep.equal({ operation: 'redeliver', delivery_id: row.id });
    const [first, second] = await receiver.has(2);
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
    expect((await api.post(`${path}/${newId('delivery')}/redeliver`)).status).to.equal(404);
    const again = await eventually('two attempts', async () => {
      const { data } = (await api.get(`${path}/${row.id}`)).body;
      return data.attempts === 2 && data;
    });
    expect(again.status).to.equal('succeeded');
    await api.delete(`/webhooks/${webhook.id}`);
    expect((await api.get(`${path}/${row.id}`)).status).to.equal(404);
  });

  for (const [how, answer] of [
    ['has failed', answers(503, { 'retry-after': '3600' }, '$status')],
    ['was accepted', accepted],
  ] as const)
    it(`are sent again by a redelivery during an attempt that ${how}`, async () => {
      const { api, webhook, orgId } = await register();
      let answerFirst = (): void => {};
      receiver.answer((response, received) => {
        answerFirst = () => answer(response, received);
      });
      await mesh.publish(makeEntityEvent(orgId));
      await receiver.has(1);
      const path = `/webhooks/${webhook.id}/deliveries`;
      const { id } = (await api.get(path)).body.data[0];
      expect((await api.post(`${path}/${id}/redeliver`)).status).to.equal(202);
      await eventually('the redelivery was stored', () =>
        mesh.database.collection('delivery').findOne({ _id: id, resend_task_id: { $ne: null } }),
      );
      receiver.answer(accepted);
      answerFirst();
      await receiver.has(2);
      const row = await eventually('two attempts', async () => {
        const { data } = (await api.get(`${path}/${id}`)).body;
        return data.attempts === 2 && data;
      });
      expect(row).to.include({ status: 'succeeded', response_status: 204, response_body: '', next_attempt_at: null });
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    });

  it('are stored as skipped while the webhook is disabled, and are sent by a recovery, which is audited', async () => {
    const { api, webhook, orgId } = await register();
    const path = `/webhooks/${webhook.id}`;
    const from = new Date().toISOString();
    await api.patch(path, { status: 'disabled' });
    await mesh.publish(makeEntityEvent(orgId, { entity_id: 'ent_1' }), makeEntityEvent(orgId, { entity_id: 'ent_2' }));
    await eventually('both are skipped', async () => {
      return (await api.get(`${path}/deliveries?status=skipped`)).body.meta.total === 2;
    });
    expect((await api.get(`${path}/deliveries?status=failed,skipped`)).body.meta.total).to.equal(2);
    const span = { from, until: new Date().toISOString() };
    expect((await api.post(`${path}/recover`, span)).status).to.equal(409);
    await api.patch(path, { status: 'active' });
    const { status, body } = await api.post(`${path}/recover`, span);
    expect([status, body.data]).to.deep.equal([202, { count: 2 }]);
    const { metadata } = await nextEntry(webhook.id, 'recover');
    expect(metadata.details).to.deep.equal({ operation: 'recover', ...span, deliveries: 2 });
    await receiver.has(2);
    const sent = receiver.events('audit.create').map(({ data }) => data.entity_id);
    expect(sent.toSorted()).to.deep.equal(['ent_1', 'ent_2']);
  });

  it('are recovered by days too, and an invalid moment is refused', async () => {
    const { api, webhook } = await register();
    const recover = (span: object) => api.post(`/webhooks/${webhook.id}/recover`, span);
    expect((await recover({ from: '2026-03-01', until: '2026-03-01' })).body.data).to.deep.equal({ count: 0 });
    const { fields } = (await recover({ from: 'yesterday', until: '2026-03-01' })).body.error.details;
    expect(fields.map(({ field }: { field: string }) => field)).to.deep.equal(['from']);
  });

  it('are deleted by the database after 90 days, with their messages', async () => {
    for (const name of ['delivery', 'message']) {
      const indexes = await mesh.database.collection(name).indexes();
      const [expiry] = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
      expect(expiry).to.deep.include({ key: { created_at: 1 }, expireAfterSeconds: 90 * 86_400 });
    }
  });
});
