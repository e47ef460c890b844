import type { GetUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { GrpcClient } from '@qsc/service-kit';
import type { ActiveUsers } from './quality-event/assignee.ts';

/** Reads active users from the identity service. */
export const makeActiveUsers =
  (identity: Pick<GrpcClient, 'call'>): ActiveUsers =>
  async (org_id, ids) => {
    const { users } = await identity.call<object, GetUsersResponse__Output>('GetUsers', { org_id, ids: [...ids] });
    return new Set(users.filter(({ active }) => active).map(({ id }) => id));
  };
