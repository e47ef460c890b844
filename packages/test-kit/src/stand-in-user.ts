import { newId, ROLES, type Role } from '@qsc/contracts';
import type { GetUsersRequest__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersRequest';
import type { GetUsersResponse } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { ListActiveUsersRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListActiveUsersRequest';
import type { ListExpiringApiKeysRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListExpiringApiKeysRequest';
import type { ListUsersByRoleRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleRequest';

/** A user of an organisation, as the stand-in for the identity service knows one; with a password one who can sign. */
export type StandInUser = {
  id: string;
  orgId: string;
  name: string;
  role: Role;
  active?: boolean;
  password?: string;
  /** What happens while the password is checked. */
  whileChecked?: () => Promise<unknown>;
  createdAt?: Date;
};

/** Users who may decide beside those of a test: three of each role, so that every round of decisions could be completed. */
export const makeColleagues = (orgId: string): StandInUser[] =>
  DECIDING.flatMap((role) =>
    [1, 2, 3].map((number) => ({ id: newId('user'), orgId, name: `${COLLEAGUE} ${number}, ${role}`, role })),
  );

const COLLEAGUE = 'Colleague';

const DECIDING = ROLES.filter((role) => !['system_admin', 'auditor', 'viewer'].includes(role));

/** Whether a name is that of a user of `makeColleagues`. */
export const isColleague = ({ name }: { name: string }): boolean => name.startsWith(COLLEAGUE);

/** How a user is answered to the mesh. */
export const answeredUser = ({ id, name, role, active = true }: StandInUser) => ({
  id,
  name,
  email: `${id}@example.test`,
  role,
  active,
});

/** The users that a test has made known, as the identity service answers for them. */
export const makeStandInUsers = () => {
  const known = new Map<string, StandInUser>();
  const answer = (orgId: string, fits: (user: StandInUser) => boolean): GetUsersResponse => ({
    users: [...known.values()]
      .filter((user) => user.orgId === orgId && fits(user))
      .map(answeredUser)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  });
  return {
    set: (user: StandInUser): void => void known.set(user.id, user),
    find: (orgId: string, id: string): StandInUser | null => {
      const user = known.get(id);
      return user?.orgId === orgId ? user : null;
    },
    get: async ({ org_id, ids }: GetUsersRequest__Output) => answer(org_id, ({ id }) => ids.includes(id)),
    listActive: async ({ org_id }: ListActiveUsersRequest__Output) => ({
      users: [...known.values()]
        .filter(({ orgId, active = true }) => orgId === org_id && active)
        .map(({ id, name, role, createdAt = new Date() }) => ({ id, name, role, created_at: createdAt.toISOString() })),
    }),
    listByRole: async ({ org_id, roles }: ListUsersByRoleRequest__Output) =>
      answer(org_id, ({ role, active = true }) => active && roles.includes(role)),
  };
};

export type StandInUsers = ReturnType<typeof makeStandInUsers>;

/** An API key that works now, as the mesh receives it. */
export type ExpiringKey = { id: string; name: string; user_id: string; expires_at: string };

/** The keys that a test has made known, as the identity service answers for them. */
export const makeExpiringKeys = () => {
  const known = new Map<string, ExpiringKey[]>();
  return {
    set: (orgId: string, key: ExpiringKey): void => void known.set(orgId, [...(known.get(orgId) ?? []), key]),
    list: async ({ org_id, until }: ListExpiringApiKeysRequest__Output) => ({
      keys: (known.get(org_id) ?? []).filter(({ expires_at }) => expires_at <= until),
    }),
  };
};
