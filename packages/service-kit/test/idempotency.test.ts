import { newId, systemActor } from '@qsc/contracts';
import { expect } from 'chai';
import { z } from 'zod';
import type { Call } from '../src/call.ts';
import { AppError } from '../src/error.ts';
import { makeIdempotencyKeys, makeOncePerKey } from '../src/http/idempotency.ts';
import type { IdempotencyRow } from '../src/mongo/unit-of-work.ts';

type Parts = Parameters<typeof makeOncePerKey>[0];

const NOW = new Date('2026-11-22T12:00:00Z');
const KEY = { id: 'org_1/key', fingerprint: 'same', once: [], stored: false };
const ROW: IdempotencyRow = { _id: KEY.id, fingerprint: 'same', answer: '"first"', created_at: NOW };

describe('a request that is repeated while the first one commits at another replica', () => {
  let row: IdempotencyRow | null;
  const rows = { findOne: async () => row, definition: { name: 'idempotency' } };
  const once = makeOncePerKey({ rows, clock: () => NOW, unitOfWork: {} } as unknown as Parts);
  const call = { idempotency: KEY } as unknown as Call;
  const refused = new AppError('invalid_transition', 'It is there already.');

  /** A decision that is refused by what the first request has committed since the look-up. */
  const meet = (committed: IdempotencyRow | null) => async (): Promise<never> => {
    row = committed;
    throw refused;
  };

  const failure = (running: Promise<unknown>): Promise<unknown> => running.catch((error: unknown) => error);

  beforeEach(() => {
    row = null;
  });

  it('gets the answer of the first one, and not the refusal that its effect causes', async () => {
    expect(await once(call, meet(ROW))).to.deep.equal({ value: 'first', replayed: true });
  });

  it('is refused where there was no first one', async () => {
    expect(await failure(once(call, meet(null)))).to.equal(refused);
  });

  it('is refused by the answer of another request with its key', async () => {
    const other = await failure(once(call, meet({ ...ROW, fingerprint: 'other' })));
    expect(other).to.include({ code: 'idempotency_key_reused' });
  });

  it('asks nobody again where the service itself has failed', async () => {
    const away = new AppError('service_unavailable', 'The database is away.');
    const failed = once(call, async () => {
      row = ROW;
      throw away;
    });
    expect(await failure(failed)).to.equal(away);
  });
});

describe('an idempotency key', () => {
  const SECRET = 'a'.repeat(32);
  const signature = z.strictObject({ meaning: z.string(), password: z.string().meta({ writeOnly: true }) });
  const route = { body: z.strictObject({ to_state: z.string(), signature: signature.optional() }) };
  const user = newId('user');
  const signed = (password: string) => ({ to_state: 'closed', signature: { meaning: 'Approval', password } });

  type Sent = { by?: string; method?: string; url?: string; key?: string; body?: unknown; secret?: string };

  const toKey = (
    { by = user, method = 'POST', url = '/v1/a', key = 'k', body = signed('right'), secret = SECRET }: Sent = {},
    declared: Parameters<typeof makeIdempotencyKeys>[1] = route,
  ) => {
    const request = { method, originalUrl: url, body, get: () => key } as unknown as Parameters<
      ReturnType<typeof makeIdempotencyKeys>
    >[0];
    const actor = { ...systemActor('org_1'), id: by };
    return makeIdempotencyKeys(secret, declared)(request, { actor, body: Buffer.from(JSON.stringify(body)) });
  };

  for (const [what, other, isSame] of [
    ['the organisation, the caller, the method, the path and the key', {}, true],
    ['the caller', { by: newId('user') }, false],
    ['the path', { url: '/v1/b' }, false],
    ['the path, without its query', { url: '/v1/a?atomic=true' }, true],
    ['the key', { key: 'l' }, false],
  ] as const)
    it(`belongs to ${what}`, () => {
      expect(toKey(other)?.id === toKey()?.id).to.equal(isSame);
    });

  for (const [what, other, isSame] of [
    ['leaves out a password', { body: signed('wrong') }, true],
    ['tells another body apart', { body: { ...signed('right'), to_state: 'open' } }, false],
    ['tells another query apart', { url: '/v1/a?atomic=true' }, false],
    ['is keyed by the secret of the mesh', { secret: 'b'.repeat(32) }, false],
  ] as const)
    it(`has a fingerprint that ${what}`, () => {
      expect(toKey(other)?.fingerprint === toKey()?.fingerprint).to.equal(isSame);
    });

  it('has the fingerprints of all secrets while one takes the place of another', () => {
    const during = toKey({ secret: `${'b'.repeat(32)},${SECRET}` });
    expect(during?.otherFingerprints).to.deep.equal([toKey()?.fingerprint]);
  });

  it('is that of a POST alone, and of no route that takes none', () => {
    expect([toKey({ method: 'PATCH' }), toKey({}, { ...route, idempotencyKey: false })]).to.deep.equal([null, null]);
  });
});
