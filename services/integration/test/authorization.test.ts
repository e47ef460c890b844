import type { ApiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { oauthConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type OauthPartner, startOauthPartner } from './oauth-partner.ts';
import { plainConnector } from './plain-partner.ts';

const HOUR_MS = 3_600_000;

describe('authorization by OAuth', () => {
  let mesh: IntegrationMesh;
  let partner: OauthPartner;
  let now = Date.now();
  let redirectUri: string;

  before(async () => {
    mesh = await startIntegrationMesh({ connectors: { tryton: plainConnector }, clock: () => new Date(now) });
    redirectUri = new URL('/v1/integrations/callback', mesh.config.BASE_URL).href;
  });
  after(() => mesh.stop());
  beforeEach(async () => {
    now = Date.now();
    partner = await startOauthPartner(redirectUri);
  });
  afterEach(() => partner.stop());

  const create = async (api: ApiClient, change?: Readonly<Record<string, unknown>>): Promise<string> => {
    const made = await api.post('/integrations/connections', oauthConnection(partner, change));
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return `/integrations/connections/${made.body.data.id}`;
  };

  /** What the browser of the user does with the address that it comes back to: nobody sends a credential. */
  const comeBack = (address: URL, at = mesh.service) =>
    fetch(`http://127.0.0.1:${at.httpPort}${address.pathname}${address.search}`);

  const begin = async (api: ApiClient, path: string) => {
    const begun = await api.post(`${path}/authorize`);
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200);
    return begun.body.data as { authorization_url: string; state: string; expires_at: string; status: string };
  };

  const authorize = async (api: ApiClient, path: string): Promise<void> => {
    const { authorization_url } = await begin(api, path);
    const answer = await comeBack(await partner.visit(authorization_url));
    expect(answer.status, await answer.text()).to.equal(200);
  };

  const statusOf = async (api: ApiClient, path: string): Promise<string> => (await api.get(path)).body.data.status;

  const test = async (api: ApiClient, path: string) => (await api.post(`${path}/test`)).body.data;

  it('sends the user to the login with state and PKCE, and takes the right that comes back', async () => {
    const api = mesh.client();
    const path = await create(api);
    const begun = await begin(api, path);
    const asked = new URL(begun.authorization_url).searchParams;
    expect(asked.get('code_challenge_method')).to.equal('S256');
    expect(asked.get('state')).to.equal(begun.state);
    expect(begun.status).to.equal('pending_authorization');
    expect((await test(api, path)).checks).to.deep.equal([
      { name: 'authorization', ok: false, message: 'The connection is not authorized yet.' },
    ]);

    const answer = await comeBack(await partner.visit(begun.authorization_url));
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.contain('text/html');
    expect(await answer.text()).to.contain('OAuth partner');
    expect(await statusOf(api, path)).to.equal('authorized');
    expect(await test(api, path)).to.include({ success: true, api_available: true, api_version: 'v1' });
  });

  it('writes one audit entry for the whole of it, in the name of who asked for it', async () => {
    const api = mesh.client({ userId: 'usr_asks' });
    const path = await create(api);
    await authorize(api, path);
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
    const path = await create(api);
    const back = await partner.visit((await begin(api, path)).authorization_url);
    expect((await comeBack(back)).status).to.equal(200);
    const foreign = new URL(back);
    foreign.searchParams.set('state', 'somebody-elses');
    const doubled = new URL(back);
    doubled.searchParams.append('state', 'another');
    for (const again of [back, foreign, doubled]) {
      const refused = await comeBack(again);
      expect(refused.status).to.equal(422);
      expect(await refused.json()).to.have.nested.property('error.code', 'authorization_failed');
    }
  });

  it('refuses a user who comes back too late', async () => {
    const api = mesh.client();
    const path = await create(api);
    const back = await partner.visit((await begin(api, path)).authorization_url);
    now += 11 * 60_000;
    expect((await comeBack(back)).status).to.equal(422);
    expect(await statusOf(api, path)).to.equal('pending_authorization');
  });

  it('refuses an answer of another issuer, and sends the code nowhere', async () => {
    const api = mesh.client();
    for (const [issuer, iss] of [
      ['https://login.example.com', null],
      [undefined, 'https://login.example.com'],
    ] as const) {
      const path = await create(api, { issuer });
      const back = await partner.visit((await begin(api, path)).authorization_url);
      if (iss !== null) back.searchParams.set('iss', iss);
      const refused = await comeBack(back);
      expect(refused.status).to.equal(422);
      expect(partner.asked.size).to.equal(0);
      expect(await statusOf(api, path)).to.equal('pending_authorization');
    }
  });

  it('refuses an answer that names no issuer where the connection does', async () => {
    const api = mesh.client();
    const path = await create(api);
    const back = await partner.visit((await begin(api, path)).authorization_url);
    back.searchParams.delete('iss');
    expect((await comeBack(back)).status).to.equal(422);
  });

  it('refuses what comes back to a login that was changed since', async () => {
    const api = mesh.client();
    const path = await create(api);
    const back = await partner.visit((await begin(api, path)).authorization_url);
    await api.patch(path, { authentication: { scope: 'openid' } });
    expect((await comeBack(back)).status).to.equal(422);
    expect(partner.asked.size).to.equal(0);
  });

  it('says that the user refused, without the words of the partner', async () => {
    const api = mesh.client();
    const path = await create(api);
    partner.refuses = true;
    const refused = await comeBack(await partner.visit((await begin(api, path)).authorization_url));
    expect(refused.status).to.equal(422);
    expect(await refused.json()).to.have.nested.property(
      'error.message',
      'The login at the external system was refused or given up.',
    );
  });

  it('authorizes a client at once that acts by its own right', async () => {
    const api = mesh.client();
    const own = { authorization_url: undefined, issuer: undefined, scope: undefined };
    const path = await create(api, own);
    const begun = await api.post(`${path}/authorize`);
    expect(begun.body.data).to.deep.equal({
      ...{ authorization_url: null, state: null, expires_at: null },
      status: 'authorized',
    });
    expect(await test(api, path)).to.include({ success: true });
    const wrong = await create(api, { ...own, client_secret: 'wrong' });
    const refused = await api.post(`${wrong}/authorize`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'authorization_failed']);
  });

  it('answers 503 while the token address is broken', async () => {
    const api = mesh.client();
    const path = await create(api, { authorization_url: undefined, issuer: undefined, scope: undefined });
    partner.broken = 502;
    const answer = await api.post(`${path}/authorize`);
    expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'service_unavailable']);
    expect(JSON.stringify(answer.body)).to.not.contain('Bad gateway');
  });

  it('gets a new token by the refresh token when one has ended, and keeps the refresh token that comes with it', async () => {
    const api = mesh.client();
    const path = await create(api);
    await authorize(api, path);
    for (const round of [1, 2, 3]) {
      now += HOUR_MS;
      expect(await test(api, path), `round ${round}`).to.include({ success: true });
      expect(partner.asked.get('refresh_token')).to.equal(round);
    }
  });

  it('gets a new token when the partner takes the one that there is no more', async () => {
    const api = mesh.client();
    const path = await create(api);
    await authorize(api, path);
    expect(await test(api, path)).to.include({ success: true });
    partner.endAccess();
    expect(await test(api, path)).to.include({ success: true });
    expect(partner.asked.get('refresh_token')).to.equal(1);
  });

  it('asks for the user again when the refresh token is worth nothing any more', async () => {
    const api = mesh.client();
    const path = await create(api);
    await authorize(api, path);
    await partner.revoke();
    now += HOUR_MS;
    const [check] = (await test(api, path)).checks;
    expect(check).to.include({ name: 'authorization', ok: false });
    expect(check.message).to.contain('takes the authorization no more');
    expect(await statusOf(api, path)).to.equal('pending_authorization');
    const refreshes = partner.asked.get('refresh_token');
    await test(api, path);
    expect(partner.asked.get('refresh_token'), 'no refresh token is tried twice').to.equal(refreshes);
    await authorize(api, path);
    expect(await test(api, path)).to.include({ success: true });
  });

  it('refreshes once when two replicas need a new token at the same moment', async () => {
    const api = mesh.client();
    const path = await create(api);
    await authorize(api, path);
    const other = mesh.client({ orgId: api.orgId, at: await mesh.startAnother() });
    now += HOUR_MS;
    const answers = await Promise.all([api, other, api, other, api, other].map((one) => test(one, path)));
    expect(answers.map(({ success }) => success)).to.deep.equal(Array(6).fill(true));
    expect(partner.asked.get('refresh_token')).to.equal(1);
  });

  it('keeps nothing of tokens and secrets in plain text', async () => {
    const api = mesh.client();
    const path = await create(api);
    await authorize(api, path);
    for (const name of ['connection', 'credential', 'authorization_state', 'outbox']) {
      const text = JSON.stringify(await mesh.database.collection(name).find().toArray());
      expect(text, name).to.not.contain(partner.client_secret);
      expect(text, name).to.not.contain('Bearer');
    }
    expect((await api.get(path)).body.data.authentication.client_secret).to.equal('********');
  });
});
