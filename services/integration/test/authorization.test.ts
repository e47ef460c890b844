import { expect } from 'chai';
import { authorizeBy, getRedirectUri } from './authorize.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type OauthPartner, startOauthPartner } from './oauth-partner.ts';
import { plainConnector } from './plain-partner.ts';

describe('authorization by OAuth', () => {
  let mesh: IntegrationMesh;
  let partner: OauthPartner;
  let by: ReturnType<typeof authorizeBy>;
  let now = Date.now();

  before(async () => {
    mesh = await startIntegrationMesh({ connectors: { tryton: plainConnector }, clock: () => new Date(now) });
  });
  after(() => mesh.stop());
  beforeEach(async () => {
    now = Date.now();
    partner = await startOauthPartner(getRedirectUri(mesh));
    by = authorizeBy(mesh, partner);
  });
  afterEach(() => partner.stop());

  it('sends the user to the login with state and PKCE, and takes the right that comes back', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const started = await by.start(api, path);
    const requested = new URL(started.authorization_url).searchParams;
    expect(requested.get('code_challenge_method')).to.equal('S256');
    expect(requested.get('state')).to.equal(started.state);
    expect(started.status).to.equal('pending_authorization');
    expect((await by.test(api, path)).checks).to.deep.equal([
      { name: 'authorization', ok: false, message: 'The connection is not authorized yet.' },
    ]);

    const answer = await by.comeBack(await partner.visit(started.authorization_url));
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.contain('text/html');
    expect(await answer.text()).to.contain('OAuth partner');
    expect(await by.readStatus(api, path)).to.equal('authorized');
    expect(await by.test(api, path)).to.include({ success: true, api_available: true, api_version: 'v1' });
  });

  it('writes one audit entry for the whole of it, in the name of the user who requested it', async () => {
    const api = mesh.client({ userId: 'usr_asks' });
    const path = await by.create(api);
    await by.authorize(api, path);
    await api.delete(path);
    const id = path.split('/').at(-1);
    await mesh.tap.next('the removal', ({ type, subject }) => subject === id && type.includes('deleted'));
    const entries = mesh.tap.events.filter(({ subject }) => subject === id).map(({ data }) => data.audit);
    expect(entries.map(({ action, metadata }) => [action, metadata.details?.operation])).to.deep.equal([
      ['create', undefined],
      ['update', 'authorize'],
      ['delete', undefined],
    ]);
    expect(entries[1]).to.deep.include({ changes: { status: { from: 'pending_authorization', to: 'authorized' } } });
    expect(entries[1]?.user.id).to.equal('usr_asks');
  });

  it('takes a state once, and none that nobody was given', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const back = await partner.visit((await by.start(api, path)).authorization_url);
    expect((await by.comeBack(back)).status).to.equal(200);
    const foreign = new URL(back);
    foreign.searchParams.set('state', 'somebody-elses');
    const doubled = new URL(back);
    doubled.searchParams.append('state', 'another');
    for (const again of [back, foreign, doubled]) {
      const refused = await by.comeBack(again);
      expect(refused.status).to.equal(422);
      expect(await refused.json()).to.have.nested.property('error.code', 'authorization_failed');
    }
  });

  it('refuses an answer with no code, or with two, and names it; the user can still come back', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const back = await partner.visit((await by.start(api, path)).authorization_url);
    const [none, blank, two] = [new URL(back), new URL(back), new URL(back)];
    none.searchParams.delete('code');
    blank.searchParams.set('code', '');
    two.searchParams.append('code', 'another');
    for (const address of [none, blank, two]) {
      const refused = await by.comeBack(address);
      expect(refused.status).to.equal(422);
      expect(await refused.json()).to.have.nested.property('error.details.fields[0].field', 'code');
    }
    expect((await by.comeBack(back)).status).to.equal(200);
  });

  it('refuses a user who comes back too late', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const back = await partner.visit((await by.start(api, path)).authorization_url);
    now += 11 * 60_000;
    expect((await by.comeBack(back)).status).to.equal(422);
    expect(await by.readStatus(api, path)).to.equal('pending_authorization');
  });

  it('refuses an answer of another issuer, and sends the code nowhere', async () => {
    const api = mesh.client();
    for (const [issuer, iss] of [
      ['https://login.example.com', null],
      [undefined, 'https://login.example.com'],
    ] as const) {
      const path = await by.create(api, { issuer });
      const back = await partner.visit((await by.start(api, path)).authorization_url);
      if (iss !== null) back.searchParams.set('iss', iss);
      const refused = await by.comeBack(back);
      expect(refused.status).to.equal(422);
      expect(partner.requested.size).to.equal(0);
      expect(await by.readStatus(api, path)).to.equal('pending_authorization');
    }
  });

  it('refuses an answer that names no issuer where the connection does', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const back = await partner.visit((await by.start(api, path)).authorization_url);
    back.searchParams.delete('iss');
    expect((await by.comeBack(back)).status).to.equal(422);
  });

  it('refuses what comes back to a login that was changed since', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    const back = await partner.visit((await by.start(api, path)).authorization_url);
    await api.patch(path, { authentication: { scope: 'openid' } });
    expect((await by.comeBack(back)).status).to.equal(422);
    expect(partner.requested.size).to.equal(0);
  });

  it('reports that the user refused, without the text of the partner', async () => {
    const api = mesh.client();
    const path = await by.create(api);
    partner.refuses = true;
    const refused = await by.comeBack(await partner.visit((await by.start(api, path)).authorization_url));
    expect(refused.status).to.equal(422);
    expect(await refused.json()).to.have.nested.property(
      'error.message',
      'The login at the external system was refused or given up.',
    );
  });

  it('authorizes a client at once that acts by its own right', async () => {
    const api = mesh.client();
    const own = { authorization_url: undefined, issuer: undefined, scope: undefined };
    const path = await by.create(api, own);
    const started = await api.post(`${path}/authorize`);
    expect(started.body.data).to.deep.equal({
      authorization_url: null,
      state: null,
      expires_at: null,
      status: 'authorized',
    });
    expect(await by.test(api, path)).to.include({ success: true });
    const wrong = await by.create(api, { ...own, client_secret: 'wrong' });
    const refused = await api.post(`${wrong}/authorize`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'authorization_failed']);
  });

  describe('by a token address whose name leads into a network that is not allowed', () => {
    /** Of the two addresses that the name has, ::1 lies in no network that the deployment allows. */
    const elsewhere = () => ({ token_url: `${partner.url.replace('127.0.0.1', 'localhost')}/token` });
    const isRefused = ({ error }: { error: { code: string; message: string } }) => {
      expect(error.code).to.equal('authorization_failed');
      expect(error.message).to.contain('The token address is not called').and.not.contain('::1');
      expect(partner.seen.filter((request) => request.includes('/token'))).to.deep.equal([]);
    };

    it('is refused with client credentials, and sends nothing there', async () => {
      const api = mesh.client();
      const own = { authorization_url: undefined, issuer: undefined, scope: undefined };
      const path = await by.create(api, { ...own, ...elsewhere() });
      const answer = await api.post(`${path}/authorize`);
      expect(answer.status).to.equal(422);
      isRefused(answer.body);
      expect(await by.readStatus(api, path)).to.equal('pending_authorization');
    });

    it('is refused when the user comes back, and sends the code nowhere', async () => {
      const api = mesh.client();
      const path = await by.create(api, elsewhere());
      const back = await by.comeBack(await partner.visit((await by.start(api, path)).authorization_url));
      expect(back.status).to.equal(422);
      isRefused((await back.json()) as never);
      expect(await by.readStatus(api, path)).to.equal('pending_authorization');
    });
  });

  it('answers 503 while the token address is broken', async () => {
    const api = mesh.client();
    const path = await by.create(api, { authorization_url: undefined, issuer: undefined, scope: undefined });
    partner.broken = 502;
    const answer = await api.post(`${path}/authorize`);
    expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'service_unavailable']);
    expect(JSON.stringify(answer.body)).to.not.contain('Bad gateway');
  });
});
