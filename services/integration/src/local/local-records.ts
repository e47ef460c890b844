import type { GrpcClient } from '@qsc/service-kit';
import { makeEntityRecords } from './entity.client.ts';
import type { LocalRecords } from './local-record.ts';

/** The records of the mesh, by the clients of the services that keep them. */
export const makeLocalRecords = ({ entity }: { entity: Pick<GrpcClient, 'call'> }): LocalRecords =>
  makeEntityRecords(entity);
