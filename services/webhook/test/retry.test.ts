import { newId } from '@qsc/contracts';
import { type EventTap, eventually, type Mailbox, startMailbox, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { accepted, answers, type Receiver, silent, startReceiver, verify } from './receiver.ts';
import { makeEntityEvent, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DELAYS = [5, 300, 7_200];

type Api = ReturnType<WebhookMesh['client']>;

describe('deliveries that fail', () => {
  let mesh: WebhookMesh;
  let receiver: Receiver;
  let tap: EventTap;
  let mailbox: Mailbox;
  let now = new Date();

  before(async () => {
    mailbox = await startMailbox();
    const config = {
      WEBHOOK_RETRY_SCHEDULE_SECONDS: DELAYS,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Quality <quality@example.com>',
    };
    mesh = await startWebhookMesh({ clock: () => now, random: () => 0.5, timeoutMs: HOUR_MS, config });
    tap = await tapEvents(mesh.amqpUrl);
  });
  beforeEach(async () => {
    now = new Date();
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());
  after(async () => {
    await mesh.stop();
    await tap.close();
    await mailbox.stop();
  });

  const register = async (api = mesh.client()) => {
    const filters = { entity_types: ['supplier'] };
    const { body } = await api.post('/webhooks', { url: receiver.url, events: ['audit.create'], filters });
    return { api, id: body.data.id as string, path: `/webhooks/${body.data.id}` };
  };

  /** The only delivery, once it was tried so often. */
  const tried = ({ api, path }: { api: Api; path: string }, attempts: number) =>
    eventually(`${attempts} attempts`, async () => {
      const [row] = (await api.get(`${path}/deliveries`)).body.data;
      return row?.attempts === attempts && row;
    });

  const waited = (row: { last_attempt_at: string; next_attempt_at: string; duration_ms: number }): number =>
    Date.parse(row.next_attempt_at) - Date.parse(row.last_attempt_at) - row.duration_ms;

  it('are retried after the delays of the schedule, always with the same id', async () => {
    receiver.answer(answers(500, {}, 'no luck'));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    for (const [index, delay] of DELAYS.entries()) {
      const row = await tried(webhook, index + 1);
      expect(row).to.include({ status: 'pending', response_status: 500, response_body: 'no luck' });
      expect(waited(row)).to.equal(delay * SECOND_MS);
      now = new Date(Date.parse(row.next_attempt_at));
    }
    receiver.answer(accepted);
    const row = await tried(webhook, DELAYS.length + 1);
    expect(row).to.include({ status: 'succeeded', response_status: 204, next_attempt_at: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times)
      .to.deep.equal(times.toSorted((one, other) => one - other))
      .and.satisfy(() => new Set(times).size > 1);
  });

  it('wait for the Retry-After of the receiver', async () => {
    receiver.answer(answers(429, { 'retry-after': '120' }));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    expect(waited(await tried(webhook, 1))).to.equal(120 * SECOND_MS);
  });

  it('count a redirect as a failure and do not follow it', async () => {
    const other = await startReceiver();
    receiver.answer(answers(302, { location: other.url }));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    expect(await tried(webhook, 1)).to.include({ status: 'pending', response_status: 302 });
    expect(other.received).to.have.length(0);
    await other.stop();
  });

  it('have the error timeout where the receiver does not answer', async () => {
    const quick = await startWebhookMesh({ clock: () => now, timeoutMs: 50 });
    try {
      receiver.answer(silent);
      const webhook = await register(quick.client());
      await quick.publish(makeEntityEvent(webhook.api.orgId));
      expect(await tried(webhook, 1)).to.include({ status: 'pending', response_status: null, error: 'timeout' });
    } finally {
      await quick.stop();
    }
  });

  it('have the error connection where the receiver is not reachable', async () => {
    const { api, path } = await register();
    await api.patch(path, { url: 'http://127.0.0.1:9/' });
    await mesh.publish(makeEntityEvent(api.orgId));
    expect(await tried({ api, path }, 1)).to.include({ status: 'pending', error: 'connection' });
  });

  it('store the first 8 KiB of an answer', async () => {
    receiver.answer(answers(400, {}, 'x'.repeat(20_000)));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    expect((await tried(webhook, 1)).response_body).to.equal('x'.repeat(8_192));
  });

  const disabledAs = ({ api, path }: { api: Api; path: string }, reason: string) =>
    eventually(`disabled as ${reason}`, async () => {
      const { data } = (await api.get(path)).body;
      return data.status === 'disabled' && data.disabled_reason === reason && data;
    });

  it('disable the webhook at once where the receiver is gone, and the administrators are notified', async () => {
    const { api, id, path } = await register();
    const admin = { id: `usr_${id}`, orgId: api.orgId, name: 'Admin', role: 'system_admin' as const };
    mesh.identity.setUser(admin);
    receiver.answer(answers(410));
    await mesh.publish(makeEntityEvent(api.orgId), makeEntityEvent(api.orgId));
    const webhook = await disabledAs({ api, path }, 'gone');
    expect(webhook).to.include({ version: 2, disabled_at: now.toISOString() });
    const event = await tap.next('it was disabled', ({ type, subject }) => {
      return type === 'webhook.webhook.disabled.v1' && subject === id;
    });
    expect(event.data.audit).to.include({ action: 'update', entity_type: 'webhook', entity_id: id });
    expect(event.data.audit.user).to.include({ id: 'system' });
    const { delivery_id, ...details } = event.data.audit.metadata.details ?? {};
    expect(details).to.deep.equal({ operation: 'disable', reason: 'gone' });
    await eventually('the delivery that it was disabled for has failed', async () => {
      return (await api.get(`${path}/deliveries/${delivery_id}`)).body.data?.status === 'failed';
    });
    const { mail } = await eventually('the e-mail', () =>
      mailbox.mails.find(({ to }) => to.includes(`${admin.id}@example.test`)),
    );
    expect(mail.text).to.include(receiver.url).and.include('410');
    await eventually('nothing waits any more', async () => {
      return (await api.get(`${path}/deliveries?status=pending`)).body.meta.total === 0;
    });
  });

  it('bring the administrators a notice of an approval that nobody can decide', async () => {
    const { api } = await register();
    const admin = { id: newId('user'), orgId: api.orgId, name: 'Admin', role: 'system_admin' as const };
    mesh.identity.setUser(admin);
    const approval = {
      id: 'apr_1',
      record_id: 'qe_1',
      record_type: 'deviation',
      title: 'Seal worn',
      state: 'approval',
    };
    const record = {
      ...approval,
      status: 'pending',
      approver_roles: ['quality_manager'],
      requested_by: 'u',
      due_date: null,
    };
    const event = makeEntityEvent(api.orgId, { type: 'workflow.approval.blocked.v1', record });
    await mesh.publish({ ...event, subject: 'qe_1', data: { ...event.data, audit: null } } as never);
    const { mail } = await eventually('the e-mail', () =>
      mailbox.mails.find(({ to }) => to.includes(`${admin.id}@example.test`)),
    );
    expect(mail.text).to.include('qe_1').and.include('quality_manager');
  });

  it('show the address of their latest attempt, also when the webhook has another one since', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    expect((await tried(webhook, 1)).request_url).to.equal(receiver.url);
    await webhook.api.patch(webhook.path, { url: `${receiver.url}/elsewhere` });
    expect((await tried(webhook, 1)).request_url).to.equal(receiver.url);
  });

  it('restart the schedule at another address, so that its own failures alone disable the webhook', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    for (const index of DELAYS.keys()) {
      const row = await tried(webhook, index + 1);
      if (index === DELAYS.length - 1) await webhook.api.patch(webhook.path, { url: `${receiver.url}/elsewhere` });
      now = new Date(Date.parse(row.next_attempt_at));
    }
    const row = await tried(webhook, DELAYS.length + 1);
    expect(row).to.include({ status: 'pending', request_url: `${receiver.url}/elsewhere` });
    expect(waited(row)).to.equal((DELAYS[0] ?? 0) * SECOND_MS);
    expect((await webhook.api.get(webhook.path)).body.data).to.include({ status: 'active' });
  });

  it('leave the webhook active where its former address is gone, and restart at the new one', async () => {
    const other = await startReceiver();
    const webhook = await register();
    let answerGone = (): void => {};
    receiver.answer((response) => {
      answerGone = () => void response.writeHead(410).end();
    });
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    await receiver.has(1);
    await webhook.api.patch(webhook.path, { url: other.url });
    answerGone();
    await other.has(1);
    expect(await tried(webhook, 2)).to.include({ status: 'succeeded', request_url: other.url });
    expect(other.received[0]?.headers['webhook-id']).to.equal(receiver.received[0]?.headers['webhook-id']);
    expect((await webhook.api.get(webhook.path)).body.data).to.include({ status: 'active', version: 2 });
    await other.stop();
  });

  it('leave the webhook active where it was enabled again after they started', async () => {
    const webhook = await register();
    let answerGone = (): void => {};
    receiver.answer((response) => {
      answerGone = () => void response.writeHead(410).end();
    });
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    await receiver.has(1);
    for (const status of ['disabled', 'active']) await webhook.api.patch(webhook.path, { status });
    answerGone();
    expect(await tried(webhook, 1)).to.include({ response_status: 410 });
    expect((await webhook.api.get(webhook.path)).body.data).to.include({ status: 'active', version: 3 });
  });

  it('disable the webhook when every attempt has failed, and are sent by a recovery with the same id', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    const from = now.toISOString();
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    for (const attempts of [1, 2, 3]) now = new Date(Date.parse((await tried(webhook, attempts)).next_attempt_at));
    await disabledAs(webhook, 'retries_exhausted');
    expect(await tried(webhook, 4)).to.include({ status: 'failed', next_attempt_at: null });
    await webhook.api.patch(webhook.path, { status: 'active' });
    const span = { from, until: now.toISOString() };
    expect((await webhook.api.post(`${webhook.path}/recover`, span)).body.data.count).to.equal(1);
    const row = await tried(webhook, 5);
    expect([row.status, waited(row)]).to.deep.equal(['pending', 5 * SECOND_MS]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
  });

  it('open the breaker also when the queue is released between the failures', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    const queues = mesh.database.collection<{ _id: string; holder: string | null; open_until: Date; tally: object[] }>(
      'endpoint_queue',
    );
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    const { tally } = await eventually('the queue is released', async () => {
      const row = await queues.findOne({ _id: webhook.id, holder: null });
      return row && row.tally.length > 0 && row;
    });
    const [bucket] = tally;
    expect(bucket).to.include({ attempts: 1, failures: 1 });
    await queues.updateOne({ _id: webhook.id }, { $set: { tally: [{ ...bucket, attempts: 9, failures: 9 }] } });
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    await eventually('the breaker is open', async () => {
      const row = await queues.findOne({ _id: webhook.id });
      return row && row.open_until > now;
    });
    expect(receiver.received).to.have.length(2);
  });

  it('open the breaker for 30 s when most of ten have failed; then one alone probes the receiver', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    const events = Array.from({ length: 30 }, () => makeEntityEvent(webhook.api.orgId));
    await mesh.publish(...events);
    const readQueue = () => mesh.database.collection('endpoint_queue').findOne({ _id: webhook.id as never });
    const open = await eventually('the breaker is open', async () => {
      const row = await readQueue();
      return row && row.open_until > now && row.holder === null && row;
    });
    expect(open.open_until.getTime() - now.getTime()).to.equal(30 * SECOND_MS);
    expect(receiver.received.length).to.be.within(10, 13);
    const deliveries = mesh.database.collection('delivery');
    await eventually(
      'all are there',
      async () => (await deliveries.countDocuments({ webhook_id: webhook.id })) === events.length,
    );
    const untried = await deliveries.countDocuments({ webhook_id: webhook.id, attempts: 0, status: 'pending' });
    expect(untried).to.equal(events.length - receiver.received.length);

    const before = receiver.received.length;
    now = open.open_until;
    await eventually('it is open again after one more', async () => {
      const row = await readQueue();
      return row && row.open_until > now && row.holder === null;
    });
    expect(receiver.received.length).to.equal(before + 1);

    receiver.answer(accepted);
    now = new Date(now.getTime() + 31 * SECOND_MS);
    await eventually('all have succeeded', async () => {
      const { meta } = (await webhook.api.get(`${webhook.path}/deliveries?status=succeeded`)).body;
      return meta.total === 30;
    });
  });

  it('go at once to another address, and to a webhook that is enabled again, whatever failed before', async () => {
    receiver.answer(answers(500));
    const webhook = await register();
    const queues = mesh.database.collection<{ _id: string; open_until: Date; holder: string | null }>('endpoint_queue');
    const opened = () =>
      eventually('the breaker is open', () =>
        queues.findOne({ _id: webhook.id, holder: null, open_until: { $gt: now } }),
      );
    await mesh.publish(...Array.from({ length: 30 }, () => makeEntityEvent(webhook.api.orgId)));
    await opened();
    const other = await startReceiver();
    other.answer(answers(500));
    await webhook.api.patch(webhook.path, { url: other.url });
    await other.has(10);
    await opened();
    other.answer(accepted);
    const before = other.received.length;
    for (const status of ['disabled', 'active']) await webhook.api.patch(webhook.path, { status });
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    await other.has(before + 1);
    await other.stop();
  });

  it('fail by the schedule where the secret does not open, and are sent with a new one', async () => {
    const webhook = await register();
    const sealed = { $set: { 'secrets.0.sealed': 'v2.of-another-key.AAAA' } };
    await mesh.database.collection('webhook').updateOne({ _id: webhook.id as never }, sealed);
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    const row = await tried(webhook, 1);
    expect(row).to.include({ status: 'pending', error: 'secret', response_status: null, duration_ms: 0 });
    expect(waited(row)).to.equal(5 * SECOND_MS);
    expect(receiver.received).to.have.length(0);
    const { body } = await webhook.api.post(`${webhook.path}/rotate-secret`);
    await eventually('the queue is released, and its cached webhook dropped', () =>
      mesh.database.collection('endpoint_queue').findOne({ _id: webhook.id as never, holder: null }),
    );
    now = new Date(Date.parse(row.next_attempt_at));
    const [received] = await receiver.has(1);
    verify(body.data.secret, received);
  });

  it('are signed with the new secret alone a day after a rotation', async () => {
    const webhook = await register();
    await webhook.api.post(`${webhook.path}/rotate-secret`);
    now = new Date(now.getTime() + 24 * HOUR_MS + 1);
    await mesh.publish(makeEntityEvent(webhook.api.orgId));
    const [received] = await receiver.has(1);
    expect(String(received?.headers['webhook-signature']).split(' ')).to.have.length(1);
  });
});
