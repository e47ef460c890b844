import type { OutboundClient } from '@qsc/service-kit';
import * as oauth from 'oauth4webapi';
import type { Connection } from '../connection/connection.ts';
import { AddressRefused, RemoteTrouble } from '../remote/remote-error.ts';
import { toLoss, toMismatch } from './oauth-loss.ts';

/** What a token endpoint gave. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInSeconds: number | null };

/** The connection with its secrets opened, and when to give up. */
export type TokenCall = {
  connection: Pick<Connection, 'authentication'>;
  secrets: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

/** The state of one authorization code flow between its redirect and its callback. */
export type CodeFlow = { state: string; verifier: string; redirectUri: string };

/** OAuth 2.0 as this client speaks it. Calls throw `AuthorizationLost`, `RemoteTrouble`, `RemoteRefusal`. */
export type OauthClient = {
  /** The address that the user visits: code flow with PKCE (S256) and state. */
  authorizationUrl(connection: TokenCall['connection'], flow: CodeFlow): Promise<string>;
  /** The tokens for what the callback brought: state and `iss` are checked before the code is sent anywhere. */
  finish(call: TokenCall, flow: CodeFlow, parameters: URLSearchParams): Promise<Tokens>;
  refresh(call: TokenCall, refreshToken: string): Promise<Tokens>;
  clientCredentials(call: TokenCall): Promise<Tokens>;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 256 * 1024;

/** OAuth over the outbound client, which checks the token address at each call. */
export const makeOauthClient = (outbound: Pick<OutboundClient, 'send'>): OauthClient => {
  const toOptions = (signal: AbortSignal) => ({
    // Whether plain http may be spoken is the outbound rule's to say.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: fetchOver(outbound),
    signal,
  });

  return {
    authorizationUrl: async ({ authentication }, { state, verifier, redirectUri }) => {
      const url = new URL(toText(authentication, 'authorization_url'));
      const scope = optional(authentication, 'scope');
      const parameters = {
        response_type: 'code',
        client_id: toText(authentication, 'client_id'),
        redirect_uri: redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(scope === undefined ? {} : { scope }),
        // OpenID Connect Core, section 11: without it `offline_access` is ignored.
        ...(scope?.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    finish: (call, { state, verifier, redirectUri }, parameters) =>
      coded(async () => {
        const [server, client] = toParties(call, parameters.get('iss'));
        const checked = await coded(() => oauth.validateAuthResponse(server, client, parameters, state), toMismatch);
        const authentication = toClientAuth(call);
        const options = toOptions(call.signal);
        const code = [checked, redirectUri, verifier] as const;
        const answer = await oauth.authorizationCodeGrantRequest(server, client, authentication, ...code, options);
        return toTokens(await oauth.processAuthorizationCodeResponse(server, client, answer));
      }),

    refresh: (call, refreshToken) =>
      coded(async () => {
        const [server, client] = toParties(call);
        const options = toOptions(call.signal);
        const answer = await oauth.refreshTokenGrantRequest(server, client, toClientAuth(call), refreshToken, options);
        return toTokens(await oauth.processRefreshTokenResponse(server, client, answer));
      }),

    clientCredentials: (call) =>
      coded(async () => {
        const [server, client] = toParties(call);
        const scope = optional(call.connection.authentication, 'scope');
        const parameters = new URLSearchParams(scope === undefined ? {} : { scope });
        const options = toOptions(call.signal);
        const request = [server, client, toClientAuth(call), parameters, options] as const;
        const answer = await oauth.clientCredentialsGrantRequest(...request);
        return toTokens(await oauth.processClientCredentialsResponse(server, client, answer));
      }),
  };
};

type Authentication = Connection['authentication'];

const optional = (authentication: Authentication, member: string): string | undefined => {
  const value = authentication[member];
  return typeof value === 'string' ? value : undefined;
};

const toText = (authentication: Authentication, member: string): string => {
  const value = optional(authentication, member);
  if (value === undefined) throw new Error(`The connection has no ${member}.`);
  return value;
};

/**
 * The server and the client. An answer that names its issuer (RFC 9207) must name that of the connection or, where the
 * connection has none, one of the origin of the login.
 */
const toParties = (
  { connection: { authentication } }: TokenCall,
  answeredIssuer: string | null = null,
): [oauth.AuthorizationServer, oauth.Client] => {
  const issuerSetting = optional(authentication, 'issuer');
  const origin = toOrigin(optional(authentication, 'authorization_url') ?? toText(authentication, 'token_url'));
  const isOfOrigin = answeredIssuer !== null && toOrigin(answeredIssuer) === origin;
  const issuer = issuerSetting ?? (isOfOrigin ? answeredIssuer : origin);
  const server = {
    issuer,
    token_endpoint: toText(authentication, 'token_url'),
    ...(issuerSetting === undefined ? {} : { authorization_response_iss_parameter_supported: true }),
  };
  return [server, { client_id: toText(authentication, 'client_id') }];
};

const toOrigin = (url: string): string => URL.parse(url)?.origin ?? '';

const toClientAuth = ({ connection: { authentication }, secrets }: TokenCall): oauth.ClientAuth => {
  const secret = secrets.client_secret;
  if (secret === undefined) return oauth.None();
  return authentication.token_endpoint_auth_method === 'client_secret_post'
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
};

const toTokens = ({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: access_token,
  refreshToken: refresh_token ?? null,
  expiresInSeconds: expires_in ?? null,
});

type FetchOptions = oauth.CustomFetchOptions<string, unknown>;

/** Throws `RemoteRefusal` for an address that is not called, `RemoteTrouble` where no answer came. */
const fetchOver =
  (outbound: Pick<OutboundClient, 'send'>) =>
  async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    const outcome = await outbound.send({
      url,
      method: method as 'GET' | 'POST',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      keepBytes: MAX_BYTES,
      ...(signal ? { signal } : {}),
    });
    if (outcome.outcome === 'refused') throw new AddressRefused(`The token address is not called. ${outcome.message}`);
    if (outcome.outcome === 'failed') throw new RemoteTrouble(`The token address gave no answer. ${outcome.message}`);
    const { status, headers: answered, body: bytes } = outcome;
    const plain = Object.entries(answered).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers: plain });
  };

/** What the library throws as what the rest of the service knows. */
const coded = async <T>(run: () => Promise<T> | T, toError = toLoss): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw toError(error);
  }
};
