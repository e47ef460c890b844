import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { makeOutboundClient, type OutboundClient, type OutboundClientParts, parseNetwork } from '@qsc/service-kit';
import { expect } from 'chai';

/** A certificate for `receiver.test` that is its own authority, valid for a day. */
const makeCertificate = (): { key: string; cert: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const names = ['-subj', '/CN=receiver.test', '-addext', 'subjectAltName=DNS:receiver.test'];
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('a call by https', () => {
  const certificate = makeCertificate();
  const clients: OutboundClient[] = [];
  let receiver: Server;
  let port: number;
  let shown: string | string[] | undefined;
  let arrived: { host: string | undefined; servername: unknown }[];

  beforeEach(async () => {
    arrived = [];
    const asking = { ...certificate, requestCert: true, rejectUnauthorized: false };
    receiver = createServer(asking, ({ headers, socket, url }, response) => {
      shown = (socket as TLSSocket).getPeerCertificate().subject?.CN;
      arrived.push({ host: headers.host, servername: (socket as TLSSocket & { servername?: string }).servername });
      if (url === '/down') response.writeHead(302, { location: `http://receiver.test:${port}/` });
      response.end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    port = (receiver.address() as AddressInfo).port;
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    receiver.close();
    receiver.closeAllConnections();
    await once(receiver, 'close');
  });

  const send = (
    host: string,
    { authorities = [certificate.cert], path = '/', ...own }: Partial<OutboundClientParts> & { path?: string } = {},
  ) => {
    const allowedNetworks = [parseNetwork('127.0.0.1/32')!];
    const client = makeOutboundClient({ allowedNetworks, lookup: async () => ['127.0.0.1'], authorities, ...own });
    clients.push(client);
    const url = `https://${host}:${port}${path}`;
    return client.send({ url, method: 'GET', timeoutMs: 5_000, keepBytes: 100, redirects: 3 });
  };

  it('asks the certificate for the name, though it connects to an address', async () => {
    expect(await send('receiver.test')).to.include({ outcome: 'answered', status: 200 });
    expect(arrived).to.deep.equal([{ host: `receiver.test:${port}`, servername: 'receiver.test' }]);
  });

  it('fails where the certificate is another name’s', async () => {
    for (const host of ['other.test', '127.0.0.1']) {
      expect(await send(host), host).to.include({ outcome: 'failed', reason: 'tls' });
    }
    expect(arrived).to.deep.equal([]);
  });

  it('fails where nobody vouches for the certificate, also where the environment waives that', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    for (const setting of [before ?? '1', '0']) {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = setting;
      expect(await send('receiver.test', { authorities: [] })).to.include({ outcome: 'failed', reason: 'tls' });
    }
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    expect(arrived).to.deep.equal([]);
  });

  it('shows a certificate of its own where it has one, and none else', async () => {
    await send('receiver.test');
    expect(shown).to.equal(undefined);
    const clientCertificate = { certificate: certificate.cert, privateKey: certificate.key };
    expect(await send('receiver.test', { clientCertificate })).to.include({ outcome: 'answered' });
    expect(shown).to.equal('receiver.test');
  });

  it('follows no redirect to plain http', async () => {
    expect(await send('receiver.test', { path: '/down' })).to.include({ outcome: 'refused', reason: 'downgrade' });
    expect(arrived).to.have.length(1);
  });
});
