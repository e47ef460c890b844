/** Ends a request and admits the next one. Called once. */
export type Release = () => void;

/** The receiver of a request. Whether it is fast is read when the request may start. */
export type Requester = { orgId: string; isFast: () => boolean };

export type RequestLimiter = {
  /** Resolves when one more request may start. */
  acquire(requester: Requester): Promise<Release>;
};

export type RequestLimits = {
  /** Of a process. All requests may go to one origin, which can serve many webhooks. */
  total: number;
  /** To receivers that are not known to be fast, so that however many hang, a fast one is served. */
  slow: number;
  /** Of one organisation. */
  organisation: number;
};

export const LIMITS: RequestLimits = { total: 200, slow: 150, organisation: 100 };

/**
 * Limits the requests that are in flight or not yet recorded. The next one is admitted from the organisation with the fewest in
 * flight, and there the one that has waited longest.
 */
export const makeRequestLimiter = (limits = LIMITS): RequestLimiter => {
  const byOrganisation = new Map<string, number>();
  const waiting = new Set<{ requester: Requester; admit: (release: Release) => void }>();
  let total = 0;
  let slow = 0;

  const count = (orgId: string): number => byOrganisation.get(orgId) ?? 0;

  const isAdmissible = ({ orgId, isFast }: Requester): boolean =>
    total < limits.total && count(orgId) < limits.organisation && (slow < limits.slow || isFast());

  const add = (orgId: string, isSlow: boolean, change: 1 | -1): void => {
    total += change;
    if (isSlow) slow += change;
    const left = count(orgId) + change;
    if (left === 0) byOrganisation.delete(orgId);
    else byOrganisation.set(orgId, left);
  };

  const start = ({ orgId, isFast }: Requester): Release => {
    const isSlow = !isFast();
    add(orgId, isSlow, 1);
    return () => {
      add(orgId, isSlow, -1);
      admitWaiting();
    };
  };

  const admitWaiting = (): void => {
    while (total < limits.total) {
      const admissible = [...waiting].filter(({ requester }) => isAdmissible(requester));
      const least = Math.min(...admissible.map(({ requester }) => count(requester.orgId)));
      const next = admissible.find(({ requester }) => count(requester.orgId) === least);
      if (!next) return;
      waiting.delete(next);
      next.admit(start(next.requester));
    }
  };

  return {
    acquire(requester) {
      if (isAdmissible(requester)) return Promise.resolve(start(requester));
      return new Promise((admit) => waiting.add({ requester, admit }));
    },
  };
};
