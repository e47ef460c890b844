import type { Call, GrpcClient } from '@qsc/service-kit';
import { makeEntityRecords } from './entity.client.ts';
import type { LocalRecords, LocalWrite, LocalWriteResult } from './local-record.ts';
import { makeQualityEventRecords } from './quality-event.client.ts';
import { QUALITY_EVENT } from './quality-event.ts';

type Clients = { entity: Pick<GrpcClient, 'call'>; quality: Pick<GrpcClient, 'call'> };

/** The records of the mesh, by the clients of their owners. */
export const makeLocalRecords = ({ entity, quality }: Clients): LocalRecords => {
  const entities = makeEntityRecords(entity);
  const events = makeQualityEventRecords(quality);
  const getOwner = (entityType: string): LocalRecords => (entityType === QUALITY_EVENT ? events : entities);

  /** Sends each owner its writes, in their order, and returns the results in the order of the writes. */
  const write = async (call: Call, writes: readonly LocalWrite[]): Promise<LocalWriteResult[]> => {
    const results: LocalWriteResult[] = [];
    const byOwner = Map.groupBy([...writes.entries()], ([, { entityType }]) => getOwner(entityType));
    for (const [owner, owned] of byOwner) {
      const some = await owner.write(
        call,
        owned.map(([, one]) => one),
      );
      for (const [index, result] of some.entries()) results[owned[index]?.[0] ?? 0] = result;
    }
    return results;
  };

  return {
    read: (orgId, entityType, ids) => getOwner(entityType).read(orgId, entityType, ids),
    scan: (orgId, entityType, page) => getOwner(entityType).scan(orgId, entityType, page),
    write,
    find: (orgId, entityType, query) => getOwner(entityType).find(orgId, entityType, query),
  };
};
