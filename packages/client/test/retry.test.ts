import { expect } from 'chai';
import {
  ConflictError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  type Retry,
  ServiceUnavailableError,
} from '../src/index.ts';
import { delayBefore } from '../src/retry.ts';
import { json, refusal, rejection, startServer, type TestServer } from './server.ts';

const SUPPLIER = { name: 'Acme', supplier_code: 'ACME-1' };
const AT_ONCE = { 'retry-after': '0' };

describe('what is sent again', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** Refuses so many requests, then takes them. */
  const refuseFirst = (times: number, status: number, headers: Record<string, string> = AT_ONCE) =>
    server.answer((response, _received, count) =>
      count < times
        ? json(response, status, refusal('service_unavailable'), headers)
        : json(response, 200, { data: { id: 'ent_1' } }),
    );

  const create = () => server.client().suppliers.create(SUPPLIER);

  for (const status of [408, 429, 502, 503, 504])
    it(`is a request that is answered ${status} twice`, async () => {
      refuseFirst(2, status);
      expect(await create()).to.deep.equal({ id: 'ent_1' });
      expect(server.received).to.have.length(3);
    });

  it('keeps its idempotency key, its request id and its body', async () => {
    refuseFirst(2, 503);
    await create();
    const sent = server.received.map(({ headers, body }) => [
      ...[headers['idempotency-key'], headers['x-request-id'], body.toString()],
    ]);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).to.equal(1);
    expect(sent[0]?.[0]).to.match(/^[0-9a-f]{32}$/);
    const first = sent[0];
    refuseFirst(0, 503);
    await create();
    expect(server.received[0]?.headers['idempotency-key']).to.not.equal(first?.[0]);
  });

  it('has deleted a record where a later attempt finds none', async () => {
    server.answer((response, _received, count) =>
      count === 0
        ? json(response, 504, refusal('service_unavailable'), AT_ONCE)
        : json(response, 404, refusal('not_found')),
    );
    expect(await server.client().entities.delete('ent_1')).to.equal(undefined);
    server.answer((response) => json(response, 404, refusal('not_found')));
    expect(await rejection(server.client().entities.delete('ent_1'))).to.be.instanceOf(NotFoundError);
  });

  it('is reported to the program', async () => {
    refuseFirst(1, 503);
    const reported: Retry[] = [];
    await server.client({ onRetry: (retry) => reported.push(retry) }).suppliers.create(SUPPLIER);
    expect(reported).to.have.length(1);
    expect(reported[0]).to.include({ operation: 'createSupplier', attempt: 1, delayMs: 0 });
    expect(reported[0]?.error).to.be.instanceOf(ServiceUnavailableError);
  });

  it('is tried at most twice more, or as often as is asked for', async () => {
    refuseFirst(9, 503);
    expect(await rejection(create())).to.be.instanceOf(ServiceUnavailableError);
    expect(server.received).to.have.length(3);
    refuseFirst(9, 503);
    await rejection(server.client({ maxRetries: 4 }).suppliers.get('ent_1', {}, { maxRetries: 0 }));
    expect(server.received).to.have.length(1);
  });

  for (const status of [400, 401, 403, 404, 409, 412, 422, 423, 500])
    it(`is no request that is answered ${status}`, async () => {
      refuseFirst(1, status);
      expect(await rejection(create())).to.include({ status });
      expect(server.received).to.have.length(1);
    });

  it('comes no sooner than Retry-After says', async () => {
    refuseFirst(1, 429, { 'retry-after': '1' });
    const before = performance.now();
    await create();
    expect(performance.now() - before).to.be.at.least(990);
  });

  it('is no request that is to wait for more than a minute: the program decides', async () => {
    refuseFirst(1, 429, { 'retry-after': '61' });
    const error = await rejection(create());
    expect(error).to.be.instanceOf(RateLimitError).and.include({ retryAfter: 61 });
    expect(server.received).to.have.length(1);
  });

  it('is one whose connection broke', async () => {
    server.answer((response, _received, count) =>
      count === 0 ? void response.destroy() : json(response, 200, { data: { id: 'ent_1' } }),
    );
    expect(await create()).to.deep.equal({ id: 'ent_1' });
    expect(server.received).to.have.length(2);
  });

  it('is no write that names a version, unless nothing was done (429)', async () => {
    const update = () => server.client().suppliers.update('ent_1', { name: 'Other' }, { ifMatch: 3 });
    server.answer((response) => void response.destroy());
    expect(await rejection(update())).to.be.instanceOf(NetworkError);
    expect(server.received).to.have.length(1);
    refuseFirst(1, 429);
    expect(await update()).to.deep.equal({ id: 'ent_1' });
    expect(server.received.map(({ headers }) => headers['if-match'])).to.deep.equal(['"3"', '"3"']);
  });

  it('is no POST without a key, such as of a password', async () => {
    refuseFirst(1, 503);
    const change = { current_password: 'one password', new_password: 'another password' };
    await rejection(server.client().account.changeOwnPassword(change));
    expect(server.received).to.have.length(1);
  });

  it('is a signed request, by its key', async () => {
    refuseFirst(1, 503);
    const signature = { meaning: 'Approval', password: 'secret' };
    await server.client().workflows.decideApproval('apr_1', { decision: 'approve', comment: 'Good', signature });
    const [first, second] = server.received;
    expect(first?.headers['idempotency-key']).to.equal(second?.headers['idempotency-key']);
  });

  it('is no conflict, even of a key whose first request still runs', async () => {
    server.answer((response) => json(response, 409, refusal('idempotency_in_progress'), AT_ONCE));
    expect(await rejection(create())).to.be.instanceOf(ConflictError);
    expect(server.received).to.have.length(1);
  });

  it('waits longer each time, up to 8 seconds, and never twice the same', () => {
    const error = new NetworkError('broken');
    for (const [attempt, longest] of [500, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      const delays = Array.from({ length: 20 }, () => delayBefore(attempt, error) ?? 0);
      expect(Math.min(...delays)).to.be.at.least(longest / 2);
      expect(Math.max(...delays)).to.be.at.most(longest);
      expect(new Set(delays).size).to.be.above(1);
    }
  });
});
