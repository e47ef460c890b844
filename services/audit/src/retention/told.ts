import type { ExportedLog } from '../export/exported-log.ts';
import type { HoldStore } from '../hold/hold.store.ts';
import type { Hold } from '../hold/hold.ts';
import type { RetentionStore } from './retention.store.ts';
import type { RetentionPolicy } from './retention.ts';

/** What lets entries go, as far as the log tells of it: a row of the database alone may have been put there by anybody. */
export type Told = {
  /** The policy that holds; null where the log does not tell of it, or not yet. */
  policy(orgId: string): Promise<RetentionPolicy | null>;
  /** The holds that stand: those too whose lift the log does not tell of. */
  holds(orgId: string): Promise<Hold[]>;
};

type Parts = {
  /** The log with its archive: what lets entries go may be among those that went. */
  log: Pick<ExportedLog, 'batches'>;
  policies: Pick<RetentionStore, 'current'>;
  holds: Pick<HoldStore, 'all'>;
};

/** A change of a record, by what its entry alone has: there is one of a version, and one lift of a hold. */
type Act = { type: string; id: string; version: number | null; at: Date };

const FIELDS = ['entity_id', 'entity_version'];
const WHOLE_LOG = Number.MAX_SAFE_INTEGER;

export const makeTold = ({ log, policies, holds }: Parts): Told => {
  const known = new Set<string>();

  const isTold = async (orgId: string, { type, id, version, at }: Act): Promise<boolean> => {
    const key = JSON.stringify([orgId, id, version, at]);
    if (known.has(key)) return true;
    const asked = { from: at, to: at, entity_types: [type], actions: ['update' as const] };
    for await (const batch of log.batches(orgId, asked, { lastSequence: WHOLE_LOG, fields: FIELDS })) {
      if (!batch.some((entry) => entry.entity_id === id && entry.entity_version === version)) continue;
      known.add(key);
      return true;
    }
    return false;
  };

  return {
    async policy(orgId) {
      const policy = await policies.current(orgId);
      const { policy_id: id, changed_at: at, version, deletion_policy } = policy;
      // One that removes nothing needs no witness; nor does the standard policy, which nobody set.
      if (at === null || deletion_policy === 'never') return policy;
      return (await isTold(orgId, { type: 'retention_policy', id, version, at })) ? policy : null;
    },
    async holds(orgId) {
      const standing: Hold[] = [];
      for (const { hold, lift } of await holds.all(orgId)) {
        const act = lift && { type: 'legal_hold', id: hold.id, version: null, at: lift.lifted_at };
        if (!act || !(await isTold(orgId, act))) standing.push(hold);
      }
      return standing;
    },
  };
};
