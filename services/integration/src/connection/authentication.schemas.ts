import { z } from 'zod';
import { Address, Host } from './setting.schemas.ts';

const TEXT_LENGTH = 500;
const PEM_LENGTH = 20_000;

const text = z.string().min(1).max(TEXT_LENGTH);
const SECRET = { description: 'Secret: written and never shown.', writeOnly: true };
const secret = text.meta(SECRET);

/** Names that frame a request, or that the service itself sets. */
const OWN_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|expect|accept-encoding)$/i;

const HeaderName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'The name of a header')
  .refine((name) => !OWN_HEADERS.test(name), 'Another header: this one frames the request');

const Oauth2 = z.strictObject({
  type: z.literal('oauth2'),
  client_id: text,
  client_secret: secret.optional(),
  token_url: Address,
  authorization_url: Address.optional().meta({
    description: 'Where the user logs in. Without it the client acts by its own right (client credentials).',
  }),
  issuer: Address.optional().meta({
    description: 'The issuer (`iss`, RFC 9207). Unless given, an issuer of the origin of the login is accepted.',
  }),
  scope: text
    .optional()
    .meta({ description: 'By blanks. `offline_access` where the system gives refresh tokens for it.' }),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
  profile_id: text.optional().meta({ description: 'The OAuth profile of a Vault.' }),
  host: Host.optional(),
});

const Session = z.strictObject({ type: z.literal('session'), username: text, password: secret, host: Host.optional() });

const Basic = z.strictObject({
  type: z.literal('basic'),
  username: text.regex(/^[^:]*$/, 'A user name without a colon'),
  password: secret,
  host: Host.optional(),
});

const ApiKey = z.strictObject({
  type: z.literal('api_key'),
  api_key: text.regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'Visible ASCII characters').meta(SECRET),
  header: HeaderName.default('X-API-Key'),
  host: Host.optional(),
});

const Certificate = z.strictObject({
  type: z.literal('certificate'),
  certificate: z.string().max(PEM_LENGTH).startsWith('-----BEGIN CERTIFICATE-----', 'A certificate in PEM'),
  private_key: z
    .string()
    .max(PEM_LENGTH)
    .meta({ ...SECRET, description: `${SECRET.description} PEM.` }),
  host: Host.optional(),
});

/** How the service proves itself to the external system. */
export const NewAuthentication = z
  .discriminatedUnion('type', [Oauth2, Session, Basic, ApiKey, Certificate])
  .meta({ id: 'NewConnectionAuthentication' });

export type NewAuthentication = z.infer<typeof NewAuthentication>;

/** As it is shown: what is secret is masked. */
export const AuthenticationView = z.looseObject({ type: z.string() }).meta({
  id: 'ConnectionAuthentication',
  description: 'Secrets are masked; a masked value sent back leaves the secret.',
});
