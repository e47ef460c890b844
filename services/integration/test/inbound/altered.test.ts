import { expect } from 'chai';
import type { SparkMessage } from '../vault-simulator/spark-sender.ts';
import type { VaultSimulator } from '../vault-simulator/vault-simulator.ts';
import { type Answer, EVENT, type InboundMesh, startInboundMesh } from './inbound-mesh.ts';

describe('messages of a Vault that were changed after they were signed are refused with 401 and leave nothing:', () => {
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

  /** A message that would be taken, changed by `change` after it was signed. */
  const changed = async (change: (message: SparkMessage, vault: VaultSimulator) => Partial<SparkMessage>) => {
    const { vault, id } = await around.connected();
    const message = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
    await refused(id, await around.send({ ...message, ...change(message, vault) }));
    expect((await around.send(message)).status).to.equal(202);
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
      const { vault, id } = await around.connected();
      const { headers, body } = vault.spark.message(around.address, { event: EVENT, items: ['V1'] });
      const twice = [...Object.entries(headers), [name, headers[name] ?? ''] as const];
      await refused(id, await around.sendRaw(twice, body));
    });

  it('a header line moved into the body', () =>
    changed(({ headers, body }, vault) => {
      const { 'X-VaultAPISignature-VaultId': _changed, ...others } = headers;
      return { headers: others, body: `x-vaultapisignature-vaultid:${vault.vaultId}\n${body}` };
    }));

  it('a header line moved into the body, and replaced by another', () =>
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
});
