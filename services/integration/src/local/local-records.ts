import type { Call, GrpcClient } from '@qsc/service-kit';
import { makeEntityRecords } from './entity.client.ts';
import type { LocalRecords, LocalWrite, LocalWriteResult } from './local-record.ts';
import { makeQualityEventRecords } from './quality-event.client.ts';
import { QUALITY_EVENT } from './quality-event.ts';

type Clients = { entity: Pick<GrpcClient, 'call'>; quality: Pick<GrpcClient, 'call'> };

/** The records of the mesh, by the clients of the services that keep them. */
export const makeLocalRecords = ({ entity, quality }: Clients): LocalRecords => {
  const entities = makeEntityRecords(entity);
  const events = makeQualityEventRecords(quality);
  const ownerOf = (entityType: string): LocalRecords => (entityType === QUALITY_EVENT ? events : entities);

  /** Each owner gets its own writes, in their order, and their results go back to their places. */
  const write = async (call: Call, writes: readonly LocalWrite[]): Promise<LocalWriteResult[]> => {
    const results: LocalWriteResult[] = [];
    const byOwner = Map.groupBy([...writes.entries()], ([, { entityType }]) => ownerOf(entityType));
    for (const [owner, asked] of byOwner) {
      const some = await owner.write(
        call,
        asked.map(([, one]) => one),
      );
      for (const [index, result] of some.entries()) results[asked[index]?.[0] ?? 0] = result;
    }
    return results;
  };

  return {
    read: (orgId, entityType, ids) => ownerOf(entityType).read(orgId, entityType, ids),
    scan: (orgId, entityType, page) => ownerOf(entityType).scan(orgId, entityType, page),
    write,
    find: (orgId, entityType, query) => ownerOf(entityType).find(orgId, entityType, query),
  };
};
