import { invalidField, parsePart, validationFailed } from '@qsc/service-kit';
import { mergePatch } from '@qsc/service-kit/pure';
import type { NewAuthentication } from './authentication.schemas.ts';
import { CreateConnection, type PatchConnection } from './connection.schemas.ts';
import type { Authentication, Connection, Endpoints } from './connection.ts';
import { MASK, SECRET_MEMBERS, type Secrets } from './secret.ts';

/** The stored settings, with the secrets apart. */
export type Settings = Pick<
  Connection,
  'name' | 'type' | 'authentication' | 'endpoints' | 'sync_config' | 'conflict_resolution' | 'error_handling'
> & { secrets: Secrets };

/** The settings of a request body. `known`: the present secrets, for masked ones. Throws `validation_failed`. */
export const settingsFrom = (input: CreateConnection, known: Secrets = {}): Settings => {
  const { authentication, endpoints, ...rest } = input;
  return { ...rest, ...apart(authentication, known), endpoints: completed(endpoints) };
};

/** The settings that a patch makes of a connection. Throws `validation_failed`. */
export const settingsPatched = (connection: Connection, patch: PatchConnection, known: Secrets): Settings => {
  const { name, type, endpoints, sync_config, conflict_resolution, error_handling } = connection;
  const { authentication, same_system: _same, ...others } = patch;
  const base = { name, type, endpoints, sync_config, conflict_resolution, error_handling };
  const merged = { ...(mergePatch(base, others) as object), authentication: patched(connection, authentication) };
  return settingsFrom(parsePart(CreateConnection, merged, 'body') as CreateConnection, known);
};

/**
 * Throws `validation_failed` for a patch that would send a secret to another host than the one that it was given for: who may
 * change an address does not know the secrets by that.
 */
export const requireOwnSecrets = (
  before: Connection,
  { authentication: given = {} }: PatchConnection,
  settings: Settings,
): void => {
  if (!isElsewhere(settings, before)) return;
  const retained = Object.keys(settings.secrets).filter(
    (member) => given[member] === undefined || given[member] === MASK,
  );
  const message = 'Give the secret again: it is not sent to another host than the one that it was given for.';
  if (retained.length > 0)
    throw validationFailed(
      retained.map((member) => ({ field: `authentication.${member}`, code: 'required', message })),
    );
};

/** The address of a host name. */
export const addressOfHost = (host: string): string => `https://${host}`;

/** An authentication as it is shown. */
export const masked = ({ authentication, sealed }: Pick<Connection, 'authentication' | 'sealed'>): Authentication => ({
  ...authentication,
  ...Object.fromEntries(Object.keys(sealed).map((member) => [member, MASK])),
});

const patched = (connection: Connection, patch: PatchConnection['authentication'] = {}): unknown => {
  const isOther = patch.type !== undefined && patch.type !== connection.authentication.type;
  return isOther ? patch : mergePatch(masked(connection), patch);
};

type Addresses = Pick<Settings, 'authentication' | 'endpoints'>;

/** Where a secret, or the user who logs in, is sent. */
const listOrigins = ({ authentication, endpoints }: Addresses): (string | null)[] =>
  [endpoints.api_base, authentication.token_url, authentication.authorization_url].map((url) =>
    typeof url === 'string' ? new URL(url).origin : null,
  );

const isElsewhere = (after: Addresses, before: Addresses): boolean => {
  const former = listOrigins(before);
  return listOrigins(after).some((origin, index) => origin !== null && origin !== former[index]);
};

const apart = (given: NewAuthentication, known: Secrets): Pick<Settings, 'authentication' | 'secrets'> => {
  const entries: [string, unknown][] = Object.entries(given);
  const isSecret = ([member]: [string, unknown]) => (SECRET_MEMBERS as readonly string[]).includes(member);
  const secrets = entries.filter(isSecret).map(([member, value]) => [member, toSecret(member, value, known)]);
  const open = entries.filter((entry) => !isSecret(entry));
  return {
    authentication: Object.fromEntries(open) as Authentication,
    secrets: Object.fromEntries(secrets) as Secrets,
  };
};

const toSecret = (member: string, value: unknown, known: Secrets): unknown => {
  if (value !== MASK) return value;
  const secret = known[member as keyof Secrets];
  if (secret !== undefined) return secret;
  throw invalidField(`authentication.${member}`, 'required', 'There is no secret yet that the mask could stand for.');
};

const completed = ({ api_base, api_version, host }: CreateConnection['endpoints']): Endpoints => ({
  api_base: api_base ?? addressOfHost(String(host)),
  api_version,
  host,
});
