import { type Collection, trusted } from '@qsc/service-kit';
import { type StoredInstance, toInstance } from '../instance/instance.store.ts';
import type { Instance } from '../instance/instance.ts';

/** The running instances that watch one of the records. */
export type FindWaiting = (orgId: string, ids: readonly string[]) => Promise<Instance[]>;

export const makeFindWaiting =
  (instances: Collection<StoredInstance>): FindWaiting =>
  async (org_id, ids) => {
    const filter = { org_id, watched_ids: trusted({ $in: [...ids] }), completed_at: null, current: true };
    return (await instances.find(filter)).map(toInstance);
  };
