import type { AccessToken } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import type { ExchangeApiKeyRequest__Output } from '@qsc/contracts/grpc/identity/v1/ExchangeApiKeyRequest';
import type { GetOrganizationRequest__Output } from '@qsc/contracts/grpc/identity/v1/GetOrganizationRequest';
import type { GetUsersRequest__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersRequest';
import type { GetUsersResponse } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import type { VerifiedSigner } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { VerifyPasswordRequest__Output } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import { type GrpcService, identityDefinition, type Log, unary } from '@qsc/service-kit';
import type { ApiKeyService } from './api-key/api-key.service.ts';
import type { Watchers } from './notice/watchers.ts';
import type { OrganizationStore } from './organization/organization.store.ts';
import { limitsOf, type Organization } from './organization/organization.ts';
import type { SigningService } from './signing/signing.service.ts';
import type { UserStore } from './user/user.store.ts';

type Parts = {
  keys: Pick<ApiKeyService, 'exchange'>;
  signing: Pick<SigningService, 'verify'>;
  organizations: OrganizationStore;
  users: Pick<UserStore, 'findMany'>;
  watchers: Pick<Watchers, 'watch'>;
  log: Log;
};

/** An organisation as the mesh asks for it. */
export const toGrpcOrganization = (organization: Organization): Organization__Output => {
  const { id, name, tier, sandbox, settings } = organization;
  const { strict_mode, recorded_reads } = settings;
  return { id, name, tier, ...limitsOf(organization), strict_mode, recorded_reads, sandbox };
};

/** What the identity service answers to the mesh. */
export const identityGrpc = ({ keys, signing, organizations, users, watchers, log }: Parts): GrpcService => ({
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
      const { home_id } = await organizations.get(org_id);
      const found = await users.findMany(home_id ? [org_id, home_id] : [org_id], ids);
      return { users: found.map(({ id, name, email, role, active }) => ({ id, name, email, role, active })) };
    }),

    Watch: watchers.watch,
  },
});
