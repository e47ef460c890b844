import { type Collection, trusted } from '@qsc/service-kit';
import { type StoredInstance, toInstance } from '../instance/instance.store.ts';
import type { Instance } from '../instance/instance.ts';

/** The instances under way that wait for one of the records, or are of it. */
export type FindWaiting = (orgId: string, ids: readonly string[]) => Promise<Instance[]>;

/** Makes it. */
export const makeFindWaiting =
  (instances: Collection<StoredInstance>): FindWaiting =>
  async (org_id, ids) => {
    const filter = { org_id, watched_ids: trusted({ $in: [...ids] }), completed_at: null, current: true };
    return (await instances.find(filter)).map(toInstance);
  };
