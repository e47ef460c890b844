import { Role } from '@qsc/contracts';
import type { GetUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { ListUsersByRoleResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleResponse';
import type { User__Output } from '@qsc/contracts/grpc/identity/v1/User';
import type { GrpcClient } from '@qsc/service-kit';
import type { KnownUser } from './user.ts';

/** The users of an organisation; of a sandbox, those of its home organisation. */
export type UserClient = {
  /** The users of these ids; unknown ones are left out. */
  find(orgId: string, ids: readonly string[]): Promise<KnownUser[]>;
  /** The active users who have one of the roles, by name. */
  findByRoles(orgId: string, roles: readonly Role[]): Promise<KnownUser[]>;
};

const toUser = ({ id, name, role, active }: User__Output): KnownUser => ({ id, name, role: Role.parse(role), active });

/** Reads from the identity service each time, since roles and activity must be current. */
export const makeUserClient = (identity: Pick<GrpcClient, 'call'>): UserClient => ({
  async find(org_id, ids) {
    if (ids.length === 0) return [];
    const request = { org_id, ids: [...new Set(ids)] };
    return (await identity.call<object, GetUsersResponse__Output>('GetUsers', request)).users.map(toUser);
  },
  async findByRoles(org_id, roles) {
    if (roles.length === 0) return [];
    const request = { org_id, roles: [...roles] };
    return (await identity.call<object, ListUsersByRoleResponse__Output>('ListUsersByRole', request)).users.map(toUser);
  },
});
