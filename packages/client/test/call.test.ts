import { expect } from 'chai';
import {
  AccountLockedError,
  ApiError,
  ConflictError,
  GoneError,
  InvalidTransitionError,
  NotFoundError,
  PayloadTooLargeError,
  ServiceUnavailableError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
  VersionConflictError,
} from '../src/index.ts';
import { json, refusal, rejection, startServer, type TestServer } from './server.ts';

const ENTITY = { id: 'ent_1', version: 3 };

describe('a call', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const get = () => server.client().entities.get('ent_1');

  it('answers the data, and with its response the headers that matter', async () => {
    const headers = { etag: '"3"', 'x-request-id': 'req_9', 'idempotency-replayed': 'true' };
    server.answer((response) => json(response, 200, { data: ENTITY, meta: { more: true } }, headers));
    expect(await get()).to.deep.equal(ENTITY);
    const answer = await get().withResponse();
    expect(answer).to.include({ status: 200, etag: '"3"', requestId: 'req_9', replayed: true });
    expect(answer.body).to.deep.equal({ data: ENTITY, meta: { more: true } });
  });

  it('answers nothing where there is no body', async () => {
    server.answer((response) => void response.writeHead(204).end());
    expect(await server.client().entities.delete('ent_1')).to.equal(undefined);
  });

  it('sends the reason of the client with each write that has none of its own', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    const client = server.client({ reason: 'Migration' });
    await client.entities.get('ent_1');
    await client.entities.update('ent_1', { name: 'Other' });
    await client.entities.update('ent_1', { name: 'Other' }, { reason: 'Correction' });
    const reasons = server.received.map(({ headers }) => headers['x-change-reason']);
    expect(reasons).to.deep.equal([undefined, 'Migration', 'Correction']);
  });

  it('sends the reason in any language, and arrays as comma lists with commas escaped', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    const query = { include: ['relationships', 'a,b\\c'] };
    await server.client().entities.get('ent_1', query);
    await server.client().entities.update('ent_1', { name: 'Other' }, { reason: '規格 für alle' });
    const [read, write] = server.received;
    const { searchParams } = new URL(read?.url ?? '', server.url);
    expect(searchParams.get('include')).to.equal('relationships,a\\,b\\\\c');
    expect(Buffer.from(String(write?.headers['x-change-reason']), 'latin1').toString()).to.equal('規格 für alle');
  });

  for (const id of ['', '.', '..', undefined as unknown as string])
    it(`refuses "${id}" as an id, which would lead to another path`, async () => {
      server.answer((response) => json(response, 200, { data: {} }));
      expect(() => server.client().entities.get(id)).to.throw(TypeError, 'entity_id');
      expect(server.received).to.have.length(0);
    });

  it('encodes what stands in an id', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    await server.client().entities.get('a/../b?c');
    expect(server.received[0]?.url).to.equal('/v1/entities/a%2F..%2Fb%3Fc');
  });

  const cases: [number, string, object, typeof ApiError, object][] = [
    [404, 'not_found', {}, NotFoundError, {}],
    [409, 'conflict', { reason: 'waits_for_approval' }, ConflictError, { reason: 'waits_for_approval' }],
    [
      ...([409, 'invalid_transition'] as const),
      { current_state: 'new', requested_state: 'qualified', allowed_transitions: ['evaluation'] },
      InvalidTransitionError,
      { currentState: 'new', requestedState: 'qualified', allowedTransitions: ['evaluation'] },
    ],
    [410, 'gone', {}, GoneError, {}],
    [412, 'precondition_failed', { current_version: 4 }, VersionConflictError, { currentVersion: 4 }],
    [413, 'payload_too_large', {}, PayloadTooLargeError, {}],
    [
      ...([422, 'validation_failed'] as const),
      { fields: [{ field: 'name', code: 'too_small', message: 'At least one' }] },
      ValidationError,
      { fields: [{ field: 'name', code: 'too_small', message: 'At least one' }], missingFields: [] },
    ],
    [422, 'missing_required_fields', { missing_fields: ['x'] }, ValidationError, { fields: [], missingFields: ['x'] }],
    [423, 'account_locked', {}, AccountLockedError, {}],
    [418, 'a_new_code', {}, ApiError, {}],
  ];
  for (const [status, code, details, type, members] of cases)
    it(`is rejected with ${type.name} for ${status} ${code}`, async () => {
      server.answer((response) => json(response, status, refusal(code, details)));
      const error = (await rejection(get())) as ApiError;
      expect(error.constructor).to.equal(type);
      expect(error).to.include({ status, code, requestId: 'req_1', message: `It is ${code}.` });
      expect(error.details).to.deep.equal(details);
      for (const [name, value] of Object.entries(members)) expect(error).to.have.deep.property(name, value);
    });

  it('is rejected with a class and the request id too where a proxy answers no JSON', async () => {
    server.answer((response) => void response.writeHead(502, { 'x-request-id': 'req_2' }).end('<h1>Bad gateway</h1>'));
    const error = await rejection(server.client({ maxRetries: 0 }).entities.get('ent_1'));
    expect(error).to.be.instanceOf(ServiceUnavailableError).and.include({ code: 'unknown', requestId: 'req_2' });
  });

  it('is rejected where a success is no JSON object, such as the page of a proxy', async () => {
    server.answer((response) => void response.writeHead(200).end('<h1>Log in</h1>'));
    expect(await rejection(get())).to.be.instanceOf(UnexpectedAnswerError);
  });

  it('ends with a TimeoutError where no answer comes in time, of the client or the call', async () => {
    server.answer(() => {});
    const late = rejection(server.client({ maxRetries: 0, timeoutMs: 20 }).entities.get('ent_1'));
    expect(await late).to.be.instanceOf(TimeoutError);
    const options = { maxRetries: 0, timeoutMs: 20 };
    expect(await rejection(server.client().entities.get('ent_1', {}, options))).to.be.instanceOf(TimeoutError);
  });

  it('ends with a TimeoutError where the answer does not end', async () => {
    server.answer((response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'));
    const options = { maxRetries: 0, timeoutMs: 50 };
    expect(await rejection(server.client().entities.get('ent_1', {}, options))).to.be.instanceOf(TimeoutError);
  });

  it('is aborted by the signal of the client or the call, with its reason, also between two attempts', async () => {
    for (const where of ['client', 'call']) {
      const stop = new AbortController();
      server.answer((response) => {
        json(response, 503, refusal('service_unavailable'), { 'retry-after': '60' });
        setImmediate(() => stop.abort(new Error(`stopped by ${where}`)));
      });
      const { signal } = stop;
      const client = server.client(where === 'client' ? { signal } : {});
      const error = await rejection(client.entities.get('ent_1', {}, where === 'call' ? { signal } : {}));
      expect(error).to.have.property('message', `stopped by ${where}`);
      expect(server.received).to.have.length(1);
    }
  });

  it('does not send a request that cannot be made, nor call that a failure of the connection', async () => {
    server.answer((response) => json(response, 200, { data: {} }));
    const id = 'ent_1';
    for (const call of [
      () => server.client().suppliers.update(id, {}, { reason: 'line 1\nline 2' }),
      () => server.client({ baseUrl: 'api.example.com' }).suppliers.get(id),
      () => server.client().entities.update(id, { attributes: { many: 1n } }),
    ])
      expect(await rejection(call())).to.be.instanceOf(TypeError);
    expect(server.received).to.have.length(0);
  });

  it('is not redirected, and says where to', async () => {
    server.answer((response) => void response.writeHead(301, { location: 'https://api.example.com/' }).end());
    const error = (await rejection(server.client().account.get())) as Error;
    expect(error).to.be.instanceOf(UnexpectedAnswerError);
    expect(error.message).to.include('https://api.example.com/');
    expect(server.received).to.have.length(1);
  });

  it('has no time limit where it is infinite', async () => {
    server.answer((response) => json(response, 200, { data: { id: 'usr_1' } }));
    expect(await server.client({ timeoutMs: Number.POSITIVE_INFINITY }).account.get()).to.include({ id: 'usr_1' });
  });

  it('is aborted while it waits for its answer', async () => {
    const stop = new AbortController();
    server.answer(() => stop.abort(new Error('enough')));
    expect(await rejection(server.client().entities.get('ent_1', {}, { signal: stop.signal }))).to.include({
      message: 'enough',
    });
  });

  describe('of a list', () => {
    const answerPages = (pages: number) =>
      server.answer((response, { url }) => {
        const page = Number(new URL(url, server.url).searchParams.get('page'));
        const meta = { total: pages * 2, page, per_page: 2, total_pages: pages };
        json(response, 200, { data: pages === 0 ? [] : [{ id: `${page}a` }, { id: `${page}b` }], meta });
      });

    it('goes through all pages, a page when it is needed', async () => {
      answerPages(3);
      const seen: string[] = [];
      for await (const { id } of server.client().suppliers.list({ qualification_status: ['qualified', 'new'] })) {
        seen.push(id);
        expect(server.received).to.have.length(Number(id[0]));
      }
      expect(seen).to.deep.equal(['1a', '1b', '2a', '2b', '3a', '3b']);
      expect(server.received[0]?.url).to.equal(
        '/v1/suppliers?per_page=100&qualification_status=qualified%2Cnew&page=1',
      );
    });

    it('ends at once where there is nothing', async () => {
      answerPages(0);
      for await (const one of server.client().suppliers.list()) expect.fail(JSON.stringify(one));
      expect(server.received).to.have.length(1);
    });

    it('gives one page with its meta, and its response', async () => {
      answerPages(3);
      const { data, meta } = await server.client().suppliers.list({ per_page: 2 }).page(2);
      expect([data[0]?.id, meta.total_pages]).to.deep.equal(['2a', 3]);
      expect(await server.client().suppliers.list().page(3).withResponse()).to.include({ status: 200 });
      expect(server.received.map(({ url }) => url)).to.deep.equal([
        '/v1/suppliers?per_page=2&page=2',
        '/v1/suppliers?page=3',
      ]);
    });
  });

  describe('with a signature', () => {
    const approve = { decision: 'approve', comment: 'Good', signature: { meaning: 'Approval' } } as const;

    it('asks for the credentials, and tells what is signed', async () => {
      server.answer((response) => json(response, 200, { data: {} }));
      const asked: unknown[] = [];
      const client = server.client({
        sign: async (request) => {
          asked.push(request);
          return { username: 'jana@example.com', password: 'secret' };
        },
      });
      await client.workflows.decideApproval('apr_1', approve);
      expect(asked).to.deep.equal([
        {
          meaning: 'Approval',
          content: { operation: 'decideApproval', path: { approval_id: 'apr_1' }, body: approve },
        },
      ]);
      expect(JSON.parse(server.received[0]?.body.toString() ?? '').signature).to.deep.equal({
        meaning: 'Approval',
        username: 'jana@example.com',
        password: 'secret',
      });
    });

    it('sends nothing where there is no password and nobody to ask, or the person declines', async () => {
      server.answer((response) => json(response, 200, { data: {} }));
      expect(await rejection(server.client().workflows.decideApproval('apr_1', approve))).to.be.instanceOf(TypeError);
      const sign = () => Promise.reject(new Error('declined'));
      const error = await rejection(server.client({ sign }).workflows.decideApproval('apr_1', approve));
      expect(error).to.include({ message: 'declined' });
      expect(server.received).to.have.length(0);
    });
  });
});
