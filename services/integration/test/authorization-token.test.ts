import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connector } from '../src/connector/connector.ts';
import { RemoteTrouble } from '../src/remote/remote-error.ts';
import { authorizeBy, getRedirectUri } from './authorize.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type OauthPartner, startOauthPartner } from './oauth-partner.ts';
import { plainConnector } from './plain-partner.ts';

const HOUR_MS = 3_600_000;

const MAPPING = {
  entity_type: 'supplier',
  source_object: 'party.party',
  field_mappings: [{ source: 'name', target: 'name', required: true }],
};

describe('the right of a connection that was got by OAuth', () => {
  let mesh: IntegrationMesh;
  let partner: OauthPartner;
  let by: ReturnType<typeof authorizeBy>;
  let now = Date.now();
  let exchangeFails = false;

  /** A kind of system that takes no token, but what it gives for one. */
  const exchanging: Connector = {
    ...plainConnector,
    type: 'odata_v4',
    async exchange(_context, token) {
      if (exchangeFails) throw new RemoteTrouble('The external system is away.');
      return { values: { authorization: `Bearer ${token}` }, expiresAt: new Date(now + HOUR_MS / 2) };
    },
    apply: (request, { values }) => ({ ...request, headers: { ...request.headers, ...values } }),
  };

  before(async () => {
    const connectors = { tryton: plainConnector, odata_v4: exchanging };
    mesh = await startIntegrationMesh({ connectors, clock: () => new Date(now), passEveryMs: 20 });
  });
  after(() => mesh.stop());
  beforeEach(async () => {
    now = Date.now();
    partner = await startOauthPartner(getRedirectUri(mesh));
    by = authorizeBy(mesh, partner);
  });
  afterEach(() => partner.stop());

  it('gets a new token by the refresh token when one has expired, and stores the new refresh token', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    for (const attempt of [1, 2, 3]) {
      now += HOUR_MS;
      expect(await by.test(api, path), `round ${attempt}`).to.include({ success: true });
      expect(partner.requested.get('refresh_token')).to.equal(attempt);
    }
  });

  it('gets a new token when the partner takes the one that there is no more', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    expect(await by.test(api, path)).to.include({ success: true });
    partner.endAccess();
    expect(await by.test(api, path)).to.include({ success: true });
    expect(partner.requested.get('refresh_token')).to.equal(1);
  });

  it('requires the user again when the refresh token is invalid', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    await partner.revoke();
    now += HOUR_MS;
    const [check] = (await by.test(api, path)).checks;
    expect(check).to.include({ name: 'authorization', ok: false });
    expect(check.message).to.contain('refuses the authorization');
    expect(await by.readStatus(api, path)).to.equal('pending_authorization');
    const refreshes = partner.requested.get('refresh_token');
    await by.test(api, path);
    expect(partner.requested.get('refresh_token'), 'no refresh token is tried twice').to.equal(refreshes);
    await by.authorize(api, path);
    expect(await by.test(api, path)).to.include({ success: true });
  });

  it('puts an active connection into error when the refresh token is worth nothing, and says what has to be done', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    await api.put(`${path}/mappings`, { mappings: [MAPPING] });
    expect((await api.post(`${path}/enable`)).body.data.status).to.equal('active');
    await partner.revoke();
    now += HOUR_MS;
    expect(await by.test(api, path)).to.include({ success: false });
    const { status, problem, next_sync } = (await api.get(path)).body.data;
    expect([status, next_sync]).to.deep.equal(['error', null]);
    expect(problem).to.include({ code: 'INVALID_SESSION' });
    for (const notified of ['refuses the authorization', '/authorize', '/enable'])
      expect(problem.message).to.contain(notified);
  });

  it('stores a new refresh token before the access token is used: what follows may fail', async () => {
    const api = mesh.client();
    const path = await by.create(api, {}, 'odata_v4');
    await by.authorize(api, path);
    now += HOUR_MS;
    exchangeFails = true;
    expect(await by.test(api, path)).to.include({ success: false });
    exchangeFails = false;
    // The partner takes a refresh token once, and nothing of the grant after a second time.
    expect(await by.test(api, path)).to.include({ success: true });
    expect(partner.requested.get('refresh_token')).to.equal(2);
  });

  it('stores a new refresh token though the database refuses it at first: the partner refuses the former one', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    now += HOUR_MS;
    const { database } = mesh;
    const takes = (validator: object) => database.command({ collMod: 'credential', validator });
    await database.setProfilingLevel('all');
    partner.acquire = async () => void (await takes({ _id: null }));
    const tested = by.test(api, path);
    try {
      const refused = { ns: `${database.databaseName}.credential`, errName: 'DocumentValidationFailure' };
      const isRefused = async () => (await database.collection('system.profile').countDocuments(refused)) > 0;
      await eventually('the database has refused it', isRefused);
    } finally {
      partner.acquire = null;
      await takes({});
      await database.setProfilingLevel('off');
    }
    const isStored = async () =>
      (await database.collection('credential').countDocuments({ org_id: api.orgId, version: 2 })) > 0;
    await eventually('it is kept', isStored);
    await tested;
    now += HOUR_MS;
    expect(await by.test(api, path)).to.include({ success: true });
    expect(partner.requested.get('refresh_token')).to.equal(2);
  });

  it('refreshes once when two replicas need a new token at the same moment', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    const other = mesh.client({ orgId: api.orgId, at: await mesh.startAnother() });
    now += HOUR_MS;
    const answers = await Promise.all([api, other, api, other, api, other].map((one) => by.test(one, path)));
    expect(answers.map(({ success }) => success)).to.deep.equal(Array(6).fill(true));
    expect(partner.requested.get('refresh_token')).to.equal(1);
  });

  it('is removed with its connection, also where that happens while the partner gives it', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const { authorization_url } = await by.start(api, path);
    const address = await partner.visit(authorization_url);
    const open = Promise.withResolvers<void>();
    const requested = new Promise<void>((resolve) => {
      partner.acquire = () => {
        resolve();
        return open.promise;
      };
    });
    const back = by.comeBack(address);
    await requested;
    expect((await api.delete(path)).status).to.equal(204);
    open.resolve();
    await back;
    expect(partner.requested.get('authorization_code')).to.equal(1);
    const credentials = mesh.database.collection('credential');
    const isGone = async () => (await credentials.countDocuments({ org_id: api.orgId })) === 0;
    await eventually('the token that came after it is gone', isGone);
  });

  it('stores no token or secret in plain text', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    await by.authorize(api, path);
    for (const name of ['connection', 'credential', 'authorization_state', 'outbox']) {
      const text = JSON.stringify(await mesh.database.collection(name).find().toArray());
      expect(text, name).to.not.contain(partner.client_secret);
      expect(text, name).to.not.contain('Bearer');
    }
    expect((await api.get(path)).body.data.authentication.client_secret).to.equal('********');
  });
});
