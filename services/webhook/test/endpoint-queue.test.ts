import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { accepted, answers, type Receiver, silent, startReceiver } from './receiver.ts';
import { makeEntityEvent, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const HOUR_MS = 3_600_000;
const AN_HOUR_ON = new Date(Date.now() + HOUR_MS);

describe('deliveries with several replicas and receivers', () => {
  let mesh: WebhookMesh;
  let receivers: Receiver[] = [];

  before(async () => {
    mesh = await startWebhookMesh({ timeoutMs: HOUR_MS });
    await mesh.startAnother();
  });
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    receivers = [];
  });
  after(() => mesh.stop());

  const aReceiver = async (): Promise<Receiver> => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    return receiver;
  };

  const register = async (url: string, api = mesh.client()) => {
    const filters = { entity_types: ['supplier'] };
    const { body } = await api.post('/webhooks', { url, events: ['audit.create'], filters });
    return { api, orgId: api.orgId, id: body.data.id as string, path: `/webhooks/${body.data.id}` };
  };

  const makeEvents = (orgId: string, count: number) =>
    Array.from({ length: count }, (_, index) => makeEntityEvent(orgId, { entity_id: `ent_${index}` }));

  const countDeliveries = async (
    { api, path }: Awaited<ReturnType<typeof register>>,
    status: string,
  ): Promise<number> => (await api.get(`${path}/deliveries?status=${status}`)).body.meta.total;

  it('send at most four requests to one receiver at a time, over all replicas', async () => {
    const receiver = await aReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer((response) => void waiting.push(() => void response.writeHead(204).end()));
    const webhook = await register(receiver.url);
    await mesh.publish(...makeEvents(webhook.orgId, 12));
    for (let answered = 0; answered < 12; answered += 1) {
      await receiver.has(Math.min(answered + 2, 12));
      waiting.shift()?.();
    }
    await eventually('all have succeeded', async () => (await countDeliveries(webhook, 'succeeded')) === 12);
    expect(receiver.mostOpen()).to.be.within(2, 4);
    expect(receiver.received).to.have.length(12);
  });

  it('reach a receiver while others do not answer', async () => {
    const orgId = newId('organization');
    const [fast, ...dead] = await Promise.all(Array.from({ length: 10 }, aReceiver));
    for (const receiver of dead) receiver.answer(silent);
    const api = mesh.client({ orgId });
    await Promise.all([fast, ...dead].map((receiver) => register((receiver as Receiver).url, api)));
    await mesh.publish(...makeEvents(orgId, 20));
    await Promise.all(dead.map((receiver) => receiver.has(2)));
    await fast?.has(20);
    for (const receiver of dead) expect(receiver.received).to.have.length(2);
  });

  it('are taken over, with their queue, from a replica that died', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    const queues = mesh.database.collection<{ _id: string; lease_until: Date; holder: string | null; token: number }>(
      'endpoint_queue',
    );
    const another = { holder: 'a replica that died', lease_until: AN_HOUR_ON, token: 7 };
    await queues.updateOne({ _id: webhook.id }, { $set: another });
    await mesh.publish(...makeEvents(webhook.orgId, 3));
    await eventually('they wait', async () => (await countDeliveries(webhook, 'pending')) === 3);
    expect(receiver.received).to.have.length(0);
    await queues.updateOne({ _id: webhook.id }, { $set: { lease_until: new Date() } });
    await eventually('all have succeeded', async () => (await countDeliveries(webhook, 'succeeded')) === 3);
    expect((await queues.findOne({ _id: webhook.id }))?.token).to.be.at.least(8);
    expect(receiver.received).to.have.length(3);
  });

  it('are taken over where the holder of the queue does not work on it', async () => {
    const [busy, other] = await Promise.all([aReceiver(), aReceiver()]);
    busy.answer(silent);
    const [holding, webhook] = await Promise.all([register(busy.url), register(other.url)]);
    await mesh.publish(...makeEvents(holding.orgId, 1));
    await busy.has(1);
    const queues = mesh.database.collection<{ _id: string; lease_until: Date; holder: string | null }>(
      'endpoint_queue',
    );
    const holder = (await queues.findOne({ _id: holding.id }))?.holder ?? null;
    expect(holder).to.be.a('string');
    await queues.updateOne({ _id: webhook.id }, { $set: { holder, lease_until: new Date(Date.now() + 3_000) } });
    await mesh.publish(...makeEvents(webhook.orgId, 1));
    await other.has(1);
  });

  it('reach a receiver while others at the same address do not answer', async () => {
    const receiver = await aReceiver();
    receiver.answer((response, { path }) =>
      path.endsWith('fast') ? accepted(response, undefined as never) : undefined,
    );
    const slow = await Promise.all(Array.from({ length: 5 }, (_, index) => register(`${receiver.url}/${index}`)));
    await mesh.publish(...slow.flatMap(({ orgId }) => makeEvents(orgId, 4)));
    await receiver.has(10);
    const fast = await register(`${receiver.url}/fast`);
    await mesh.publish(...makeEvents(fast.orgId, 1));
    await receiver.has(11);
  });

  it('are sent by another replica when one stops, and none twice that was answered', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    const third = await mesh.startAnother();
    receiver.answer((response) => void setImmediate(() => accepted(response, undefined as never)));
    await mesh.publish(...makeEvents(webhook.orgId, 100));
    await receiver.has(20);
    await third.stop();
    await eventually('all have succeeded', async () => (await countDeliveries(webhook, 'succeeded')) === 100);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(100);
    expect(receiver.received).to.have.length(100);
  });

  it('are skipped when their webhook is removed', async () => {
    const receiver = await aReceiver();
    receiver.answer(answers(500));
    const webhook = await register(receiver.url);
    await mesh.publish(...makeEvents(webhook.orgId, 3));
    const deliveries = mesh.database.collection('delivery');
    const waiting = { webhook_id: webhook.id, status: 'pending', attempts: 1 };
    await eventually('they wait for the next attempt', async () => (await deliveries.countDocuments(waiting)) === 3);
    expect((await webhook.api.delete(webhook.path)).status).to.equal(204);
    const queues = mesh.database.collection<{ _id: string }>('endpoint_queue');
    await eventually('its queue is removed', async () => (await queues.findOne({ _id: webhook.id })) === null);
    expect(await deliveries.countDocuments({ webhook_id: webhook.id, status: 'skipped' })).to.equal(3);
    expect(receiver.received).to.have.length(3);
  });

  it('are skipped when they fail after their webhook was removed', async () => {
    const receiver = await aReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer((response) => void waiting.push(() => void response.writeHead(500).end()));
    const webhook = await register(receiver.url);
    await mesh.publish(...makeEvents(webhook.orgId, 1));
    await receiver.has(1);
    await webhook.api.delete(webhook.path);
    const deliveries = mesh.database.collection('delivery');
    const of = { webhook_id: webhook.id };
    await eventually('it is given up', () => deliveries.findOne({ ...of, status: 'skipped' }));
    waiting.shift()?.();
    await eventually('its attempt is recorded', () => deliveries.findOne({ ...of, attempts: 1 }));
    const queues = mesh.database.collection<{ _id: string }>('endpoint_queue');
    await eventually('its queue is removed', async () => (await queues.findOne({ _id: webhook.id })) === null);
    expect((await deliveries.findOne(of))?.status).to.equal('skipped');
  });

  it('are skipped when their webhook is removed while the event is taken in', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    await mesh.database.collection<{ _id: string }>('endpoint_queue').deleteOne({ _id: webhook.id });
    await mesh.publish(...makeEvents(webhook.orgId, 2));
    await eventually('both are given up', async () => (await countDeliveries(webhook, 'skipped')) === 2);
    const { body } = await webhook.api.post(`${webhook.path}/test`);
    const path = `${webhook.path}/deliveries/${body.data.delivery_id}`;
    await eventually('a test is, too', async () => (await webhook.api.get(path)).body.data.status === 'skipped');
  });
});
