import { request as httpRequest } from 'node:http';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { connectVault } from './vault-simulator/connected-vault.ts';
import { keyPair, type SparkMessage, signed } from './vault-simulator/spark-sender.ts';
import { type SimulatorOptions, startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

const MINUTE_MS = 60_000;
const EVENT = 'object.deviation.created';

type Answer = { status: number; body: { data?: { accepted: boolean; event_id: string }; error?: { code: string } } };

describe('messages of a Vault', () => {
  let mesh: IntegrationMesh;
  let address: string;
  let now: Date | null = null;
  const vaults: VaultSimulator[] = [];
  let lastVaultId = 1_000;

  before(async () => {
    mesh = await startIntegrationMesh({ clock: () => now ?? new Date(), delaysMs: [1] });
    address = new URL('/v1/integrations/webhooks/veeva_vault', mesh.config.BASE_URL).href;
  });

  after(() => mesh.stop());

  afterEach(async () => {
    now = null;
    for (const vault of vaults.splice(0)) await vault.stop();
  });

  /** A vault of its own, by its number and the key that it signs with. */
  const startVault = async (given: Omit<SimulatorOptions, 'clock'> = {}): Promise<VaultSimulator> => {
    lastVaultId += 10;
    const vault = await startVaultSimulator({ vaultId: lastVaultId, clock: () => now ?? new Date(), ...given });
    vaults.push(vault);
    return vault;
  };

  const connected = async (...[options]: [Parameters<typeof connectVault>[2]?]) => {
    const vault = await startVault();
    return { vault, ...(await connectVault(mesh, vault, options)) };
  };

  /** Headers as a list, so that one may come twice. */
  const sendRaw = (
    headers: readonly (readonly [string, string])[],
    body: string | Buffer,
    { port = mesh.service.httpPort, path = '/v1/integrations/webhooks/veeva_vault' } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const flat = [...headers.flat(), 'Host', `127.0.0.1:${port}`, 'Content-Length', String(Buffer.byteLength(body))];
      const sent = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers: flat }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) });
      });
      sent.on('error', reject);
      sent.end(body);
    });

  const send = (message: SparkMessage, at?: { port?: number; path?: string }) =>
    sendRaw(Object.entries(message.headers), message.body, at);

  const noticesOf = (connectionId: string) =>
    mesh.database.collection('notice').find({ connection_id: connectionId }).sort({ received_at: 1 }).toArray();

  const certificateCalls = (vault: VaultSimulator) =>
    vault.requests.filter((one) => one.includes('/certificate/')).length;

  it('are kept with the ids that they tell, for the connection of that vault', async () => {
    const { vault, id, orgId } = await connected();
    const message = vault.spark.message(address, { event: EVENT, items: ['V1', 'V2', 'V1'] });
    const { status, body } = await send(message);
    expect(status).to.equal(202);
    expect(body.data?.accepted).to.equal(true);
    expect(body.data?.event_id).to.match(/^evt_[0-9a-f]{32}$/);
    const [notice, ...others] = await noticesOf(id);
    expect(others).to.deep.equal([]);
    expect(notice).to.include({
      org_id: orgId,
      event: EVENT,
      object: 'deviation__v',
      message_id: message.messageId,
      taken_at: null,
    });
    expect(notice?.external_ids).to.deep.equal(['V1', 'V2']);
  });

  it('need no credential, and one that is sent counts for nothing', async () => {
    const { vault } = await connected();
    const message = vault.spark.message(address, { event: EVENT, items: ['V1'] });
    expect(
      (await send({ ...message, headers: { ...message.headers, authorization: 'Bearer nonsense' } })).status,
    ).to.equal(202);
  });

  it('that come twice have the same event_id and are kept once, also when they were signed anew', async () => {
    const { vault, id } = await connected();
    const content = { event: EVENT, items: ['V1'], messageId: 'bb28d4ca' };
    const first = await send(vault.spark.message(address, content));
    const again = await send(vault.spark.message(address, content));
    expect(again).to.deep.equal(first);
    expect(await noticesOf(id)).to.have.length(1);
  });

  it('that come at once to two replicas are kept once', async () => {
    const { vault, id } = await connected();
    const other = await mesh.startAnother();
    const message = vault.spark.message(address, { event: EVENT, items: ['V1'] });
    const ports = [mesh.service.httpPort, other.httpPort];
    const answers = await Promise.all([...ports, ...ports].map((port) => send(message, { port })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.event_id}`)).size).to.equal(1);
    expect(await noticesOf(id)).to.have.length(1);
  });

  it('may come out of order: each is kept', async () => {
    const { vault, id } = await connected();
    const make = (ago: number, item: string) =>
      vault.spark.message(address, { event: EVENT, items: [item], at: new Date(Date.now() - ago) });
    for (const message of [make(0, 'V2'), make(2 * MINUTE_MS, 'V1')])
      expect((await send(message)).status).to.equal(202);
    expect(await noticesOf(id)).to.have.length(2);
  });

  it('reach every connection to that vault', async () => {
    const { vault, id } = await connected();
    const other = await connectVault(mesh, vault);
    await eventually('the second connection is known', async () => {
      await send(vault.spark.message(address, { event: EVENT, items: ['V1'] }));
      return (await noticesOf(other.id)).length > 0;
    });
    expect(await noticesOf(id)).not.to.be.empty;
  }).timeout(90_000);

  it('ask for the certificate of the Vault once, and again when a day has passed', async () => {
    const { vault } = await connected();
    const make = () => vault.spark.message(address, { event: EVENT, items: ['V1'] });
    for (let count = 0; count < 4; count += 1) expect((await send(make())).status).to.equal(202);
    expect(certificateCalls(vault)).to.equal(1);
    now = new Date(Date.now() + 25 * 60 * MINUTE_MS);
    expect((await send(make())).status).to.equal(202);
    expect(certificateCalls(vault)).to.equal(2);
  });

  it('are sent again by the Vault where its certificate could not be read', async () => {
    const { vault, id } = await connected();
    const message = vault.spark.message(address, { event: EVENT, items: ['V1'] });
    vault.faults.badGateways = 10;
    expect((await send(message)).status).to.equal(503);
    expect(await noticesOf(id)).to.deep.equal([]);
    vault.faults.badGateways = 0;
    expect((await send(message)).status).to.equal(202);
  });

  it('are verified by a new session where the old one has ended', async () => {
    const { vault } = await connected();
    vault.sessions.expireAll();
    expect((await send(vault.spark.message(address, { event: EVENT, items: ['V1'] }))).status).to.equal(202);
  });

  it('go to the address of the connection where it has one of its own', async () => {
    const endpoint = 'https://edge.acme.test/hooks/vault?from=quality';
    const { vault } = await connected({ realtime: { endpoint } });
    const content = { event: EVENT, items: ['V1'] };
    expect((await send(vault.spark.message(endpoint, content))).status).to.equal(202);
    expect((await send(vault.spark.message(address, content))).status).to.equal(401);
  });

  describe('that nobody acts on', () => {
    const untaken = async (
      content: Parameters<VaultSimulator['spark']['message']>[1],
      options?: Parameters<typeof connectVault>[2],
    ) => {
      const { vault, id } = await connected(options);
      const { status, body } = await send(vault.spark.message(address, content));
      expect(status).to.equal(202);
      expect(body.data?.accepted).to.equal(false);
      expect(await noticesOf(id)).to.deep.equal([]);
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
      const { vault, id } = await connected();
      const content = { event, items: [17], ...(given ? { object: given } : {}) };
      expect((await send(vault.spark.message(address, content))).body.data?.accepted).to.equal(true);
      const [notice] = await noticesOf(id);
      expect(notice).to.deep.include({ event, object, external_ids: ['17'] });
    });

  describe('that are not genuine are refused with 401 and leave nothing:', () => {
    const refused = async (id: string, answer: Answer) => {
      expect(answer.status).to.equal(401);
      expect(answer.body.error?.code).to.equal('unauthorized');
      expect(await noticesOf(id)).to.deep.equal([]);
    };

    /** A message that would be taken, changed by `change` after it was signed. */
    const changed = async (change: (message: SparkMessage, vault: VaultSimulator) => Partial<SparkMessage>) => {
      const { vault, id } = await connected();
      const message = vault.spark.message(address, { event: EVENT, items: ['V1'] });
      await refused(id, await send({ ...message, ...change(message, vault) }));
      expect((await send(message)).status).to.equal(202);
    };

    const withHeader = (name: string, value: string) =>
      changed(({ headers }) => ({ headers: { ...headers, [name]: value } }));

    it('another signature', () => withHeader('X-VaultAPI-SignatureV2', Buffer.alloc(256, 7).toString('base64')));
    it('no base64', () => withHeader('X-VaultAPI-SignatureV2', 'no signature!'));
    it('a changed id', () => changed(({ body }) => ({ body: body.replace('"V1"', '"V2"') })));
    it('the same body in another encoding', () =>
      changed(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })));
    it('the same text with escapes', () => changed(({ body }) => ({ body: body.replace('"V1"', '"\\u00561"') })));
    it('a byte order mark before it', () => changed(({ body }) => ({ body: `\ufeff${body}` })));
    it('a line after it', () => changed(({ body }) => ({ body: `${body}\n` })));
    it('a changed header', () => withHeader('X-VaultAPISignature-RequestId', 'another'));
    it('a later end', () =>
      withHeader('X-VaultAPISignature-RequestNotAfter', new Date(Date.now() + 86_400_000).toISOString()));
    it('a further signed header', () => withHeader('X-VaultAPISignature-Zone', 'eu'));
    it('a certificate of another id', () => withHeader('X-VaultAPISignature-CertificateId', '00002'));

    for (const name of ['SignatureV2', 'VaultId', 'CertificateId', 'RequestNotAfter', 'RequestNotBefore', 'RequestId'])
      it(`without ${name}`, () =>
        changed(({ headers }) => ({
          headers: Object.fromEntries(Object.entries(headers).filter(([header]) => !header.endsWith(`-${name}`))),
        })));

    for (const name of ['X-VaultAPISignature-VaultId', 'X-VaultAPISignature-RequestId', 'X-VaultAPI-SignatureV2'])
      it(`${name} twice`, async () => {
        const { vault, id } = await connected();
        const { headers, body } = vault.spark.message(address, { event: EVENT, items: ['V1'] });
        const twice = [...Object.entries(headers), [name, headers[name] ?? ''] as const];
        await refused(id, await sendRaw(twice, body));
      });

    it('a header line moved into the body', () =>
      changed(({ headers, body }, vault) => {
        const { 'X-VaultAPISignature-VaultId': _moved, ...others } = headers;
        return { headers: others, body: `x-vaultapisignature-vaultid:${vault.vaultId}\n${body}` };
      }));

    it('a header line moved into the body, with another one in its place', () =>
      changed(({ headers, body }, vault) => ({
        headers: { ...headers, 'X-VaultAPISignature-VaultId': vault.vaultId, 'X-VaultAPISignature-URL': '' },
        body: `x-vaultapisignature-vaultid:${vault.vaultId}\n${body}`,
      })));

    it('names that only look like the signed ones', () =>
      changed(({ headers }) => ({
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name.replace('VaultAPISignature-', 'VaultAPISignature_'),
            value,
          ]),
        ),
      })));

    for (const [what, minutes] of [
      ['one that is too old', -10],
      ['one from the future', 10],
    ] as const)
      it(what, async () => {
        const { vault, id } = await connected();
        const at = new Date(Date.now() + minutes * MINUTE_MS);
        await refused(id, await send(vault.spark.message(address, { event: EVENT, items: ['V1'], at })));
      });

    it('a genuine one that is replayed later', async () => {
      const { vault, id } = await connected();
      const message = vault.spark.message(address, { event: EVENT, items: ['V1'] });
      now = new Date(Date.now() + 7 * MINUTE_MS);
      await refused(id, await send(message));
    });

    it('one that was signed for another address', async () => {
      const { vault, id } = await connected();
      await refused(
        id,
        await send(
          vault.spark.message('https://other.test/v1/integrations/webhooks/veeva_vault', {
            event: EVENT,
            items: ['V1'],
          }),
        ),
      );
    });

    it('one that another vault signed in the name of this one', async () => {
      const { vault, id } = await connected();
      const foreign = await startVault({ keyNumber: 1 });
      await connectVault(mesh, foreign);
      const content = { event: EVENT, items: ['V1'], vaultId: vault.vaultId, hostName: vault.host };
      await refused(id, await send(foreign.spark.message(address, content)));
      const borrowed = { ...content, certificateId: vault.spark.certificateId };
      await refused(id, await send(foreign.spark.message(address, borrowed)));
      expect(certificateCalls(foreign)).to.equal(0);
    });

    it('one of a vault that no connection has', async () => {
      const { id } = await connected();
      const stranger = await startVault();
      await refused(id, await send(stranger.spark.message(address, { event: EVENT, items: ['V1'] })));
      expect(stranger.requests).to.deep.equal([]);
    });

    it('one for a connection that is disabled', async () => {
      const { vault, id, api } = await connected();
      await api.post(`/integrations/connections/${id}/disable`);
      await refused(id, await send(vault.spark.message(address, { event: EVENT, items: ['V1'] })));
    });

    it('one by the right certificate id and another key', async () => {
      const { vault, id } = await connected();
      const { headers, body } = vault.spark.message(address, { event: EVENT, items: ['V1'] });
      const forged = signed(keyPair(1).key, { url: address, headers, body, messageId: '' });
      await refused(id, await send(forged));
    });

    it('one by a key that is too short', async () => {
      const vault = await startVault({ keyKind: 'rsa:1024' });
      const { id } = await connectVault(mesh, vault);
      await refused(id, await send(vault.spark.message(address, { event: EVENT, items: ['V1'] })));
      expect(certificateCalls(vault)).to.equal(1);
    });

    it('one by a certificate that has ended', async () => {
      const { vault, id } = await connected();
      now = new Date(Date.now() + 3_651 * 24 * 60 * MINUTE_MS);
      await refused(id, await send(vault.spark.message(address, { event: EVENT, items: ['V1'] })));
      expect(certificateCalls(vault)).to.equal(1);
    });

    for (const certificateId of [
      '../../auth',
      '..%2fauth',
      'http://evil.test/',
      '00001?x=',
      '00001/../00002',
      'a'.repeat(33),
      '',
    ])
      it(`a certificate id that leads elsewhere: ${certificateId || 'none'}`, async () => {
        const { vault, id } = await connected();
        await refused(id, await send(vault.spark.message(address, { event: EVENT, items: ['V1'], certificateId })));
        // The connection is synchronised meanwhile; that is all that the Vault may see.
        const ofSync = /\/api\/$|\/auth$|\/query|\/deletions\/|\/keep-alive$/;
        expect(vault.requests.filter((request) => !ofSync.test(request))).to.deep.equal([]);
        expect(vault.sessions.opened).to.equal(1);
      });
  });

  it('with made-up certificate ids make us ask the Vault a few times at most', async () => {
    const { vault } = await connected();
    const make = (certificateId: string) =>
      vault.spark.message(address, { event: EVENT, items: ['V1'], certificateId });
    for (let count = 0; count < 3; count += 1) expect((await send(make('00099'))).status).to.equal(401);
    expect(certificateCalls(vault)).to.equal(1);
    for (let number = 100; number < 130; number += 1) await send(make(`00${number}`));
    expect(certificateCalls(vault)).to.equal(10);
  });

  it('do not reach a connection whose host only says that it is that vault', async () => {
    const { vault, id } = await connected();
    const pretender = await startVault({ vaultId: Number(vault.vaultId) });
    const other = await connectVault(mesh, pretender);
    expect((await send(vault.spark.message(address, { event: EVENT, items: ['V1'] }))).status).to.equal(202);
    expect(await noticesOf(id)).to.have.length(1);
    expect(await noticesOf(other.id)).to.deep.equal([]);
    expect(certificateCalls(pretender)).to.equal(0);
  });

  it('are JSON of a bounded size, for a system that sends some', async () => {
    const { vault } = await connected();
    const { headers, body } = vault.spark.message(address, { event: EVENT, items: ['V1'] });
    const entries = Object.entries(headers);
    const others = entries.filter(([name]) => name !== 'Content-Type');
    expect((await sendRaw([...others, ['Content-Type', 'text/plain']], body)).status).to.equal(415);
    expect((await sendRaw(entries, Buffer.alloc(300 * 1024, 32))).status).to.equal(413);
    expect((await sendRaw(entries, 'no JSON')).status).to.equal(401);
    expect((await sendRaw(entries, '')).status).to.equal(401);
    for (const path of ['/v1/integrations/webhooks/tryton', '/v1/integrations/webhooks/nobody'])
      expect((await sendRaw(entries, body, { path })).status).to.equal(404);
  });
});
