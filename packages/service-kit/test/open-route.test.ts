import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { z } from 'zod';
import { AppError } from '../src/error.ts';
import { html, one } from '../src/http/answer.ts';
import { makeApp } from '../src/http/app.ts';
import { openRoute } from '../src/http/open-route.ts';
import { buildOpenApi } from '../src/http/openapi.ts';
import { route } from '../src/http/route.ts';
import { startHttpServer } from '../src/http/server.ts';

type Parts = Parameters<typeof makeApp>[0];

const Reported = z
  .object({ bytes: z.number(), org_id: z.string(), header: z.string().nullable() })
  .meta({ id: 'Told' });
const example = { bytes: 2, org_id: '', header: null };
const reported = { tag: 'Integrations', summary: 'Takes a message', description: 'Takes it.' } as const;

const routes = [
  openRoute({
    ...reported,
    id: 'takeMessage',
    method: 'post',
    path: '/messages/:sender',
    params: z.object({ sender: z.string().meta({ description: 'Who.', examples: ['one'] }) }),
    consumes: ['application/json'],
    bodyLimit: 100,
    answer: one(Reported, { status: 202 }),
    example: { answer: example },
    async handle({ opened: { body, headers }, call }) {
      if (!body.includes('proof')) throw new AppError('unauthorized', 'The message proves nothing.');
      const { org_id } = 'actor' in call ? (call.actor as { org_id: string }) : { org_id: 'unknown' };
      return { bytes: body.length, org_id, header: String(headers['x-proof'] ?? '') || null };
    },
  }),
  openRoute({
    ...reported,
    id: 'comeBack',
    method: 'get',
    path: '/callback',
    query: z.looseObject({ state: z.string().optional().meta({ description: 'Once.' }) }),
    answer: html(),
    example: {},
    handle: async ({ opened }) => ({ html: `<p>${opened.url.length}</p>`, policy: "default-src 'none'" }),
  }),
  route({
    ...reported,
    id: 'closed',
    method: 'get',
    path: '/messages',
    scope: 'authenticated',
    answer: one(Reported),
    example: { answer: example },
    handle: async () => example,
  }),
];

const parts = {
  routes,
  authenticate: async () => {
    throw new AppError('unauthorized', 'There is no credential.');
  },
  organizations: {},
  oncePerKey: async (call: { idempotency: unknown }, run: () => Promise<unknown>) => {
    if (call.idempotency !== null) throw new Error('A key of nobody.');
    return { value: await run(), replayed: false };
  },
  meshSecret: 'a secret of the mesh that has more than thirty-two characters',
  clock: () => new Date(),
  log: { info() {}, warn() {}, error() {} },
  metrics: { observe() {} },
} as unknown as Parts;

describe('a route that takes no credential', () => {
  let server: Awaited<ReturnType<typeof startHttpServer>>;
  let url: string;

  before(async () => {
    server = await startHttpServer(makeApp(parts), { port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${server.port}/v1`;
  });
  after(() => server.stop());

  const post = (body: string, headers: Record<string, string> = {}) =>
    apiClient(url, null).post('/messages/one', body, { headers: { 'content-type': 'application/json', ...headers } });

  it('gets the bytes and headers as they came, in the name of no organisation', async () => {
    const answer = await post('{ "proof" : 1 }', { 'x-proof': 'signed', 'idempotency-key': 'a' });
    expect([answer.status, answer.body.data]).to.deep.equal([202, { bytes: 15, org_id: '', header: 'signed' }]);
    expect(answer.headers.get('idempotency-replayed')).to.equal(null);
    expect((await post('broken proof {')).status).to.equal(202);
  });

  it('refuses by what is sent, by its media type, its size and unknown parameters', async () => {
    expect((await post('{}')).status).to.equal(401);
    expect((await post('proof', { 'content-type': 'text/plain' })).status).to.equal(415);
    expect((await post(`proof${'x'.repeat(200)}`)).status).to.equal(413);
    expect((await apiClient(url, null).post('/messages/one?x=1', 'proof')).status).to.equal(422);
  });

  it('answers a page with its policy', async () => {
    const answer = await apiClient(url, null).get('/callback?state=1&session_state=2');
    expect(answer.headers.get('content-type')).to.contain('text/html');
    expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'");
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('leaves every other route closed', async () => {
    expect((await apiClient(url, null).get('/messages')).status).to.equal(401);
  });

  it('is described without security, credential errors and idempotency keys', () => {
    const paths = buildOpenApi('messages', routes).paths as Record<string, Record<string, never>>;
    const { security, responses, parameters } = paths['/v1/messages/{sender}']?.post ?? ({} as never);
    expect(security).to.deep.equal([]);
    expect(responses).to.not.have.any.keys('401', '403');
    expect(JSON.stringify(parameters)).to.not.contain('IdempotencyKey');
    expect(JSON.stringify(paths['/v1/messages']?.get)).to.contain('bearer');
  });
});
