import { expect } from 'chai';
import { ForbiddenError, TimeoutError, UnauthorizedError } from '../src/index.ts';
import { json, refusal, rejection, startServer, type TestServer } from './server.ts';

const HOUR_MS = 3_600_000;

describe('the credential', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const bearers = () =>
    server.received.filter(({ url }) => url.startsWith('/v1')).map(({ headers }) => headers.authorization);

  const tokenRequests = () => server.received.filter(({ url }) => url === '/oauth/token');

  it('is an API key in every request, with who calls', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    await server.client({ userAgent: 'bridge/1' }).organization.get();
    const [{ headers }] = server.received as [(typeof server.received)[0]];
    expect(headers.authorization).to.equal('Bearer qsc_test_key');
    expect(headers['user-agent']).to.match(/^bridge\/1 qsc-client\/\d/);
  });

  describe('of an application', () => {
    const application = (more: object = {}) => {
      const credential = { clientId: 'app_1', clientSecret: 'secret', authUrl: server.url, scope: 'entities:read' };
      return server.client({ credential, ...more });
    };

    /** Tokens for an hour, numbered; the API refuses those that are told. */
    const issue = (refused: readonly string[] = []) =>
      server.answer((response, { url, headers }) => {
        if (url === '/oauth/token')
          return json(response, 200, { access_token: `token-${tokenRequests().length}`, expires_in: 3_600 });
        const isRefused = refused.some((token) => headers.authorization === `Bearer ${token}`);
        return isRefused ? json(response, 401, refusal('unauthorized')) : json(response, 200, { data: {} });
      });

    it('is fetched once for many callers, by client credentials', async () => {
      issue();
      const client = application();
      await Promise.all(Array.from({ length: 20 }, () => client.organization.get()));
      expect(tokenRequests()).to.have.length(1);
      expect(Object.fromEntries(new URLSearchParams(tokenRequests()[0]?.body.toString()))).to.deep.equal({
        grant_type: 'client_credentials',
        client_id: 'app_1',
        client_secret: 'secret',
        scope: 'entities:read',
      });
      expect(new Set(bearers())).to.deep.equal(new Set(['Bearer token-1']));
    });

    it('is renewed before it expires', async () => {
      issue();
      let time = 0;
      const client = application({ now: () => time });
      for (const now of [0, HOUR_MS - 61_000, HOUR_MS - 59_000]) {
        time = now;
        await client.organization.get();
      }
      expect(bearers()).to.deep.equal(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    });

    it('is renewed once where the API refuses it, for all who were refused', async () => {
      issue(['token-1']);
      const client = application();
      await Promise.all([client.organization.get(), client.organization.get(), client.organization.get()]);
      expect(tokenRequests()).to.have.length(2);
    });

    it('is an error where the renewed one is refused too, and where the application is', async () => {
      issue(['token-1', 'token-2']);
      expect(await rejection(application().organization.get())).to.be.instanceOf(UnauthorizedError);
      server.answer((response) => json(response, 401, { error: 'invalid_client', error_description: 'It is gone.' }));
      const error = await rejection(application().organization.get());
      expect(error).to.include({ status: 401, code: 'invalid_client', message: 'It is gone.' });
      expect(server.received).to.have.length(1);
    });
  });

  it('is asked for before each request where it is a function, and again when it is refused', async () => {
    server.answer((response, { headers }) =>
      headers.authorization === 'Bearer old'
        ? json(response, 401, refusal('unauthorized'))
        : json(response, 200, { data: {} }),
    );
    const asked: boolean[] = [];
    const token = ({ refused }: { refused: boolean }) => {
      asked.push(refused);
      return refused ? 'new' : 'old';
    };
    await server.client({ credential: { token } }).organization.get();
    expect(asked).to.deep.equal([false, true]);
    expect(bearers()).to.deep.equal(['Bearer old', 'Bearer new']);
  });

  it('is a token that a function gives once for all requests that were refused with the former one', async () => {
    server.answer((response, { headers }) =>
      headers.authorization === 'Bearer new'
        ? json(response, 200, { data: { id: 'usr_1' } })
        : json(response, 401, refusal('unauthorized')),
    );
    let renewals = 0;
    const token = ({ refused }: { refused: boolean }) => {
      if (refused) renewals += 1;
      return refused ? 'new' : 'old';
    };
    const client = server.client({ credential: { token } });
    await Promise.all(Array.from({ length: 5 }, () => client.account.get()));
    expect(renewals).to.equal(1);
  });

  it('is not waited for longer than the call may take', async () => {
    const client = server.client({ credential: { token: () => new Promise<string>(() => {}) }, maxRetries: 0 });
    expect(await rejection(client.account.get({ timeoutMs: 20 }))).to.be.instanceOf(TimeoutError);
  });

  it('is the cookie of the dashboard, with a header on writes and one on what nobody asked for', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    const sent: string[] = [];
    const fetch = (request: Request) => {
      sent.push(request.credentials);
      return globalThis.fetch(request);
    };
    const client = server.client({ credential: { session: true }, fetch });
    await client.organization.get({ background: true });
    await client.organization.update({ name: 'Other' });
    const headers = server.received.map(({ headers }) => [
      ...[headers.authorization, headers['x-qsc-dashboard'], headers['x-qsc-background']],
    ]);
    expect(headers).to.deep.equal([
      [undefined, undefined, '1'],
      [undefined, '1', undefined],
    ]);
    expect(sent).to.deep.equal(['same-origin', 'same-origin']);
  });

  it('is never taken to another address', async () => {
    server.answer((response) => void response.writeHead(307, { location: `${server.url}/elsewhere` }).end());
    await rejection(server.client({ maxRetries: 0 }).organization.get());
    expect(server.received).to.have.length(1);
  });

  it('is not replaced where a scope is missing', async () => {
    server.answer((response) => json(response, 403, refusal('forbidden', { required_scope: 'admin:read' })));
    const credential = { token: () => 'token' };
    const error = await rejection(server.client({ credential }).organization.get());
    expect(error).to.be.instanceOf(ForbiddenError).and.include({ requiredScope: 'admin:read' });
    expect(server.received).to.have.length(1);
  });
});
