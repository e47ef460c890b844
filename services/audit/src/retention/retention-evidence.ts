import type { ExportedLog } from '../export/exported-log.ts';
import type { HoldStore } from '../hold/hold.store.ts';
import type { Hold } from '../hold/hold.ts';
import type { RetentionStore } from './retention.store.ts';
import type { RetentionPolicy } from './retention.ts';

/**
 * Policies and holds that allow a removal, as far as the log has entries of them: a row of the database alone may have been
 * inserted by anybody.
 */
export type RetentionEvidence = {
  /** The current policy; null where the log has no entry of it, or not yet. */
  policy(orgId: string): Promise<RetentionPolicy | null>;
  /** The active holds, including those without an entry of their lift in the log. */
  holds(orgId: string): Promise<Hold[]>;
};

type Parts = {
  /** The log with its archive: the entry of a policy may be removed itself. */
  log: Pick<ExportedLog, 'batches'>;
  policies: Pick<RetentionStore, 'current'>;
  holds: Pick<HoldStore, 'all'>;
};

/** A change of a record, as its entry identifies it: there is one of a version, and one lift of a hold. */
type Act = { type: string; id: string; version: number | null; at: Date };

const FIELDS = ['entity_id', 'entity_version'];
const WHOLE_LOG = Number.MAX_SAFE_INTEGER;

export const makeRetentionEvidence = ({ log, policies, holds }: Parts): RetentionEvidence => {
  const known = new Set<string>();

  const isRecorded = async (orgId: string, { type, id, version, at }: Act): Promise<boolean> => {
    const key = JSON.stringify([orgId, id, version, at]);
    if (known.has(key)) return true;
    const request = { from: at, to: at, entity_types: [type], actions: ['update' as const] };
    for await (const batch of log.batches(orgId, request, { lastSequence: WHOLE_LOG, fields: FIELDS })) {
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
      // A policy that removes nothing needs no evidence; nor does the standard policy.
      if (at === null || deletion_policy === 'never') return policy;
      return (await isRecorded(orgId, { type: 'retention_policy', id, version, at })) ? policy : null;
    },
    async holds(orgId) {
      const active: Hold[] = [];
      for (const { hold, lift } of await holds.all(orgId)) {
        const act = lift && { type: 'legal_hold', id: hold.id, version: null, at: lift.lifted_at };
        if (!act || !(await isRecorded(orgId, act))) active.push(hold);
      }
      return active;
    },
  };
};
