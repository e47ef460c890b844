import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type Change, hold, isDuplicateKey } from '../mongo/change.ts';
import { type Collection, defineCollection } from '../mongo/collection.ts';
import { renewUntilLost } from './renewal.ts';

/** Leases of a service's replicas; `_id` is the name of the work. `token` rises with every holder. */
export const leaseDefinition = defineCollection({
  name: 'lease',
  shape: z.object({
    _id: z.string(),
    holder: z.string(),
    token: z.number().int(),
    expires_at: z.date(),
    /** Counts the writes that were made under it. */
    holds: z.number().int(),
  }),
  indexes: [],
  shared: true,
});

export type LeaseRow = z.infer<typeof leaseDefinition.shape>;

/** The right of one replica to do a piece of work. */
export type Lease = {
  token: number;
  /** Fires when the lease is lost. */
  signal: AbortSignal;
  /** A change for each commit of the work: the commit fails with `VersionConflict` once it was given back or has another holder. */
  fence(): Change;
  /** Gives it back, so that another replica need not wait until it runs out. */
  release(): Promise<void>;
};

export type Leases = {
  /** The lease of that name, renewed until it is lost or released; null while another holder has it. */
  acquire(name: string): Promise<Lease | null>;
};

type Parts = {
  rows: Collection<LeaseRow>;
  clock: Clock;
  /** How long a holder that is heard of no more keeps it, in milliseconds. */
  leaseMs?: number;
  renewEveryMs?: number;
};

const LEASE_MS = 15_000;

/**
 * Leases in MongoDB. A lease that has run out by the clock of who asks goes to who asks first. Replicas whose clocks differ
 * may both believe to hold it for a while: their writes may not, since the fencing token refuses those of the earlier one.
 */
export const makeLeases = ({ rows, clock, leaseMs = LEASE_MS, renewEveryMs = leaseMs / 3 }: Parts): Leases => {
  const stored = rows.model.collection;
  const leaseEnd = (): Date => new Date(clock().getTime() + leaseMs);

  const take = async (name: string, holder: string): Promise<LeaseRow | null> => {
    const free = { _id: name, expires_at: { $lte: clock() } };
    const change = { $set: { holder, expires_at: leaseEnd() }, $inc: { token: 1 }, $setOnInsert: { holds: 0 } };
    try {
      const taken = await stored.findOneAndUpdate(free as never, change, { upsert: true, returnDocument: 'after' });
      return taken as unknown as LeaseRow;
    } catch (error) {
      // The row is there and not free, so that the upsert met its id.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  };

  return {
    async acquire(name) {
      const taken = await take(name, randomUUID());
      if (!taken) return null;
      const mine = { token: taken.token, holder: taken.holder };
      const change = async (by: Partial<LeaseRow>): Promise<boolean> =>
        (await stored.updateOne({ ...mine, _id: name } as never, { $set: by })).matchedCount === 1;
      const renew = () => change({ expires_at: leaseEnd() });
      const renewal = renewUntilLost({ what: name, until: taken.expires_at, renew, leaseMs, renewEveryMs, clock });
      return {
        token: taken.token,
        signal: renewal.signal,
        fence: () => hold(rows, name, mine),
        async release() {
          renewal.stop();
          // Nobody holds it: a renewal that is on its way must not undo this.
          await change({ expires_at: clock(), holder: '' });
        },
      };
    },
  };
};
