import { isDeepStrictEqual } from 'node:util';
import { changesBetween } from '@qsc/service-kit/pure';
import type { StoredEntry } from '../entry/entry.store.ts';
import type { ExportedLog } from '../export/exported-log.ts';
import type { HoldStore } from '../hold/hold.store.ts';
import { type Hold, liftChanges } from '../hold/hold.ts';
import type { RetentionStore } from './retention.store.ts';
import { type RetentionPolicy, rulesOf } from './retention.ts';

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
  policies: Pick<RetentionStore, 'current' | 'version'>;
  holds: Pick<HoldStore, 'active' | 'lifted'>;
};

type Act = { type: string; id: string; at: Date; changes: Record<string, unknown> };

const FIELDS = ['entity_id', 'changes'];
const WHOLE_LOG = Number.MAX_SAFE_INTEGER;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export const makeTold = ({ log, policies, holds }: Parts): Told => {
  const known = new Set<string>();

  const isTold = async (orgId: string, { type, id, at, changes }: Act): Promise<boolean> => {
    const key = JSON.stringify([orgId, id, at, changes]);
    if (known.has(key)) return true;
    const asked = { from: at, to: at, entity_types: [type], actions: ['update' as const] };
    const isIt = (entry: StoredEntry): boolean =>
      entry.entity_id === id && isDeepStrictEqual(JSON.parse(entry.changes), plain(changes));
    for await (const batch of log.batches(orgId, asked, { lastSequence: WHOLE_LOG, fields: FIELDS })) {
      if (!batch.some(isIt)) continue;
      known.add(key);
      return true;
    }
    return false;
  };

  return {
    async policy(orgId) {
      const policy = await policies.current(orgId);
      const { policy_id: id, changed_at: at, version } = policy;
      // Nobody set the standard policy, and it removes nothing.
      if (at === null) return policy;
      const before = await policies.version(orgId, version - 1);
      const changes = before && changesBetween(rulesOf(before), rulesOf(policy));
      return changes && (await isTold(orgId, { type: 'retention_policy', id, at, changes })) ? policy : null;
    },
    async holds(orgId) {
      const standing = await holds.active(orgId);
      for (const { hold, lift } of await holds.lifted(orgId)) {
        const act = { type: 'legal_hold', id: hold.id, at: lift.lifted_at, changes: liftChanges(lift) };
        if (!(await isTold(orgId, act))) standing.push(hold);
      }
      return standing;
    },
  };
};
