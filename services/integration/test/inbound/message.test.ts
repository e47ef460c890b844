import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { connectVault } from '../vault-simulator/connected-vault.ts';
import type { VaultSimulator } from '../vault-simulator/vault-simulator.ts';
import { certificateCalls, EVENT, type InboundMesh, MINUTE_MS, startInboundMesh } from './inbound-mesh.ts';

describe('messages of a Vault', () => {
  let around: InboundMesh;

  before(async () => {
    around = await startInboundMesh();
  });
  afterEach(() => around.reset());
  after(() => around.stop());

  it('are stored with their ids, for the connection of that vault', async () => {
    const { vault, id, orgId } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1', 'V2', 'V1'] });
    const { status, body } = await around.send(message);
    expect(status).to.equal(202);
    expect(body.data?.accepted).to.equal(true);
    expect(body.data?.event_id).to.match(/^evt_[0-9a-f]{32}$/);
    const [notice, ...others] = await around.readNotices(id);
    expect(others).to.deep.equal([]);
    expect(notice).to.include({
      org_id: orgId,
      event: EVENT,
      object: 'deviation__v',
      message_id: message.messageId,
    });
    expect(notice?.external_ids).to.deep.equal(['V1', 'V2']);
  });

  it('are taken although the credential of another organisation does not open, whose own are to be sent again', async () => {
    const other = await around.connected();
    const credentials = around.mesh.database.collection<{ _id: string; sealed: string }>('credential');
    const { sealed = '' } = (await credentials.findOne({ _id: other.id })) ?? {};
    const byFormerKey = sealed.replace(/^v2\.[^.]+/, 'v2.AAAAAAAAAAAA');
    await credentials.updateOne({ _id: other.id }, { $set: { sealed: byFormerKey } });
    const { vault, id } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    expect((await around.send(message)).status).to.equal(202);
    expect(await around.readNotices(id)).to.have.length(1);
    const unknown = other.vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    expect((await around.send(unknown)).status).to.equal(503);
    expect((await other.api.post(`/integrations/connections/${other.id}/authorize`)).status).to.equal(200);
    // A name that was not known is looked for again a little later.
    around.time.now = new Date(Date.now() + MINUTE_MS / 2);
    expect((await around.send(unknown)).status).to.equal(202);
  });

  it('need no credential, and one that is sent counts for nothing', async () => {
    const { vault } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    expect(
      (await around.send({ ...message, headers: { ...message.headers, authorization: 'Bearer nonsense' } })).status,
    ).to.equal(202);
  });

  it('that come twice have the same event_id and are stored once, also when they were signed again', async () => {
    const { vault, id } = await around.connected();
    const content = { event: EVENT, items: ['V1'], messageId: 'bb28d4ca' };
    const first = await around.send(vault.spark.message(around.address, content));
    const again = await around.send(vault.spark.message(around.address, content));
    expect(again).to.deep.equal(first);
    expect(await around.readNotices(id)).to.have.length(1);
  });

  it('that come to two replicas at the same time are stored once', async () => {
    const { vault, id } = await around.connected();
    const other = await around.mesh.startAnother();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    const ports = [around.mesh.service.httpPort, other.httpPort];
    const answers = await Promise.all([...ports, ...ports].map((port) => around.send(message, { port })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.event_id}`)).size).to.equal(1);
    expect(await around.readNotices(id)).to.have.length(1);
  });

  it('may come out of order: each is stored', async () => {
    const { vault, id } = await around.connected();
    const make = (ago: number, item: string) =>
      vault.spark.message(around.address, { event: EVENT, items: [item], at: new Date(Date.now() - ago) });
    for (const message of [make(0, 'V2'), make(2 * MINUTE_MS, 'V1')])
      expect((await around.send(message)).status).to.equal(202);
    expect(await around.readNotices(id)).to.have.length(2);
  });

  it('are taken where the clock of the Vault is up to a minute ahead or behind, for all of the time that they are signed for', async () => {
    const { vault } = await around.connected();
    const now = new Date();
    around.time.now = now;
    const signedAt = (seconds: number) =>
      vault.spark.message(around.address, {
        event: EVENT,
        items: ['V1'],
        at: new Date(now.getTime() + seconds * 1_000),
      });
    // It is signed for the time from a minute before until five minutes after.
    for (const seconds of [119, -359]) expect((await around.send(signedAt(seconds))).status).to.equal(202);
    for (const seconds of [121, -361]) expect((await around.send(signedAt(seconds))).status).to.equal(401);
  });

  it('reach every connection to that vault', async () => {
    const { vault, id } = await around.connected();
    const other = await connectVault(around.mesh, vault);
    await eventually('the second connection is known', async () => {
      await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] }));
      return (await around.readNotices(other.id)).length > 0;
    });
    expect(await around.readNotices(id)).not.to.be.empty;
  });

  it('fetch the certificate of the Vault once, and again after a day', async () => {
    const { vault } = await around.connected();
    const make = () => vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    for (let count = 0; count < 4; count += 1) expect((await around.send(make())).status).to.equal(202);
    expect(certificateCalls(vault)).to.equal(1);
    around.time.now = new Date(Date.now() + 25 * 60 * MINUTE_MS);
    expect((await around.send(make())).status).to.equal(202);
    expect(certificateCalls(vault)).to.equal(2);
  });

  it('are sent again by the Vault where its certificate could not be read', async () => {
    const { vault, id } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    vault.faults.badGateways = 10;
    expect((await around.send(message)).status).to.equal(503);
    expect(await around.readNotices(id)).to.deep.equal([]);
    vault.faults.badGateways = 0;
    expect((await around.send(message)).status).to.equal(202);
  });

  it('are verified by a new session where the old one has ended', async () => {
    const { vault } = await around.connected();
    vault.sessions.expireAll();
    expect((await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] }))).status).to.equal(
      202,
    );
  });

  it('go to the address of the connection where it has one of its own', async () => {
    const endpoint = 'https://edge.acme.test/hooks/vault?from=quality';
    const { vault } = await around.connected({ realtime: { endpoint } });
    const content = { event: EVENT, items: ['V1'] };
    expect((await around.send(vault.spark.message(endpoint, content))).status).to.equal(202);
    expect((await around.send(vault.spark.message(around.address, content))).status).to.equal(401);
  });

  describe('that nobody acts on', () => {
    const untaken = async (
      content: Parameters<VaultSimulator['spark']['message']>[1],
      options?: Parameters<typeof connectVault>[2],
    ) => {
      const { vault, id } = await around.connected(options);
      const { status, body } = await around.send(vault.spark.message(around.address, content));
      expect(status).to.equal(202);
      expect(body.data?.accepted).to.equal(false);
      expect(await around.readNotices(id)).to.deep.equal([]);
    };

    it('are taken and forgotten: an unknown event', () => untaken({ event: 'queue.drained', items: ['V1'] }));
    it('are taken and forgotten: an event without ids', () => untaken({ event: EVENT }));
    it('are taken and forgotten: an object that no mapping has', () =>
      untaken({ event: EVENT, object: 'x__c', items: ['V1'] }));
    it('are taken and forgotten: a change of state that names no object', () =>
      untaken({ event: 'lifecycle.state_change', items: ['V1'] }));
    it('are taken and forgotten: an event that was not subscribed to', () =>
      untaken({ event: EVENT, items: ['V1'] }, { realtime: { subscribed_events: ['document.created'] } }));
    it('are taken and forgotten: while notices are switched off', () =>
      untaken({ event: EVENT, items: ['V1'] }, { realtime: { enabled: false } }));
  });

  for (const [event, object, given] of [
    ['document.created', 'documents', undefined],
    ['document.updated', 'documents', undefined],
    ['object.deviation.updated', 'deviation__v', undefined],
    ['lifecycle.state_change', 'documents', 'documents'],
  ] as const)
    it(`are acted on for the event ${event}`, async () => {
      const { vault, id } = await around.connected();
      const content = { event, items: [17], ...(given ? { object: given } : {}) };
      expect((await around.send(vault.spark.message(around.address, content))).body.data?.accepted).to.equal(true);
      const [notice] = await around.readNotices(id);
      expect(notice).to.deep.include({ event, object, external_ids: ['17'] });
    });

  it('are JSON of a bounded size, for a system that sends some', async () => {
    const { vault } = await around.connected();
    const { headers, body } = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    const entries = Object.entries(headers);
    const others = entries.filter(([name]) => name !== 'Content-Type');
    expect((await around.sendRaw([...others, ['Content-Type', 'text/plain']], body)).status).to.equal(415);
    expect((await around.sendRaw(entries, Buffer.alloc(300 * 1024, 32))).status).to.equal(413);
    expect((await around.sendRaw(entries, 'no JSON')).status).to.equal(401);
    expect((await around.sendRaw(entries, '')).status).to.equal(401);
    for (const path of ['/v1/integrations/webhooks/tryton', '/v1/integrations/webhooks/nobody'])
      expect((await around.sendRaw(entries, body, { path })).status).to.equal(404);
  });
});
