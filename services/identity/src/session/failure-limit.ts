import { createHash } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { AppError, type Collection, defineCollection } from '@qsc/service-kit';
import { z } from 'zod';

/** Logins that failed, by what they count for. Names and addresses stand there hashed. */
export const failureDefinition = defineCollection({
  name: 'login_failure',
  shape: z.object({ _id: z.string(), subject: z.string(), at: z.date(), expires_at: z.date() }),
  indexes: [{ keys: { subject: 1, at: 1 } }, { keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  shared: true,
});

type Failure = z.infer<typeof failureDefinition.shape>;

export type FailureLimit = {
  /** Throws `rate_limit_exceeded` while the window holds as many failures as it may. */
  check(subject: string, now: Date): Promise<void>;
  add(subject: string, now: Date): Promise<void>;
  /** Forgets every failure. */
  clear(subject: string): Promise<void>;
};

type Options = { kind: string; limit: number };

const WINDOW_MS = 15 * 60_000;

/** Counts failures of a sliding window of fifteen minutes in the database, so that every replica counts the same. */
export const makeFailureLimit = (failures: Collection<Failure>, { kind, limit }: Options): FailureLimit => {
  const keyOf = (subject: string): string => `${kind}/${createHash('sha256').update(subject).digest('base64url')}`;

  return {
    async check(subject, now) {
      const since = now.getTime() - WINDOW_MS;
      const newest = await failures.find({ subject: keyOf(subject) }, { sort: { at: -1 }, limit });
      const recent = newest.filter(({ at }) => at.getTime() > since);
      const oldest = recent.at(-1);
      if (recent.length < limit || !oldest) return;
      throw new AppError('rate_limit_exceeded', 'Too many failed logins. Wait before you try again.', {
        retryAfter: Math.max(1, Math.ceil((oldest.at.getTime() - since) / 1_000)),
      });
    },
    async add(subject, now) {
      const expires_at = new Date(now.getTime() + WINDOW_MS);
      await failures.model.create([{ _id: newId('event'), subject: keyOf(subject), at: now, expires_at }]);
    },
    async clear(subject) {
      await failures.model.deleteMany({ subject: keyOf(subject) });
    },
  };
};
