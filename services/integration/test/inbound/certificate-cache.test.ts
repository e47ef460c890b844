import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import type { RemoteContext } from '../../src/connector/connector.ts';
import { makeCertificates } from '../../src/connector/veeva-vault/spark-certificate.ts';
import { type RemoteErrorCode, RemoteRefusal } from '../../src/remote/remote-error.ts';
import { keyPair } from '../vault-simulator/spark-sender.ts';

describe('the certificates of Vaults', () => {
  const [ours, theirs] = [keyPair(0).certificate, keyPair(1).certificate];

  /** A connection to the Vault at `ours` whose user may not read certificates. */
  const refusedAt = (code: RemoteErrorCode): RemoteContext => ({
    ...vaultAt('ours', ours),
    call: async () => {
      throw new RemoteRefusal(code, 'Vault refuses.');
    },
  });

  /** A Vault below a path of a host, which answers every request with its own certificate. */
  const vaultAt = (path: string, certificate: string): RemoteContext => {
    const context: Pick<RemoteContext, 'endpoints' | 'now' | 'call'> = {
      endpoints: { api_base: `https://vaults.example/${path}`, api_version: null, host: null },
      now: () => new Date(),
      call: async (_request, read) =>
        read({ status: 200, headers: {}, body: Buffer.from(certificate), truncated: false } as never),
    };
    return context as RemoteContext;
  };

  const PEM = { type: 'spki', format: 'pem' } as const;

  for (const code of ['NO_PERMISSION', 'INVALID_SESSION'] as const)
    it(`are there for one connection when the Vault refuses another one: ${code}`, async () => {
      const certificates = makeCertificates();
      const refusal = await certificates(refusedAt(code), '00001').catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(RemoteRefusal);
      const key = await certificates(vaultAt('ours', ours), '00001');
      expect(key?.export(PEM)).to.equal(new X509Certificate(ours).publicKey.export(PEM));
    });

  it('are not fetched again where the Vault does not have the id', async () => {
    const certificates = makeCertificates();
    expect(await certificates(refusedAt('RECORD_NOT_FOUND'), '00001')).to.equal(null);
    expect(await certificates(vaultAt('ours', ours), '00001')).to.equal(null);
  });

  it('are not shared by connections to different paths of one host', async () => {
    const certificates = makeCertificates();
    for (const [path, certificate] of [
      ['theirs', theirs],
      ['ours', ours],
    ] as const) {
      const key = await certificates(vaultAt(path, certificate), '00001');
      expect(key?.export(PEM)).to.equal(new X509Certificate(certificate).publicKey.export(PEM));
    }
  });
});
