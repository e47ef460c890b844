import { SCOPES, type Scope } from '@qsc/contracts';
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

const integerHeader = (description: string): Json => ({ description, schema: { type: 'integer' } });

const RATE_HEADERS: Record<string, Json> = {
  'X-RateLimit-Limit': integerHeader('Requests that the tier allows in any minute.'),
  'X-RateLimit-Remaining': integerHeader('Requests that the rolling minute still allows.'),
  'X-RateLimit-Reset': integerHeader('Unix second at which the rolling minute is whole again.'),
};

const REQUEST_ID = { description: 'The id of the request, to quote in questions.', schema: { type: 'string' } };
const RETRY_AFTER = integerHeader('Seconds until the next request would pass.');

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const EVERYWHERE = headerRefs([...Object.keys(RATE_HEADERS), 'X-Request-Id']);
const WITH_RETRY = headerRefs([...Object.keys(RATE_HEADERS), 'X-Request-Id', 'Retry-After']);

const PROBLEM: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        request_id: { type: 'string' },
        retry_after: { type: 'integer' },
        details: { type: 'object', additionalProperties: true },
      },
    },
  },
};

const problem = (description: string, headers: Json): Json => ({
  description,
  headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const RESPONSES: Record<string, Json> = {
  Unauthorized: problem('unauthorized: the credential is missing or not valid', EVERYWHERE),
  RateLimitExceeded: problem('rate_limit_exceeded: the rate is above the limit of the tier', WITH_RETRY),
  ServiceUnavailable: problem('service_unavailable: a part of the service does not answer', WITH_RETRY),
};

const MISSING: Record<string, string> = {
  401: 'Unauthorized',
  429: 'RateLimitExceeded',
  503: 'ServiceUnavailable',
};

const securitySchemes = (authUrl: string): Json => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, or an access token of a user or of an OAuth application.',
  },
  oauth2: {
    type: 'oauth2',
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

const securityOf = (operation: Json): Json[] => {
  const required = (operation.security ?? [{ bearer: [] }]) as Record<string, string[]>[];
  return required.flatMap((each) => (each.bearer ? [each, { oauth2: each.bearer }] : [each]));
};

const responseOf = (status: string, response: Json): Json =>
  '$ref' in response
    ? response
    : {
        ...response,
        headers: { ...(response.headers as Json), ...(status === '429' || status === '503' ? WITH_RETRY : EVERYWHERE) },
      };

const operationOf = (operation: Json): Json => {
  const responses = (operation.responses ?? {}) as Record<string, Json>;
  const added = Object.entries(MISSING)
    .filter(([status]) => !(status in responses))
    .map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]);
  const described = Object.entries(responses).map(([status, response]) => [status, responseOf(status, response)]);
  return {
    ...operation,
    security: securityOf(operation),
    responses: { ...Object.fromEntries(described), ...Object.fromEntries(added) },
  };
};

const pathOf = (item: Json): Json =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, METHODS.has(name) ? operationOf(value as Json) : value]),
  );

/**
 * The whole document of the API: what the services describe, and what the gateway adds to each of their paths, which is
 * how to authenticate, the rate-limit headers, and its own refusals.
 */
export const frameDocument = (merged: Merged, { baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Quality and Supplier Compliance Service',
    version: '1',
    description: 'Quality and supply-chain records of regulated manufacturing: an HTTP JSON interface under /v1.',
  },
  servers: [{ url: baseUrl }],
  tags: merged.services.map((name) => ({ name })),
  paths: Object.fromEntries(Object.entries(merged.paths).map(([path, item]) => [path, pathOf(item)])),
  components: {
    ...merged.components,
    schemas: { Error: PROBLEM, ...merged.components.schemas },
    headers: { ...merged.components.headers, ...RATE_HEADERS, 'X-Request-Id': REQUEST_ID, 'Retry-After': RETRY_AFTER },
    responses: { ...merged.components.responses, ...RESPONSES },
    securitySchemes: securitySchemes(authUrl),
  },
});
