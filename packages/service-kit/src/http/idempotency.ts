import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../error.ts';
import { DuplicateKey } from '../mongo/change.ts';
import type { Collection } from '../mongo/collection.ts';
import { IDEMPOTENCY_SECONDS } from '../mongo/system-collections.ts';
import type { IdempotencyRow, UnitOfWork } from '../mongo/unit-of-work.ts';

export type Replayed = { value: unknown; replayed: boolean };

/** Runs a request at most once for each key; a repeated one gets the stored answer. Throws `idempotency_key_reused` or `idempotency_in_progress`. */
export type OncePerKey = (call: Call, run: () => Promise<unknown>) => Promise<Replayed>;

type Parts = { rows: Collection<IdempotencyRow>; unitOfWork: UnitOfWork; clock: Clock };

const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'A request with this idempotency key is still running. Try again.', {
    retryAfter: 1,
  });

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.httpStatus < 500;

/**
 * The answer is stored in the same commit as the effect (the unit of work adds it), so that neither is there without the
 * other: no lock outlives a crash, and of two at once the unique key lets one through (decisions §2).
 */
export const makeOncePerKey = ({ rows, unitOfWork, clock }: Parts): OncePerKey => {
  const running = new Set<string>();

  const stored = async (call: Call): Promise<Replayed | null> => {
    const row = await rows.findOne({ _id: call.idempotency?.id ?? '' });
    if (!row) return null;
    if (clock().getTime() - row.created_at.getTime() > IDEMPOTENCY_SECONDS * 1000) {
      await rows.model.deleteOne({ _id: row._id, created_at: row.created_at });
      return null;
    }
    if (row.fingerprint === call.idempotency?.fingerprint) return { value: JSON.parse(row.answer), replayed: true };
    throw new AppError('idempotency_key_reused', 'This idempotency key was used for another request. Use a new key.');
  };

  const runNew = async (call: Call, run: () => Promise<unknown>): Promise<Replayed> => {
    try {
      const value = await run();
      if (!call.idempotency?.stored) await unitOfWork.storeAnswer(call, value);
      return { value, replayed: false };
    } catch (error) {
      const isSecond = error instanceof DuplicateKey && error.collection === rows.definition.name;
      // What refuses it may be what the first one did, which another replica has committed since the look-up.
      if (!isSecond && !isRefusal(error)) throw error;
      const winner = await stored(call);
      if (winner) return winner;
      throw isSecond ? inProgress() : error;
    }
  };

  return async (call, run) => {
    const id = call.idempotency?.id;
    if (id === undefined) return { value: await run(), replayed: false };
    if (running.has(id)) throw inProgress();
    running.add(id);
    try {
      return (await stored(call)) ?? (await runNew(call, run));
    } finally {
      running.delete(id);
    }
  };
};
