import type { Body } from '@qsc/client';
import type { Connection } from './connection.queries.ts';
import { authenticationWord } from './words.ts';

type AuthenticationType = 'session' | 'basic' | 'oauth2' | 'api_key' | 'certificate';

type Kind = {
  authentications: readonly AuthenticationType[];
  /** An address as it looks for that kind. */
  example: string;
  hasVersion?: true;
  /** Its systems send messages. */
  hasMessages?: true;
  /** Every service names its own field of changes. */
  needsChangeField?: true;
};

/** What a connection to each kind of system is asked for. */
export const KINDS: Readonly<Record<string, Kind>> = {
  veeva_vault: {
    authentications: ['session', 'oauth2'],
    example: 'https://quality.veevavault.com',
    hasVersion: true,
    hasMessages: true,
  },
  sap_s4hana: {
    authentications: ['oauth2', 'basic', 'api_key', 'certificate'],
    example: 'https://my300000-api.s4hana.example.com/sap/opu/odata/sap/API_BUSINESS_PARTNER',
  },
  odata_v4: {
    authentications: ['basic', 'api_key', 'oauth2', 'certificate'],
    example: 'https://vendors.example.com/odata/v4/quality',
    needsChangeField: true,
  },
  tryton: { authentications: ['session'], example: 'https://erp.example.com/database' },
};

/** The members of each way to log in; the first of them are required. */
const MEMBERS: Readonly<Record<AuthenticationType, readonly string[]>> = {
  session: ['username', 'password'],
  basic: ['username', 'password'],
  oauth2: ['client_id', 'client_secret', 'token_url', 'authorization_url', 'issuer', 'scope', 'profile_id'],
  api_key: ['api_key', 'header'],
  certificate: ['certificate', 'private_key'],
};

export const SECRETS: readonly string[] = ['password', 'client_secret', 'api_key', 'private_key'];

/** What a user sets of a connection. */
export type ConnectionContent = {
  type: string;
  name: string;
  api_base: string;
  api_version: string;
  authentication: Record<string, string>;
  direction: string;
  interval_minutes: number;
  batch_size: number;
  change_field: string;
  realtime: boolean;
  default_strategy: string;
  manual_review_fields: string[];
  same_system: boolean;
};

const NOTHING = Object.fromEntries(
  [...new Set(Object.values(MEMBERS).flat())].map((member) => [member, member === 'header' ? 'X-API-Key' : '']),
);

export const EMPTY_CONNECTION: ConnectionContent = {
  ...{ type: '', name: '', api_base: '', api_version: '' },
  authentication: { ...NOTHING, type: '' },
  ...{ direction: 'inbound', interval_minutes: 60, batch_size: 100, change_field: '', realtime: false },
  ...{ default_strategy: 'external_wins', manual_review_fields: [], same_system: false },
};

/** What a draft holds: secrets are in no store of the browser. */
export const withoutSecrets = ({ authentication, ...content }: ConnectionContent): ConnectionContent => ({
  ...content,
  authentication: {
    ...authentication,
    ...Object.fromEntries(SECRETS.map((member) => [member, ''])),
  },
});

export const toContent = (connection: Connection): ConnectionContent => {
  const { type, name, endpoints } = connection;
  const sync = connection.sync_config as Record<string, unknown>;
  const rules = connection.conflict_resolution as Record<string, unknown>;
  const given = Object.entries(connection.authentication).filter(([, value]) => typeof value === 'string');
  return {
    ...{ type, name, api_base: endpoints.api_base, api_version: endpoints.api_version ?? '' },
    authentication: { ...NOTHING, ...Object.fromEntries(given as [string, string][]) } as Record<string, string>,
    direction: String(sync.direction),
    interval_minutes: Number(sync.interval_minutes),
    batch_size: Number(sync.batch_size),
    change_field: (sync.change_detection as { field: string | null }).field ?? '',
    realtime: (sync.realtime as { enabled: boolean }).enabled,
    default_strategy: String(rules.default_strategy),
    manual_review_fields: rules.manual_review_fields as string[],
    same_system: false,
  };
};

/** A draft with the masks of the secrets that are stored. */
export const withSecretsOf = (connection: Connection, draft: ConnectionContent): ConnectionContent => {
  const { authentication } = toContent(connection);
  const masks = SECRETS.map((member) => [member, authentication[member] ?? '']);
  return { ...draft, authentication: { ...draft.authentication, ...Object.fromEntries(masks) } };
};

const members = (authentication: Record<string, string>): [string, string][] =>
  (MEMBERS[authentication.type as AuthenticationType] ?? []).map((name) => {
    const value = authentication[name] ?? '';
    return [name, SECRETS.includes(name) ? value : value.trim()];
  });

/** What stands for a secret that is stored. */
const MASK = '********';

/** The login as a person compares two of them; `newSecret` stands for a secret that was typed. */
export const loginText = ({ authentication }: ConnectionContent, newSecret: string): string =>
  [
    authenticationWord(authentication.type ?? ''),
    ...members(authentication)
      .filter(([, value]) => value !== '' && value !== MASK)
      .map(([name, value]) => (SECRETS.includes(name) ? newSecret : value)),
  ].join(' · ');

const shared = (content: ConnectionContent) => {
  const { name, api_base, api_version, direction, interval_minutes, batch_size, change_field } = content;
  return {
    name: name.trim(),
    endpoints: { api_base: api_base.trim(), api_version: api_version.trim() || null },
    sync_config: {
      ...{ direction, interval_minutes, batch_size },
      change_detection: { field: change_field.trim() || null },
      realtime: { enabled: content.realtime },
    },
    conflict_resolution: {
      default_strategy: content.default_strategy,
      manual_review_fields: content.manual_review_fields,
    },
  };
};

/** A new connection as the API takes it, which checks what is chosen. */
export const toBody = (content: ConnectionContent): Body<'createConnection'> => {
  const { type, authentication } = content;
  const given = members(authentication).filter(([, value]) => value !== '');
  const login = { type: authentication.type, ...Object.fromEntries(given) };
  const body: Record<string, unknown> = { ...shared(content), type, authentication: login };
  return body as Body<'createConnection'>;
};

/** The change of a connection; what is left empty is removed, and of another login all is given. */
export const toPatch = (content: ConnectionContent, before: Connection): Body<'updateConnection'> => {
  const { authentication, same_system } = content;
  const isOther = authentication.type !== before.authentication.type;
  const given = members(authentication)
    .filter(([, value]) => value !== '' || !isOther)
    .map(([name, value]) => [name, value === '' ? null : value]);
  const login = { type: authentication.type, ...Object.fromEntries(given) };
  return { ...shared(content), authentication: login, ...(same_system ? { same_system } : {}) };
};
