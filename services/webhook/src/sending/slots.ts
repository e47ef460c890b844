/** The right to one request; called once, it gives the right back. */
export type Release = () => void;

export type Slots = { take(isSlow: boolean): Promise<Release> };

type Limits = { all: number; slow: number };

/** The most requests of a process. Each may go to the same origin, where many webhooks can be. */
export const REQUESTS_AT_ONCE = 200;

/** At most 200 requests of a process, of which slow receivers together have at most 150: a fast one always finds a place. */
const LIMITS: Limits = { all: REQUESTS_AT_ONCE, slow: 150 };

/** Requests that may be under way or not yet recorded. Who waits is served in turn, slow and fast ones alternately. */
export const makeSlots = ({ all, slow }: Limits = LIMITS): Slots => {
  const waiting = { slow: [] as (() => void)[], fast: [] as (() => void)[] };
  let taken = 0;
  let takenBySlow = 0;
  let wasSlow = false;

  const isFree = (isSlow: boolean): boolean => taken < all && (!isSlow || takenBySlow < slow);

  const occupy = (isSlow: boolean): Release => {
    taken += 1;
    if (isSlow) takenBySlow += 1;
    return () => {
      taken -= 1;
      if (isSlow) takenBySlow -= 1;
      serve();
    };
  };

  const serve = (): void => {
    for (const isSlow of [!wasSlow, wasSlow]) {
      const next = isFree(isSlow) ? waiting[isSlow ? 'slow' : 'fast'].shift() : undefined;
      if (!next) continue;
      wasSlow = isSlow;
      next();
      return;
    }
  };

  return {
    take(isSlow) {
      if (isFree(isSlow)) return Promise.resolve(occupy(isSlow));
      return new Promise((resolve) => {
        waiting[isSlow ? 'slow' : 'fast'].push(() => resolve(occupy(isSlow)));
      });
    },
  };
};
