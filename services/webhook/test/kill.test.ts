import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { accepted, type Received, type Receiver, silent, startReceiver, verify } from './receiver.ts';
import { makeEntityEvent, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const EVENTS = 40;
/** Longer than a lease. */
const STEP_MS = 11_000;
/** The most unrecorded requests of a process to one receiver. */
const MAX_UNRECORDED = 8;

/** When the process is killed: how the receiver answers until then, and the awaited condition. */
type Moment = { answer: typeof accepted; isReached: (seen: { receiver: Receiver; storedCount: number }) => boolean };

const MOMENTS: Record<string, Moment> = {
  'while it takes in events': { answer: accepted, isReached: ({ storedCount }) => storedCount > 0 },
  'while requests are in flight': { answer: silent, isReached: ({ receiver }) => receiver.received.length >= 4 },
  'while it sends': { answer: accepted, isReached: ({ receiver }) => receiver.received.length > EVENTS / 2 },
};

/** The id of a message, and of its audit entry. */
const toPair = (received: Received, secret: string): string[] => {
  const { data } = verify(secret, received) as { data: { id: string } };
  return [String(received.headers['webhook-id']), data.id];
};

const distinct = (pairs: readonly string[][]): string[][] => [
  ...new Map(pairs.map((pair) => [pair.join(), pair])).values(),
];

type Registered = { receiver: Receiver; orgId: string; id: string; secret: string };

describe('the webhook service, killed by SIGKILL', () => {
  const webhooks = new Map<string, Registered>();
  const running = new Set<ChildProcess>();
  let mesh: WebhookMesh;
  let aheadMs = 0;

  before(async () => {
    mesh = await startWebhookMesh();
    for (const moment of Object.keys(MOMENTS)) {
      const receiver = await startReceiver();
      const api = mesh.client();
      const filters = { entity_types: ['supplier'] };
      const { body } = await api.post('/webhooks', { url: receiver.url, events: ['audit.create'], filters });
      webhooks.set(moment, { receiver, orgId: api.orgId, id: body.data.id, secret: body.data.secret });
    }
    await mesh.service.stop();
  });
  afterEach(() => Promise.all([...running].map(kill)));
  after(async () => {
    await Promise.all([...webhooks.values()].map(({ receiver }) => receiver.stop()));
    await mesh.stop();
  });

  const start = async (): Promise<ChildProcess> => {
    aheadMs += STEP_MS;
    const setting = JSON.stringify({ config: mesh.config, queue: mesh.queue, aheadMs });
    const env = { ...process.env, WEBHOOK_SETTING: setting };
    const child = fork(join(import.meta.dirname, 'program/killed-webhook.ts'), { env, execArgv: [] });
    running.add(child);
    await once(child, 'message');
    return child;
  };

  const kill = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    running.delete(child);
  };

  for (const [moment, { answer, isReached }] of Object.entries(MOMENTS))
    it(`${moment}, loses no delivery, makes none twice, and sends each with its id`, async () => {
      const { receiver, orgId, id, secret } = webhooks.get(moment) as Registered;
      const deliveries = mesh.database.collection('delivery');
      const countDeliveries = (filter: object) => deliveries.countDocuments({ webhook_id: id, ...filter });
      receiver.answer(answer);
      const events = Array.from({ length: EVENTS }, () => makeEntityEvent(orgId));
      await mesh.publish(...events);
      const first = await start();
      await eventually('the moment', async () => isReached({ receiver, storedCount: await countDeliveries({}) }));
      await kill(first);
      receiver.answer(accepted);
      await start();
      await eventually('all have succeeded', async () => (await countDeliveries({ status: 'succeeded' })) === EVENTS);
      const rows = await deliveries.find({ webhook_id: id }).toArray();
      const pairs = distinct(receiver.received.map((one) => toPair(one, secret)));
      expect(pairs.map(([message]) => message)).to.have.members(rows.map(({ message_id }) => message_id));
      expect(pairs.map(([, entry]) => entry)).to.have.members(events.map((event) => event.id.replace('evt_', 'log_')));
      expect(receiver.received.length).to.be.within(EVENTS, EVENTS + MAX_UNRECORDED);
    });
});
