import Provider, {
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  type ClientMetadata,
  errors,
} from 'oidc-provider';
import type { ApplicationStore } from '../application/application.store.ts';
import type { Application } from '../application/application.ts';
import type { EndReason } from '../session/session.ts';
import type { ArtifactStore, Payload } from './artifact.store.ts';

/** The first-party public client of browser applications; it is there when it has redirect addresses. */
export const WEB_CLIENT_ID = 'qsc-web';

const OIDC_SCOPES = ['openid', 'offline_access'];

type Parts = {
  artifacts: ArtifactStore;
  applications: Pick<ApplicationStore, 'findActive'>;
  webClient: ClientMetadata | null;
  /** The session of a grant is over: a code or refresh token of it was used twice, or it was revoked. */
  endSession: (grantId: string, because: EndReason) => Promise<void>;
};

const codeGrants = (redirectUris: readonly string[]): string[] =>
  redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : [];

/** The first-party client, for users of every organisation. */
export const toWebClient = (redirectUris: readonly string[], scopes: readonly string[]): ClientMetadata | null =>
  redirectUris.length === 0
    ? null
    : {
        client_id: WEB_CLIENT_ID,
        client_name: 'Quality and Supplier Compliance',
        token_endpoint_auth_method: 'none',
        grant_types: codeGrants(redirectUris),
        response_types: ['code'],
        redirect_uris: [...redirectUris],
        scope: [...scopes, ...OIDC_SCOPES].join(' '),
      };

/** An application as oidc-provider knows clients. `client_secret` is the hash: nothing but the comparison ever sees it. */
export const toClientMetadata = (application: Application): ClientMetadata => ({
  client_id: application.id,
  client_name: application.name,
  org_id: application.org_id,
  ...(application.secret_hash ? { client_secret: application.secret_hash } : {}),
  token_endpoint_auth_method: application.public ? 'none' : 'client_secret_post',
  grant_types: [...(application.public ? [] : ['client_credentials']), ...codeGrants(application.redirect_uris)],
  response_types: application.redirect_uris.length > 0 ? ['code'] : [],
  redirect_uris: application.redirect_uris,
  scope: [...application.scopes, ...OIDC_SCOPES].join(' '),
});

const unsupported = async (): Promise<undefined> => undefined;

const NONE: Adapter = {
  upsert: unsupported,
  find: unsupported,
  findByUid: unsupported,
  findByUserCode: unsupported,
  consume: unsupported,
  destroy: unsupported,
  revokeByGrantId: unsupported,
};

/** Clients come from the applications. */
const clientAdapter = ({ applications, webClient }: Parts): Adapter => ({
  ...NONE,
  async find(id) {
    if (id === WEB_CLIENT_ID) return (webClient ?? undefined) as AdapterPayload | undefined;
    const application = await applications.findActive(id);
    return application ? (toClientMetadata(application) as AdapterPayload) : undefined;
  },
});

/** Codes, refresh tokens, grants and interactions. */
const artifactAdapter = (kind: string, { artifacts, endSession }: Parts): Adapter => ({
  ...NONE,
  upsert: (id, payload, seconds) => artifacts.upsert(kind, id, payload as Payload, seconds),
  find: (id) => artifacts.find(kind, id) as Promise<AdapterPayload | undefined>,
  destroy: (id) => artifacts.destroy(kind, id),
  async consume(id) {
    if (await artifacts.consume(kind, id)) return;
    const grantId = await artifacts.findGrant(kind, id);
    if (grantId) await endSession(grantId, 'token_reuse');
    throw new errors.InvalidGrant('already used');
  },
  revokeByGrantId: (grantId) => artifacts.destroyByGrant(kind, grantId),
});

/** Every revocation of a grant passes here once, whatever brought it about. */
const accessTokenAdapter = ({ endSession }: Parts): Adapter => ({
  ...NONE,
  revokeByGrantId: (grantId) =>
    endSession(grantId, Provider.ctx?.oidc.route === 'revocation' ? 'revoked' : 'token_reuse'),
});

/**
 * What oidc-provider stores and where. No browser session is kept: each authorization asks for the password again, so that
 * nobody is signed in on a shared workplace by somebody else's cookie.
 */
export const makeAdapter = (parts: Parts): AdapterFactory => {
  const special: Record<string, Adapter> = {
    Client: clientAdapter(parts),
    AccessToken: accessTokenAdapter(parts),
    Session: NONE,
  };
  return (kind) => special[kind] ?? artifactAdapter(kind, parts);
};
