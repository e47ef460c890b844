import { createHash } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { AppError, type Collection, defineCollection } from '@qsc/service-kit';
import { z } from 'zod';

/** Attempts that failed or are under way, by what they count for. Names and addresses stand there hashed. */
export const failureDefinition = defineCollection({
  name: 'login_failure',
  shape: z.object({ _id: z.string(), subject: z.string(), at: z.date(), expires_at: z.date() }),
  indexes: [{ keys: { subject: 1, at: 1 } }, { keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  shared: true,
});

type Failure = z.infer<typeof failureDefinition.shape>;

export type FailureLimit = {
  /**
   * Takes a place of the window for an attempt, before it is known how that ends: many at once are no more of them. Throws
   * `rate_limit_exceeded` when every place is taken.
   */
  take(subject: string, now: Date): Promise<void>;
  /** Gives the place of an attempt back, which did not fail. */
  giveBack(subject: string): Promise<void>;
  /** Forgets every failure. */
  clear(subject: string): Promise<void>;
};

type Options = { kind: string; limit: number };

const WINDOW_MS = 15 * 60_000;

/** Counts attempts of a sliding window of fifteen minutes in the database, so that every replica counts the same. */
export const makeFailureLimit = (failures: Collection<Failure>, { kind, limit }: Options): FailureLimit => {
  const keyOf = (subject: string): string => `${kind}/${createHash('sha256').update(subject).digest('base64url')}`;

  /** Throws when so many places are taken, or more. */
  const requireFewer = async (places: number, subject: string, now: Date): Promise<void> => {
    const since = now.getTime() - WINDOW_MS;
    const [last] = await failures.find({ subject }, { sort: { at: -1 }, skip: places - 1, limit: 1 });
    if (!last || last.at.getTime() <= since) return;
    throw new AppError('rate_limit_exceeded', 'Too many attempts. Wait before you try again.', {
      retryAfter: Math.max(1, Math.ceil((last.at.getTime() - since) / 1_000)),
    });
  };

  return {
    async take(subject, now) {
      const own = { _id: newId('event'), subject: keyOf(subject), at: now };
      // Who comes too late anyway costs no write.
      await requireFewer(limit, own.subject, now);
      // MongoDB forgets by its own clock, whatever time the caller counts in.
      await failures.model.create([{ ...own, expires_at: new Date(Date.now() + WINDOW_MS) }]);
      try {
        await requireFewer(limit + 1, own.subject, now);
      } catch (error) {
        await failures.model.deleteOne({ _id: own._id });
        throw error;
      }
    },
    async giveBack(subject) {
      await failures.model.findOneAndDelete({ subject: keyOf(subject) }, { sort: { at: -1 } });
    },
    async clear(subject) {
      await failures.model.deleteMany({ subject: keyOf(subject) });
    },
  };
};

/** Runs an attempt that holds a place of each limit, and leaves it there when the attempt has failed. Throws `rate_limit_exceeded`. */
export const limited = async <Outcome>(
  [first, ...others]: readonly (readonly [FailureLimit, subject: string])[],
  now: Date,
  { run, failed }: { run: () => Promise<Outcome>; failed: (outcome: Outcome) => boolean },
): Promise<Outcome> => {
  if (!first) return run();
  const [limit, subject] = first;
  await limit.take(subject, now);
  let isFailure = false;
  try {
    const outcome = await limited(others, now, { run, failed });
    isFailure = failed(outcome);
    return outcome;
  } finally {
    if (!isFailure) await limit.giveBack(subject);
  }
};
