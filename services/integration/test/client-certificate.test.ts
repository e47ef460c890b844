import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { requireShowable } from '../src/connection/client-certificate.ts';
import type { Connection } from '../src/connection/connection.ts';
import { makeOutboundClients } from '../src/remote/outbound-clients.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { makeCertificate } from './made-certificate.ts';

const METADATA =
  '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices><Schema Namespace="s" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityContainer Name="c"/></Schema></edmx:DataServices></edmx:Edmx>';

describe('a connection by a client certificate', () => {
  const [server, ours, another] = ['partner', 'ours', 'another'].map(makeCertificate) as [
    ReturnType<typeof makeCertificate>,
    ReturnType<typeof makeCertificate>,
    ReturnType<typeof makeCertificate>,
  ];
  let mesh: IntegrationMesh;
  let partner: Server;
  let url: string;
  let shown: unknown[];

  before(async () => {
    mesh = await startIntegrationMesh({ authorities: [server.cert], delaysMs: [1] });
    const asking = { ...server, ca: ours.cert, requestCert: true, rejectUnauthorized: false };
    partner = createServer(asking, ({ socket }, response) => {
      const { authorized, getPeerCertificate } = socket as TLSSocket;
      shown.push(getPeerCertificate.call(socket).subject?.CN);
      response.writeHead(authorized ? 200 : 401, { 'content-type': 'application/xml' });
      response.end(authorized ? METADATA : '');
    });
    partner.listen(0, '127.0.0.1');
    await once(partner, 'listening');
    url = `https://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    shown = [];
  });
  after(async () => {
    await mesh.stop();
    partner.close();
    partner.closeAllConnections();
  });

  const makeBody = ({ cert, key } = ours, api_base = url) => ({
    name: 'By certificate',
    type: 'odata_v4',
    authentication: { type: 'certificate', certificate: cert, private_key: key },
    endpoints: { api_base },
  });

  const create = async (api: ReturnType<IntegrationMesh['client']>, body = makeBody()): Promise<string> => {
    const made = await api.post('/integrations/connections', body);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return `/integrations/connections/${made.body.data.id}`;
  };

  it('shows it to the external system, and its key to nobody', async () => {
    const api = mesh.client();
    const path = await create(api);
    const authorized = await api.post(`${path}/authorize`);
    expect(authorized.body.data, JSON.stringify(authorized.body)).to.include({ status: 'authorized' });
    expect(shown).to.deep.equal(['ours']);
    expect((await api.get(path)).body.data.authentication).to.deep.include({
      certificate: ours.cert,
      private_key: '********',
    });
    const stored = await mesh.database.collection('connection').find({ org_id: api.orgId }).toArray();
    expect(JSON.stringify(stored)).to.not.contain('PRIVATE KEY');
  });

  it('shows another one than a connection beside it does', async () => {
    const api = mesh.client();
    expect((await api.post(`${await create(api)}/authorize`)).status).to.equal(200);
    const refused = await api.post(`${await create(api, makeBody(another))}/authorize`);
    expect([refused.status, refused.body.error?.code]).to.deep.equal([422, 'authorization_failed']);
    expect(shown.filter((name) => name === 'ours')).to.have.length(1);
  });

  it('is replaced by another one, with which the connection has to be authorized', async () => {
    const api = mesh.client();
    const path = await create(api, makeBody(another));
    expect((await api.post(`${path}/authorize`)).status).to.equal(422);
    const changed = await api.patch(path, { authentication: { certificate: ours.cert, private_key: ours.key } });
    expect(changed.body.data, JSON.stringify(changed.body)).to.include({ status: 'pending_authorization' });
    expect((await api.post(`${path}/authorize`)).body.data).to.include({ status: 'authorized' });
  });

  it('is released with its key when its connection is removed, disabled or has another login', () => {
    const closed: string[] = [];
    const makeClient = (name: string) => ({
      send: () => Promise.reject(new Error(name)),
      close: async () => void closed.push(name),
    });
    const { selectOutbound, release } = makeOutboundClients({
      shared: makeClient('shared'),
      showing: ({ certificate }) => makeClient(String(certificate)),
      secrets: { open: () => ({ private_key: 'key' }) },
    });
    const connection = {
      id: 'conn_1',
      type: 'odata_v4',
      status: 'active',
      sealed: {},
      endpoints: { api_base: url, host: null },
      authentication: { type: 'certificate', certificate: 'ours' },
    } as unknown as Connection;
    const first = selectOutbound(connection);
    release('conn_1', { ...connection, name: 'Another name' });
    expect(selectOutbound(connection)).to.equal(first);
    const elsewhere = { ...connection, authentication: { type: 'api_key' } } as Connection;
    for (const now of [null, { ...connection, status: 'disabled' } as Connection, elsewhere]) {
      selectOutbound(connection);
      release('conn_1', now);
    }
    expect(closed).to.deep.equal(['ours', 'ours', 'ours']);
    expect(selectOutbound(connection)).to.not.equal(first);
  });

  it('is refused by the name of the field where it could not be shown', async () => {
    const api = mesh.client();
    const text = { ...ours, cert: '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----' };
    for (const [body, field] of [
      [makeBody(text), 'authentication.certificate'],
      [makeBody({ ...ours, key: another.key }), 'authentication.private_key'],
      [makeBody({ ...ours, key: 'none' }), 'authentication.private_key'],
      [makeBody(ours, url.replace('https', 'http')), 'endpoints.api_base'],
    ] as const) {
      const { status, body: answer } = await api.post('/integrations/connections', body);
      expect([status, answer.error.details?.fields?.[0]?.field], JSON.stringify(answer)).to.deep.equal([422, field]);
    }
  });

  it('is refused once the certificate has ended, but where it is there already', () => {
    const settings = {
      type: 'odata_v4',
      sync_config: {},
      conflict_resolution: {},
      error_handling: {},
      authentication: { type: 'certificate', certificate: ours.cert },
      endpoints: { api_base: url, api_version: null, host: null },
      secrets: { private_key: ours.key },
    } as unknown as Parameters<typeof requireShowable>[0];
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
    expect(() => requireShowable(settings, new Date())).to.not.throw();
    expect(() => requireShowable(settings, inTwoDays)).to.throw();
    expect(() => requireShowable(settings, inTwoDays, another.cert)).to.throw();
    expect(() => requireShowable(settings, inTwoDays, ours.cert)).to.not.throw();
  });
});
