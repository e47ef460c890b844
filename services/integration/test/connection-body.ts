import type { PlainPartner } from './plain-partner.ts';

/** Connections to partners of the tests. */
export const sessionConnection = ({ url }: Pick<PlainPartner, 'url'>, password = 'right') => ({
  name: 'Plain partner',
  type: 'tryton' as const,
  authentication: { type: 'session' as const, username: 'ann', password },
  endpoints: { api_base: url, api_version: 'v1' },
  sync_config: { direction: 'inbound' as const, interval_minutes: 15 },
});

type Oauth = { url: string; client_id: string; client_secret: string };

export const oauthConnection = (
  { url, client_id, client_secret }: Oauth,
  change: Readonly<Record<string, unknown>> = {},
) => ({
  name: 'OAuth partner',
  type: 'tryton' as const,
  authentication: {
    type: 'oauth2' as const,
    client_id,
    client_secret,
    token_url: `${url}/token`,
    authorization_url: `${url}/auth`,
    issuer: url,
    scope: 'openid offline_access',
    ...change,
  },
  endpoints: { api_base: url },
});
