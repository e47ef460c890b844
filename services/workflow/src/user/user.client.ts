import { Role } from '@qsc/contracts';
import type { GetUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { ListUsersByRoleResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleResponse';
import type { User__Output } from '@qsc/contracts/grpc/identity/v1/User';
import type { GrpcClient } from '@qsc/service-kit';
import type { KnownUser } from './user.ts';

/** Who the users of an organisation are; those of its home for a sandbox. */
export type UserClient = {
  /** The users of these ids; unknown ones are left out. Asks nobody for none. */
  find(orgId: string, ids: readonly string[]): Promise<KnownUser[]>;
  /** The active users who have one of the roles, by name. */
  ofRoles(orgId: string, roles: readonly Role[]): Promise<KnownUser[]>;
};

const toUser = ({ id, name, role, active }: User__Output): KnownUser => ({ id, name, role: Role.parse(role), active });

/** Asks the identity service, each time: roles and activity must be those of the moment. */
export const makeUserClient = (identity: Pick<GrpcClient, 'call'>): UserClient => ({
  async find(org_id, ids) {
    if (ids.length === 0) return [];
    const asked = { org_id, ids: [...new Set(ids)] };
    return (await identity.call<object, GetUsersResponse__Output>('GetUsers', asked)).users.map(toUser);
  },
  async ofRoles(org_id, roles) {
    if (roles.length === 0) return [];
    const asked = { org_id, roles: [...roles] };
    return (await identity.call<object, ListUsersByRoleResponse__Output>('ListUsersByRole', asked)).users.map(toUser);
  },
});
