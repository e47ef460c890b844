import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { answers, type Receiver, silent, startReceiver, taken } from './receiver.ts';
import { eventOf, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const HOUR_MS = 3_600_000;
const AN_HOUR_ON = new Date(Date.now() + HOUR_MS);

describe('the sending over replicas and receivers', () => {
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

  const eventsOf = (orgId: string, count: number) =>
    Array.from({ length: count }, (_, index) => eventOf(orgId, { entity_id: `ent_${index}` }));

  const countOf = async ({ api, path }: Awaited<ReturnType<typeof register>>, status: string): Promise<number> =>
    (await api.get(`${path}/deliveries?status=${status}`)).body.meta.total;

  it('asks one receiver for four answers at a time at most, whoever of the replicas took the events in', async () => {
    const receiver = await aReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer((response) => void waiting.push(() => void response.writeHead(204).end()));
    const webhook = await register(receiver.url);
    await mesh.publish(...eventsOf(webhook.orgId, 12));
    for (let answered = 0; answered < 12; answered += 1) {
      await receiver.has(Math.min(answered + 4, 12));
      waiting.shift()?.();
    }
    await eventually('all have succeeded', async () => (await countOf(webhook, 'succeeded')) === 12);
    expect(receiver.mostOpen()).to.equal(4);
    expect(receiver.received).to.have.length(12);
  });

  it('lets no receiver wait for others that do not answer', async () => {
    const orgId = newId('organization');
    const [fast, ...dead] = await Promise.all(Array.from({ length: 10 }, aReceiver));
    for (const receiver of dead) receiver.answer(silent);
    const api = mesh.client({ orgId });
    await Promise.all([fast, ...dead].map((receiver) => register((receiver as Receiver).url, api)));
    await mesh.publish(...eventsOf(orgId, 20));
    await Promise.all(dead.map((receiver) => receiver.has(4)));
    await fast?.has(20);
    for (const receiver of dead) expect(receiver.received).to.have.length(4);
  });

  it('takes over the lane of a replica that is heard of no more, and what it had in hand', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    const lanes = mesh.database.collection<{ _id: string; lease_until: Date; holder: string | null; token: number }>(
      'lane',
    );
    const another = { holder: 'a replica that died', lease_until: AN_HOUR_ON, token: 7 };
    await lanes.updateOne({ _id: webhook.id }, { $set: another });
    await mesh.publish(...eventsOf(webhook.orgId, 3));
    await eventually('they wait', async () => (await countOf(webhook, 'pending')) === 3);
    expect(receiver.received).to.have.length(0);
    await lanes.updateOne({ _id: webhook.id }, { $set: { lease_until: new Date() } });
    await eventually('all have succeeded', async () => (await countOf(webhook, 'succeeded')) === 3);
    expect((await lanes.findOne({ _id: webhook.id }))?.token).to.be.at.least(8);
    expect(receiver.received).to.have.length(3);
  });

  it('takes a lane over that bears the name of a replica which does not work on it', async () => {
    const [busy, left] = await Promise.all([aReceiver(), aReceiver()]);
    busy.answer(silent);
    const [holding, webhook] = await Promise.all([register(busy.url), register(left.url)]);
    await mesh.publish(...eventsOf(holding.orgId, 1));
    await busy.has(1);
    const lanes = mesh.database.collection<{ _id: string; lease_until: Date; holder: string | null }>('lane');
    const holder = (await lanes.findOne({ _id: holding.id }))?.holder ?? null;
    expect(holder).to.be.a('string');
    await lanes.updateOne({ _id: webhook.id }, { $set: { holder, lease_until: new Date(Date.now() + 3_000) } });
    await mesh.publish(...eventsOf(webhook.orgId, 1));
    await left.has(1);
  });

  it('lets no receiver wait for others at the same address', async () => {
    const receiver = await aReceiver();
    receiver.answer((response, { path }) => (path.endsWith('fast') ? taken(response, undefined as never) : undefined));
    const slow = await Promise.all(Array.from({ length: 5 }, (_, index) => register(`${receiver.url}/${index}`)));
    await mesh.publish(...slow.flatMap(({ orgId }) => eventsOf(orgId, 4)));
    await receiver.has(20);
    const fast = await register(`${receiver.url}/fast`);
    await mesh.publish(...eventsOf(fast.orgId, 1));
    await receiver.has(21);
  });

  it('sends what waits when a replica stops in the middle, and nothing twice that was answered', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    const third = await mesh.startAnother();
    receiver.answer((response) => void setImmediate(() => taken(response, undefined as never)));
    await mesh.publish(...eventsOf(webhook.orgId, 100));
    await receiver.has(20);
    await third.stop();
    await eventually('all have succeeded', async () => (await countOf(webhook, 'succeeded')) === 100);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(100);
    expect(receiver.received).to.have.length(100);
  });

  it('gives up what waits for a webhook that was removed', async () => {
    const receiver = await aReceiver();
    receiver.answer(answers(500));
    const webhook = await register(receiver.url);
    await mesh.publish(...eventsOf(webhook.orgId, 3));
    const deliveries = mesh.database.collection('delivery');
    const waiting = { webhook_id: webhook.id, status: 'pending', attempts: 1 };
    await eventually('they wait for the next try', async () => (await deliveries.countDocuments(waiting)) === 3);
    expect((await webhook.api.delete(webhook.path)).status).to.equal(204);
    const lanes = mesh.database.collection<{ _id: string }>('lane');
    await eventually('its lane is gone', async () => (await lanes.findOne({ _id: webhook.id })) === null);
    expect(await deliveries.countDocuments({ webhook_id: webhook.id, status: 'skipped' })).to.equal(3);
    expect(receiver.received).to.have.length(3);
  });

  it('gives up what fails after its webhook was removed', async () => {
    const receiver = await aReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer((response) => void waiting.push(() => void response.writeHead(500).end()));
    const webhook = await register(receiver.url);
    await mesh.publish(...eventsOf(webhook.orgId, 1));
    await receiver.has(1);
    await webhook.api.delete(webhook.path);
    const deliveries = mesh.database.collection('delivery');
    const of = { webhook_id: webhook.id };
    await eventually('it is given up', () => deliveries.findOne({ ...of, status: 'skipped' }));
    waiting.shift()?.();
    await eventually('its attempt is recorded', () => deliveries.findOne({ ...of, attempts: 1 }));
    const lanes = mesh.database.collection<{ _id: string }>('lane');
    await eventually('its lane is gone', async () => (await lanes.findOne({ _id: webhook.id })) === null);
    expect((await deliveries.findOne(of))?.status).to.equal('skipped');
  });

  it('gives up what comes when the lane is gone: its webhook was removed as the event was taken in', async () => {
    const receiver = await aReceiver();
    const webhook = await register(receiver.url);
    await mesh.database.collection<{ _id: string }>('lane').deleteOne({ _id: webhook.id });
    await mesh.publish(...eventsOf(webhook.orgId, 2));
    await eventually('both are given up', async () => (await countOf(webhook, 'skipped')) === 2);
    const { body } = await webhook.api.post(`${webhook.path}/test`);
    const path = `${webhook.path}/deliveries/${body.data.delivery_id}`;
    await eventually('a test is, too', async () => (await webhook.api.get(path)).body.data.status === 'skipped');
  });
});
