import { expect } from 'chai';
import type { Call } from '../src/call.ts';
import { AppError } from '../src/error.ts';
import { makeOncePerKey } from '../src/http/idempotency.ts';
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
