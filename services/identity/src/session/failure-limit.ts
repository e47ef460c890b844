import { createHash, randomInt } from 'node:crypto';
import {
  AppError,
  type Collection,
  defineCollection,
  errorFields,
  isDuplicateKey,
  type Log,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';

/**
 * Attempts that failed or are under way, by what they count for. Each has one of as many places as may fail, until `expires_at`.
 * Names and addresses stand there hashed.
 */
export const failureDefinition = defineCollection({
  name: 'login_failure',
  shape: z.object({
    _id: z.string(),
    subject: z.string(),
    at: z.date(),
    expires_at: z.date(),
    under_way: z.boolean().optional(),
  }),
  indexes: [{ keys: { subject: 1, at: 1 } }, { keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  shared: true,
});

type Failure = z.infer<typeof failureDefinition.shape>;

/** The place of an attempt. Whatever comes of it counts as a failure unless it is given back. Neither throws. */
export type Attempt = {
  /** The attempt has failed. */
  keepFailure(): Promise<void>;
  /** The attempt is over: its place is free where it was not kept. */
  end(): Promise<void>;
};

/** What failures count for: a name, an address, or a name and then an address. */
export type Subject = readonly string[];

export type FailureLimit = {
  /**
   * Takes a place before it is known how an attempt ends: many at once are no more of them. Throws `rate_limit_exceeded` when
   * every place is taken.
   */
  take(subject: Subject, now: Date): Promise<Attempt>;
  /** Forgets every failure of the subject and of what it is the beginning of, and no attempt that may be under way. */
  clear(subject: Subject, now: Date): Promise<void>;
};

type Options = { kind: string; limit: number; log: Log };

const WINDOW_MS = 15 * 60_000;
const UNDER_WAY_RETRY_MS = 1_000;
/** An attempt takes no longer, with the body that it waits for, unless its replica was lost. */
const ATTEMPT_MS = 6 * 60_000;
/** How often to look for free attempts again, and how many of them are tried then. */
const ROUNDS = 50;
const TRIES = 8;

/** The places below a limit, from any one on: those who come at once try different ones. */
function* fromAnyOn(limit: number): Generator<number> {
  const first = randomInt(limit);
  for (let place = 0; place < limit; place += 1) yield (first + place) % limit;
}

/** Counts failures of fifteen minutes in the database, so that every replica counts the same. */
export const makeFailureLimit = (failures: Collection<Failure>, { kind, limit, log }: Options): FailureLimit => {
  const toKey = (subject: Subject): string =>
    [kind, ...subject.map((part) => createHash('sha256').update(part).digest('base64url'))].join('/');

  /** Takes a place that is free; false where somebody else has it. */
  const hold = async (row: Failure): Promise<boolean> => {
    const { _id, ...by } = row;
    try {
      await failures.model.updateOne({ _id, expires_at: trusted({ $lte: row.at }) }, { $set: by }, { upsert: true });
      return true;
    } catch (error) {
      // The row is there and not free, so that the upsert met its id.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  const heldAt = (subject: string, at: Date): Promise<Failure[]> =>
    failures.find({ subject, expires_at: trusted({ $gt: at }) }, { sort: { expires_at: 1 } });

  const tooMany = (held: readonly Failure[], now: Date): AppError => {
    const lostBefore = now.getTime() - ATTEMPT_MS;
    const isUnderWay = ({ at, under_way }: Failure): boolean => under_way === true && at.getTime() > lostBefore;
    // There is a place when as many have gone as are too many.
    const freeing = held.some(isUnderWay) ? undefined : held[held.length - limit];
    const untilFreeMs = freeing ? freeing.expires_at.getTime() - now.getTime() : UNDER_WAY_RETRY_MS;
    return new AppError('rate_limit_exceeded', 'Too many failed logins. Wait before you try again.', {
      retryAfter: Math.ceil(untilFreeMs / 1_000),
    });
  };

  /** Tries places that nobody seems to have; null where others were faster. */
  const tryAttempts = async (held: readonly Failure[], subject: string, at: Date): Promise<Failure | null> => {
    const taken = new Set(held.map(({ _id }) => _id));
    const expires_at = new Date(at.getTime() + WINDOW_MS);
    let tries = 0;
    for (const place of fromAnyOn(limit)) {
      const row = { _id: `${subject}/${place}`, subject, at, expires_at, under_way: true };
      if (taken.has(row._id)) continue;
      if (await hold(row)) return row;
      tries += 1;
      if (tries === TRIES) break;
    }
    return null;
  };

  const takeAttempt = async (subject: string, at: Date): Promise<Failure> => {
    let held = await heldAt(subject, at);
    for (let round = 0; round < ROUNDS && held.length < limit; round += 1) {
      const place = await tryAttempts(held, subject, at);
      if (place) return place;
      held = await heldAt(subject, at);
    }
    throw tooMany(held, at);
  };

  const toAttempt = ({ _id, at }: Failure): Attempt => {
    const warn = (error: unknown): void => {
      log.warn('the place of an attempt was not changed', errorFields(error));
    };
    let isKept = false;
    return {
      async keepFailure() {
        isKept = true;
        await failures.model.updateOne({ _id, at }, { $unset: { under_way: 1 } }).catch(warn);
      },
      async end() {
        if (!isKept) await failures.model.deleteOne({ _id, at }).catch(warn);
      },
    };
  };

  return {
    take: async (subject, now) => toAttempt(await takeAttempt(toKey(subject), now)),
    async clear(subject, now) {
      const failed = { under_way: trusted({ $ne: true }) };
      const lost = { at: trusted({ $lte: new Date(now.getTime() - ATTEMPT_MS) }) };
      const key = toKey(subject);
      // "0" is the character after "/".
      const below = { subject: trusted({ $gt: `${key}/`, $lt: `${key}0` }) };
      await failures.model.deleteMany({ $and: [{ $or: [{ subject: key }, below] }, { $or: [failed, lost] }] });
    },
  };
};
