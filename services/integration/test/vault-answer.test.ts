import { expect } from 'chai';
import type { RemoteContext, RemoteWrite } from '../src/connector/connector.ts';
import { sessionUrl } from '../src/connector/veeva-vault/vault-address.ts';
import { readVault, toError } from '../src/connector/veeva-vault/vault-answer.ts';
import { upsert } from '../src/connector/veeva-vault/vault-write.ts';
import type { RemoteAnswer } from '../src/remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../src/remote/remote-error.ts';
import { toRefusal, toSource } from './vault-simulator/vault-access.ts';

const HTML = '<html><h1>the words of a proxy</h1></html>';

const answered = (status: number, body: string, headers: RemoteAnswer['headers'] = {}): RemoteAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});

const refusedFor = (answer: RemoteAnswer): Promise<Error & Record<string, unknown>> =>
  toRefusal(Promise.resolve().then(() => readVault(answer)));

const toEndpoints = (api_base: string) => ({ api_base, api_version: null, host: null });

describe('a proxy before a Vault', () => {
  for (const [status, code] of [
    [401, 'INVALID_SESSION'],
    [403, 'NO_PERMISSION'],
    [404, 'RECORD_NOT_FOUND'],
  ] as const)
    it(`is ${code} where it answers ${status}, without its text`, async () => {
      const error = await refusedFor(answered(status, HTML));
      expect(error).to.be.instanceOf(RemoteRefusal).and.to.include({ code });
      expect(error.message).not.to.contain('proxy');
    });

  it('is RATE_LIMIT where it answers 429, for as long as it says, and for ten seconds where it does not', async () => {
    const requested = answered(429, HTML, { 'retry-after': '42' });
    expect(await refusedFor(requested)).to.include({ code: 'RATE_LIMIT', retryAfterMs: 42_000 });
    expect(await refusedFor(answered(429, HTML))).to.include({ code: 'RATE_LIMIT', retryAfterMs: 10_000 });
  });

  for (const header of ['999999999', '99999999999999999', 'Fri, 01 Mar 2058 12:00:00 GMT'])
    it(`is not called for a day at most by Retry-After "${header}"`, async () => {
      const headers = { 'retry-after': header, date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
      for (const status of [429, 503])
        expect(await refusedFor(answered(status, HTML, headers))).to.include({ retryAfterMs: 86_400_000 });
    });

  it('is called again as without Retry-After where the header is invalid', async () => {
    const headers = { 'retry-after': 'soon', date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
    expect(await refusedFor(answered(429, HTML, headers))).to.include({ retryAfterMs: 10_000 });
    expect(await refusedFor(answered(503, HTML, headers))).to.include({ retryAfterMs: null });
  });

  it('is trouble that passes where it answers anything else, for as long as it says', async () => {
    for (const answer of [answered(200, HTML), answered(502, HTML), answered(200, '[]'), answered(200, '{"a":1}')])
      expect(await refusedFor(answer)).to.be.instanceOf(RemoteTrouble);
    const later = answered(503, HTML, { 'retry-after': '7' });
    expect(await refusedFor(later)).to.include({ retryAfterMs: 7_000 });
  });
});

describe('a Vault that is being configured', () => {
  it('is trouble that passes', () => {
    expect(toError({ type: 'CONFIGURATION_MODE_ENABLED' })).to.be.instanceOf(RemoteTrouble);
  });
});

describe('a token of OAuth', () => {
  it('becomes a session at the login of the cloud, and at the Vault itself where it is on a host of its own', () => {
    const inCloud = toEndpoints('https://quality.veevavault.com');
    expect(sessionUrl(inCloud, '_1')).to.equal('https://login.veevavault.com/auth/oauth/session/_1');
    const own = toEndpoints('https://veevavault.com.example.com');
    expect(sessionUrl(own, '../x')).to.equal('https://veevavault.com.example.com/auth/oauth/session/..%2Fx');
  });
});

describe('the results of rows', () => {
  const write = (reference: string): RemoteWrite => ({ externalId: null, reference, fields: {}, etag: null });

  const resultsFor = (rows: readonly object[], writes: readonly RemoteWrite[]) => {
    const body = JSON.stringify({ responseStatus: 'SUCCESS', data: rows });
    const call: RemoteContext['call'] = async (_request, read) => read(answered(200, body));
    const context = { endpoints: toEndpoints('https://vault.example.com'), call } as RemoteContext;
    return upsert(context, { source: toSource('supplier__c'), fields: new Map() }, writes);
  };

  it('count a row with a warning as written', async () => {
    const [result] = await resultsFor([{ responseStatus: 'WARNING', data: { id: 'V1' } }], [write('ent_1')]);
    expect(result).to.include({ ok: true, externalId: 'V1' });
  });

  it('are not guessed where Vault returns more or fewer rows than were sent', async () => {
    const row = { responseStatus: 'SUCCESS', data: { id: 'V1' } };
    expect(await toRefusal(resultsFor([row], [write('ent_1'), write('ent_2')]))).to.be.instanceOf(RemoteTrouble);
    expect(await toRefusal(resultsFor([row, row], [write('ent_1')]))).to.be.instanceOf(RemoteTrouble);
  });
});
