import { expect } from 'chai';
import { connectVault } from '../vault-simulator/connected-vault.ts';
import { keyPair, signed } from '../vault-simulator/spark-sender.ts';
import { type Answer, certificateCalls, EVENT, type InboundMesh, MINUTE_MS, startInboundMesh } from './inbound-mesh.ts';

describe('messages that a Vault did not send, or not now, are refused with 401 and leave nothing:', () => {
  let around: InboundMesh;

  before(async () => {
    around = await startInboundMesh();
  });
  afterEach(() => around.reset());
  after(() => around.stop());

  const refused = async (id: string, answer: Answer) => {
    expect(answer.status).to.equal(401);
    expect(answer.body.error?.code).to.equal('unauthorized');
    expect(await around.readNotices(id)).to.deep.equal([]);
  };

  for (const [what, minutes] of [
    ['one that is too old', -10],
    ['one from the future', 10],
  ] as const)
    it(what, async () => {
      const { vault, id } = await around.connected();
      const at = new Date(Date.now() + minutes * MINUTE_MS);
      await refused(id, await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'], at })));
    });

  it('a genuine one that is replayed later', async () => {
    const { vault, id } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    around.time.now = new Date(Date.now() + 7 * MINUTE_MS);
    await refused(id, await around.send(message));
  });

  it('one that was signed for another address', async () => {
    const { vault, id } = await around.connected();
    await refused(
      id,
      await around.send(
        vault.spark.message('https://other.test/v1/integrations/webhooks/veeva_vault', {
          event: EVENT,
          items: ['V1'],
        }),
      ),
    );
  });

  it('one that another vault signed in the name of this one', async () => {
    const { vault, id } = await around.connected();
    const foreign = await around.startVault({ keyNumber: 1 });
    await connectVault(around.mesh, foreign);
    const content = { event: EVENT, items: ['V1'], vaultId: vault.vaultId, hostName: vault.host };
    await refused(id, await around.send(foreign.spark.message(around.address, content)));
    const borrowed = { ...content, certificateId: vault.spark.certificateId };
    await refused(id, await around.send(foreign.spark.message(around.address, borrowed)));
    expect(certificateCalls(foreign)).to.equal(0);
  });

  it('one of a vault that no connection has', async () => {
    const { id } = await around.connected();
    const stranger = await around.startVault();
    await refused(id, await around.send(stranger.spark.message(around.address, { event: EVENT, items: ['V1'] })));
    expect(stranger.requests).to.deep.equal([]);
  });

  it('one for a connection that is disabled', async () => {
    const { vault, id, api } = await around.connected();
    await api.post(`/integrations/connections/${id}/disable`);
    await refused(id, await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] })));
  });

  it('one by the right certificate id and another key', async () => {
    const { vault, id } = await around.connected();
    const { headers, body } = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    const forged = signed(keyPair(1).key, { url: around.address, headers, body, messageId: '' });
    await refused(id, await around.send(forged));
  });

  for (const [what, keyKind] of [
    ['that is too short', 'rsa:1024'],
    ['that signs in another way', 'rsa-pss'],
  ] as const)
    it(`one by a key ${what}`, async () => {
      const vault = await around.startVault({ keyKind });
      const { id } = await connectVault(around.mesh, vault);
      await refused(id, await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] })));
      expect(certificateCalls(vault)).to.equal(1);
    });

  for (const [what, days] of [
    ['has ended', 3_651],
    ['does not hold yet', -2],
  ] as const)
    it(`one by a certificate that ${what}`, async () => {
      const { vault, id } = await around.connected();
      around.time.now = new Date(Date.now() + days * 24 * 60 * MINUTE_MS);
      await refused(id, await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] })));
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
      const { vault, id } = await around.connected();
      await refused(
        id,
        await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'], certificateId })),
      );
      // The connection is synchronised meanwhile; that is all that the Vault may see.
      const ofSync = /\/api\/$|\/auth$|\/query|\/metadata\/|\/deletions\/|\/keep-alive$/;
      expect(vault.requests.filter((request) => !ofSync.test(request))).to.deep.equal([]);
      expect(vault.sessions.opened).to.equal(1);
    });
});

describe('messages that only claim a Vault', () => {
  let around: InboundMesh;

  before(async () => {
    around = await startInboundMesh();
  });
  afterEach(() => around.reset());
  after(() => around.stop());

  it('with invented certificate ids cause only a few requests to the Vault', async () => {
    const { vault } = await around.connected();
    const make = (certificateId: string) =>
      vault.spark.message(around.address, { event: EVENT, items: ['V1'], certificateId });
    for (let count = 0; count < 3; count += 1) expect((await around.send(make('00099'))).status).to.equal(401);
    expect(certificateCalls(vault)).to.equal(1);
    for (let number = 100; number < 130; number += 1) await around.send(make(`00${number}`));
    expect(certificateCalls(vault)).to.equal(10);
  });

  it('do not reach a connection whose host only says that it is that vault', async () => {
    const { vault, id } = await around.connected();
    const pretender = await around.startVault({ vaultId: Number(vault.vaultId) });
    const other = await connectVault(around.mesh, pretender);
    expect((await around.send(vault.spark.message(around.address, { event: EVENT, items: ['V1'] }))).status).to.equal(
      202,
    );
    expect(await around.readNotices(id)).to.have.length(1);
    expect(await around.readNotices(other.id)).to.deep.equal([]);
    expect(certificateCalls(pretender)).to.equal(0);
  });
});
