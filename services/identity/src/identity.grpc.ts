import { ROLES } from '@qsc/contracts';
import type { AccessToken } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import type { ExchangeApiKeyRequest__Output } from '@qsc/contracts/grpc/identity/v1/ExchangeApiKeyRequest';
import type { GetOrganizationRequest__Output } from '@qsc/contracts/grpc/identity/v1/GetOrganizationRequest';
import type { GetUsersRequest__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersRequest';
import type { GetUsersResponse } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { ListActiveUsersRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListActiveUsersRequest';
import type { ListActiveUsersResponse } from '@qsc/contracts/grpc/identity/v1/ListActiveUsersResponse';
import type { ListExpiringApiKeysRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListExpiringApiKeysRequest';
import type { ListExpiringApiKeysResponse } from '@qsc/contracts/grpc/identity/v1/ListExpiringApiKeysResponse';
import type { ListUsersByRoleRequest__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleRequest';
import type { ListUsersByRoleResponse } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleResponse';
import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import type { VerifiedSigner } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { VerifyPasswordRequest__Output } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import { type Clock, type GrpcService, identityDefinition, type Log, unary } from '@qsc/service-kit';
import type { ApiKeyService } from './api-key/api-key.service.ts';
import type { ApiKeyStore } from './api-key/api-key.store.ts';
import type { Watchers } from './notice/watchers.ts';
import type { OrganizationStore } from './organization/organization.store.ts';
import { type Organization, toLimits } from './organization/organization.ts';
import { dashboardSessionGrpc } from './session/dashboard-session.grpc.ts';
import type { DashboardSessionService } from './session/dashboard-session.service.ts';
import type { SigningService } from './signing/signing.service.ts';
import type { UserStore } from './user/user.store.ts';
import type { User } from './user/user.ts';

type Parts = {
  keys: Pick<ApiKeyService, 'exchange'>;
  storedKeys: Pick<ApiKeyStore, 'findExpiring'>;
  dashboard: DashboardSessionService;
  signing: Pick<SigningService, 'verify'>;
  organizations: OrganizationStore;
  users: Pick<UserStore, 'findMany' | 'findActiveByRole' | 'findActive'>;
  watchers: Pick<Watchers, 'watch'>;
  clock: Clock;
  log: Log;
};

/** An organisation as the mesh asks for it. */
export const toGrpcOrganization = (organization: Organization): Organization__Output => {
  const { id, name, tier, time_zone, sandbox, settings } = organization;
  const { strict_mode, recorded_reads, audit_review_interval_days } = settings;
  return {
    id,
    name,
    tier,
    ...toLimits(organization),
    strict_mode,
    recorded_reads,
    sandbox,
    time_zone,
    audit_review_interval_days,
  };
};

const toGrpcUser = ({ id, name, email, role, active }: User) => ({ id, name, email, role, active });

/** Whose users act in an organisation: its own, and those of the organisation that a sandbox belongs to. */
const makeListHomes =
  (organizations: OrganizationStore) =>
  async (orgId: string): Promise<string[]> => {
    const { home_id } = await organizations.get(orgId);
    return home_id ? [orgId, home_id] : [orgId];
  };

/** What the identity service answers to the mesh. */
export const identityGrpc = (parts: Parts): GrpcService => {
  const { keys, storedKeys, signing, organizations, users, watchers, clock, log } = parts;
  const listHomes = makeListHomes(organizations);
  return {
    definition: identityDefinition(),
    implementation: {
      ExchangeApiKey: unary(log, async ({ api_key }: ExchangeApiKeyRequest__Output): Promise<AccessToken> => {
        const { token, expiresAt, orgId, keyId, userId } = await keys.exchange(api_key);
        return { access_token: token, expires_at: expiresAt, org_id: orgId, api_key_id: keyId, user_id: userId };
      }),

      VerifyPassword: unary(log, async (request: VerifyPasswordRequest__Output): Promise<VerifiedSigner> => {
        const { id, name, email, role } = await signing.verify(request);
        return { user_id: id, name, email, role };
      }),

      GetOrganization: unary(log, async ({ org_id }: GetOrganizationRequest__Output) =>
        toGrpcOrganization(await organizations.get(org_id)),
      ),

      GetUsers: unary(log, async ({ org_id, ids }: GetUsersRequest__Output): Promise<GetUsersResponse> => {
        const found = await users.findMany(await listHomes(org_id), ids);
        return { users: found.map(toGrpcUser) };
      }),

      ListUsersByRole: unary(log, async (request: ListUsersByRoleRequest__Output): Promise<ListUsersByRoleResponse> => {
        const roles = ROLES.filter((role) => request.roles.includes(role));
        const found = await users.findActiveByRole(await listHomes(request.org_id), roles);
        return { users: found.map(toGrpcUser) };
      }),

      ListActiveUsers: unary(log, async (request: ListActiveUsersRequest__Output): Promise<ListActiveUsersResponse> => {
        const found = await users.findActive(request.org_id);
        return {
          users: found.map(({ id, name, role, created_at }) => ({
            id,
            name,
            role,
            created_at: created_at.toISOString(),
          })),
        };
      }),

      ListExpiringApiKeys: unary(
        log,
        async ({ org_id, until }: ListExpiringApiKeysRequest__Output): Promise<ListExpiringApiKeysResponse> => {
          const found = await storedKeys.findExpiring(org_id, clock(), new Date(until));
          return {
            keys: found.map(({ id, name, user_id, expires_at }) => ({
              id,
              name,
              user_id,
              expires_at: expires_at.toISOString(),
            })),
          };
        },
      ),

      ...dashboardSessionGrpc(parts),

      Watch: watchers.watch,
    },
  };
};
