import { makeOutboundClient, type OutboundClient, parseNetwork } from '@qsc/service-kit';
import { expect } from 'chai';
import type { RemoteAnswer } from '../src/remote/remote.ts';
import {
  AddressRefused,
  AnswerTooLarge,
  AuthorizationLost,
  RemoteRefusal,
  RemoteTrouble,
  SentElsewhere,
} from '../src/remote/remote-error.ts';
import { type Access, makeRemoteCall, type TransportParts } from '../src/remote/transport.ts';
import { type PlainPartner, startPlainPartner } from './plain-partner.ts';

const loopback = parseNetwork('127.0.0.1/32');

const read = ({ status, headers, body }: RemoteAnswer): string => {
  if (status === 401) throw new RemoteRefusal('INVALID_SESSION', 'The session is not valid.');
  if (status === 422) throw new RemoteRefusal('VALIDATION_ERROR', 'A field is not valid.');
  if (status === 429)
    throw new RemoteRefusal('RATE_LIMIT', 'Too many.', { retryAfterMs: Number(headers['retry-after']) * 1_000 });
  if (status >= 500) throw new RemoteTrouble('The system failed.');
  return String(body);
};

/** A right whose keys are the partner's password or not. */
const makeAccess = (...keys: string[]): Access & { renewals: number } => {
  const held = (version: number) => ({
    credential: { values: { key: keys[version] ?? '' }, expiresAt: null },
    version,
  });
  const access = {
    renewals: 0,
    current: async () => held(access.renewals),
    async renew() {
      access.renewals += 1;
      if (keys[access.renewals] === undefined) throw new AuthorizationLost('No other key.');
      return held(access.renewals);
    },
    apply: (request: object, { values }: { values: Readonly<Record<string, string>> }) =>
      ({ ...request, headers: { 'x-api-key': values.key } }) as never,
  };
  return access;
};

describe('the transport to external systems', () => {
  let partner: PlainPartner;
  let outbound: OutboundClient;

  before(() => {
    outbound = makeOutboundClient({ allowedNetworks: loopback ? [loopback] : [] });
  });
  after(() => outbound.close());
  beforeEach(async () => {
    partner = await startPlainPartner();
  });
  afterEach(() => partner.stop());

  const callWith = (parts: Partial<TransportParts> = {}) =>
    makeRemoteCall({
      outbound,
      access: makeAccess('right'),
      delaysMs: [1, 1, 1],
      random: () => 0.5,
      signal: new AbortController().signal,
      ...parts,
    });

  const ping = () => ({ url: `${partner.url}/ping`, method: 'GET' as const });
  const toRefusal = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => expect.fail('it should have been refused'),
      (error: Error) => error,
    );

  it('tries trouble again, a few times', async () => {
    partner.next.push({ status: 502, body: '<html>' }, 'hang up');
    expect(await callWith()(ping(), read)).to.contain('v1');
    expect(partner.seen).to.have.length(3);
    partner.next.push(...Array(9).fill({ status: 503 }));
    expect(await toRefusal(callWith()(ping(), read))).to.be.instanceOf(RemoteTrouble);
    expect(partner.seen).to.have.length(3 + 4);
  });

  it('tries what the partner refuses once', async () => {
    partner.next.push({ status: 422 });
    expect(await toRefusal(callWith()(ping(), read))).to.include({ code: 'VALIDATION_ERROR' });
    expect(partner.seen).to.have.length(1);
  });

  it('waits out a short rate limit and leaves a long one to its caller', async () => {
    partner.next.push({ status: 429, headers: { 'retry-after': '0.01' } });
    expect(await callWith()(ping(), read)).to.contain('v1');
    partner.next.push({ status: 429, headers: { 'retry-after': '60' } });
    const error = await toRefusal(callWith()(ping(), read));
    expect(error).to.include({ code: 'RATE_LIMIT', retryAfterMs: 60_000 });
    expect(partner.seen).to.have.length(3);
  });

  it('renews a refused credential once and sends the request once more', async () => {
    const access = makeAccess('old', 'right');
    expect(await callWith({ access })(ping(), read)).to.contain('v1');
    expect(access.renewals).to.equal(1);
    const lost = makeAccess('old');
    expect(await toRefusal(callWith({ access: lost })(ping(), read))).to.be.instanceOf(AuthorizationLost);
    const wrong = makeAccess('old', 'older', 'right');
    expect(await toRefusal(callWith({ access: wrong })(ping(), read))).to.include({ code: 'INVALID_SESSION' });
    expect(wrong.renewals).to.equal(1);
  });

  it('does not repeat a request that may act once where no answer came', async () => {
    partner.next.push('hang up');
    expect(await toRefusal(callWith()({ ...ping(), once: true }, read))).to.be.instanceOf(RemoteTrouble);
    expect(partner.seen).to.have.length(1);
    partner.next.push({ status: 503 });
    expect(await callWith()({ ...ping(), once: true }, read)).to.contain('v1');
  });

  it('repeats a request that may act once neither where the partner sends elsewhere, who may have done it', async () => {
    const access = { ...makeAccess('right'), renew: () => Promise.reject(new RemoteTrouble('Later.')) };
    const readPage = (answer: RemoteAnswer): string => {
      if (answer.status === 303) throw new SentElsewhere();
      return read(answer);
    };
    for (const [once, seen] of [
      [true, 1],
      [false, 4],
    ] as const) {
      partner.seen.length = 0;
      partner.next.splice(0, Infinity, ...Array(4).fill({ status: 303 }));
      const error = await toRefusal(callWith({ access })({ ...ping(), once }, readPage));
      expect([error instanceof RemoteTrouble, partner.seen.length]).to.deep.equal([true, seen]);
    }
  });

  it('does not take part of an answer for the whole, and does not repeat the request', async () => {
    const error = await toRefusal(callWith()({ ...ping(), keepBytes: 4 }, read));
    expect(error).to.be.instanceOf(AnswerTooLarge).and.to.include({ code: 'VALIDATION_ERROR' });
    expect(partner.seen).to.have.length(1);
    const once = await toRefusal(callWith()({ ...ping(), keepBytes: 4, once: true }, read));
    expect(once).to.be.instanceOf(RemoteTrouble);
    expect(partner.seen).to.have.length(2);
  });

  it('sends nothing to an address that the deployment does not allow', async () => {
    const url = `http://127.0.0.2:${new URL(partner.url).port}/ping`;
    expect(await toRefusal(callWith()({ ...ping(), url }, read))).to.be.instanceOf(AddressRefused);
    expect(partner.seen).to.have.length(0);
  });

  it('ends when it is aborted, also between two attempts', async () => {
    const stop = new AbortController();
    partner.next.push({ status: 503 });
    const paused = Promise.withResolvers<void>();
    const random = () => {
      paused.resolve();
      return 0.5;
    };
    const call = callWith({ delaysMs: [60_000], signal: stop.signal, random });
    const ended = toRefusal(call(ping(), read));
    await paused.promise;
    stop.abort(new Error('stopped'));
    await ended;
    expect(partner.seen).to.have.length(1);
  });
});
