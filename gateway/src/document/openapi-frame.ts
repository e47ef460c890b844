import { SCOPES, type Scope, TAGS } from '@qsc/contracts';
import { introduction } from './introduction.ts';
import type { Json, Merged } from './openapi-merge.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

const SCOPE_TEXTS: Record<Scope, string> = {
  'entities:read': 'read entities',
  'entities:write': 'create and update entities',
  'entities:delete': 'delete entities',
  'certificates:read': 'read certificates',
  'certificates:write': 'upload and update certificates',
  'suppliers:read': 'read suppliers',
  'suppliers:write': 'manage suppliers',
  'quality-events:read': 'read deviations, CAPAs, audits',
  'quality-events:write': 'create and update quality events',
  'workflows:read': 'read workflow states',
  'workflows:execute': 'trigger workflow transitions',
  'audit-logs:read': 'read audit trail',
  'admin:read': 'read organization settings',
  'admin:write': 'manage organization settings',
};

const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_TEXTS[scope]]));

const RATE_HEADERS: Json = Object.fromEntries(
  Object.entries({
    'X-RateLimit-Limit': 'Requests that the tier allows in any minute.',
    'X-RateLimit-Remaining': 'Requests that the rolling minute still allows.',
    'X-RateLimit-Reset': 'Unix second at which the rolling minute is whole again.',
  }).map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
);

const RATE_HEADER_REFS: Json = Object.fromEntries(
  Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const securitySchemes = (authUrl: string): Json => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, or an access token of a user or of an OAuth application.',
  },
  oauth2: {
    type: 'oauth2',
    description: 'Access tokens from the token service, for an application itself or for a user who logs in.',
    flows: {
      clientCredentials: { tokenUrl: `${authUrl}/oauth/token`, scopes },
      authorizationCode: {
        authorizationUrl: `${authUrl}/oauth/authorize`,
        tokenUrl: `${authUrl}/oauth/token`,
        scopes,
      },
    },
  },
});

/** An operation that asks for nothing stays so. */
const buildSecurity = ({ security, 'x-scopes': scopes = [] }: Json): Json[] =>
  Array.isArray(security) && security.length === 0 ? [] : [{ bearer: [] }, { oauth2: scopes }];

/** Every response tells the rate limit; one that is referred to does so where it stands. */
const withRateHeaders = (responses: Json): Json =>
  Object.fromEntries(
    Object.entries(responses as Record<string, Json>).map(([name, response]) => [
      name,
      '$ref' in response ? response : { ...response, headers: { ...(response.headers as Json), ...RATE_HEADER_REFS } },
    ]),
  );

const buildOperation = (operation: Json): Json => ({
  ...operation,
  security: buildSecurity(operation),
  responses: withRateHeaders((operation.responses ?? {}) as Json),
});

const buildPath = (item: Json): Json =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, METHODS.has(name) ? buildOperation(value as Json) : value]),
  );

const NAMES: readonly string[] = Object.keys(TAGS);

const getTag = (item: Json): string => {
  const [operation] = Object.values(item) as { tags?: string[] }[];
  return operation?.tags?.[0] ?? '';
};

/** The paths of one resource together, in the order of the resources; what is a record's own comes before other words. */
const inReadingOrder = (paths: Record<string, Json>): [string, Json][] => {
  const toSortKey = ([path, item]: [string, Json]) =>
    `${String(NAMES.indexOf(getTag(item))).padStart(3, '0')} ${path.replaceAll('{', ' ')}`;
  return Object.entries(paths).sort((left, right) => (toSortKey(left) < toSortKey(right) ? -1 : 1));
};

const byName = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([left], [right]) => (left < right ? -1 : 1)));

const listTags = (paths: Record<string, Json>): Json[] => {
  const used = new Set(Object.values(paths).map(getTag));
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
};

/**
 * The whole document of the API: what the services describe, in the order in which one reads it, and what the gateway
 * adds to each of their paths, which is how to authenticate, and the rate-limit headers.
 */
export const frameDocument = (merged: Merged, { baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Quality and Supplier Compliance Service',
    version: '1',
    description: introduction({ baseUrl, authUrl }),
    contact: { name: 'Documentation', url: `${baseUrl}/docs` },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: baseUrl }],
  tags: listTags(merged.paths),
  paths: Object.fromEntries(inReadingOrder(merged.paths).map(([path, item]) => [path, buildPath(item)])),
  components: {
    ...merged.components,
    schemas: byName(merged.components.schemas ?? {}),
    headers: { ...merged.components.headers, ...RATE_HEADERS },
    responses: withRateHeaders(merged.components.responses ?? {}),
    securitySchemes: securitySchemes(authUrl),
  },
});
