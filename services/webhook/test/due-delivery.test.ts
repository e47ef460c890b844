import { openCollection } from '@qsc/service-kit';
import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { deliveryDefinition } from '../src/delivery/delivery.store.ts';
import { makeDueDeliveryStore } from '../src/sending/due-delivery.store.ts';
import { makeEntityEvent, startWebhookMesh } from './webhook-mesh.ts';

describe('what waits for a webhook that is disabled', () => {
  const mesh = startBeforeTests(() => startWebhookMesh());

  /** A webhook that is enabled again at version 3, whose endpoint queue nobody works on, and the one delivery that it recovers. */
  const recovered = async () => {
    const api = mesh.client();
    const filters = { entity_types: ['supplier'] };
    const { body } = await api.post('/webhooks', { url: 'http://127.0.0.1:9/', events: ['audit.create'], filters });
    const { id } = body.data;
    const path = `/webhooks/${id}`;
    await mesh.database
      .collection('endpoint_queue')
      .updateOne({ _id: id }, { $set: { lease_until: new Date(8.64e15) } });
    const countDeliveries = async (status: string): Promise<number> =>
      (await api.get(`${path}/deliveries?status=${status}`)).body.meta.total;
    const from = new Date().toISOString();
    await api.patch(path, { status: 'disabled' });
    await mesh.publish(makeEntityEvent(api.orgId));
    await eventually('it is skipped', async () => (await countDeliveries('skipped')) === 1);
    expect((await api.patch(path, { status: 'active' })).body.data.version).to.equal(3);
    await api.post(`${path}/recover`, { from, until: new Date().toISOString() });
    await eventually('it waits', async () => (await countDeliveries('pending')) === 1);
    return { target: { webhookId: id, orgId: api.orgId }, countDeliveries };
  };

  it('is not skipped when it was recovered since the webhook was read', async () => {
    const { target, countDeliveries } = await recovered();
    const store = makeDueDeliveryStore(openCollection(mesh.connection, deliveryDefinition));
    await store.skipAll(target, 2);
    expect([await countDeliveries('pending'), await countDeliveries('skipped')]).to.deep.equal([1, 0]);
    await store.skipAll(target, 4);
    expect([await countDeliveries('pending'), await countDeliveries('skipped')]).to.deep.equal([0, 1]);
  });
});
