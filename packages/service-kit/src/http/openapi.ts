import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@qsc/contracts';
import type { z } from 'zod';
import { buildErrorComponents, buildErrorResponses, ERROR_SCHEMA } from './openapi-error.ts';
import { buildFileResponses, buildFormContent, DOWNLOAD_PARAMETERS } from './openapi-file.ts';
import { type Json, makeSchemaWriter, type SchemaWriter } from './openapi-schema.ts';
import { HEADERS, PARAMETERS } from './openapi-shared.ts';
import type { AnyRoute } from './route.ts';

/** The OpenAPI document of one service. */
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Json>;
  components: Record<string, Json>;
};

const EVERYWHERE: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'validation_failed',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const changesRecord = ({ method }: AnyRoute): boolean => method === 'patch' || method === 'put' || method === 'delete';

/** An open route asks for no credential, unless it says so itself. */
const OF_CALLERS: readonly ErrorCode[] = ['unauthorized', 'forbidden'];

const listCodes = (route: AnyRoute): Set<ErrorCode> =>
  new Set<ErrorCode>([
    ...EVERYWHERE.filter((code) => route.scope !== 'open' || !OF_CALLERS.includes(code)),
    ...(route.params ? (['not_found'] as const) : []),
    ...(route.method === 'post' && route.idempotencyKey !== false
      ? (['idempotency_in_progress', 'idempotency_key_reused'] as const)
      : []),
    ...(changesRecord(route) ? (['precondition_failed'] as const) : []),
    ...(route.body || !['get', 'delete'].includes(route.method)
      ? (['payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(route.gxp ? (['reason_required'] as const) : []),
    ...(route.answer.mediaTypes ? (['range_not_satisfiable'] as const) : []),
    ...(route.throws ?? []),
  ]);

const listSharedParameters = (route: AnyRoute, codes: ReadonlySet<ErrorCode>) => {
  const names: (keyof typeof PARAMETERS)[] = [
    ...(codes.has('idempotency_key_reused') ? (['IdempotencyKey'] as const) : []),
    ...(codes.has('precondition_failed') ? (['IfMatch'] as const) : []),
    ...(route.answer.mediaTypes ? DOWNLOAD_PARAMETERS : []),
    ...(route.method === 'get' || route.scope === 'open' ? [] : (['ChangeReason'] as const)),
    ...(route.method === 'delete' ? (['DeleteReason'] as const) : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};

/** The members of a path or query as parameters. Throws for a path parameter without an example. */
const buildParameters = (route: AnyRoute, schema: z.ZodType, place: 'path' | 'query', writer: SchemaWriter): Json[] => {
  const { properties = {}, required = [] } = writer.write(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, example: ofList, ...rest }]) => {
    // Zod leaves the examples of a transformed value out, such as a list.
    const [example = ofList] = (examples ?? []) as unknown[];
    if (description === undefined || (place === 'path' && example === undefined))
      throw new Error(`${route.id}: the ${place} parameter ${name} needs a description and, in a path, an example.`);
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: rest,
      ...(example === undefined ? {} : { example }),
    };
  });
};

/** What an example comes to; throws when its schema refuses it. */
const checked = (route: AnyRoute, schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${route.id}: the example does not fit its schema. ${parsed.error.message}`);
};

const namedOrThrow = (route: AnyRoute, schema: Json, what: string): Json => {
  if ('$ref' in schema) return schema;
  throw new Error(`${route.id}: the ${what} has no name. Declare its schema with .meta({ id: '…' }).`);
};

const SENDERS_OWN = { $ref: '#/components/schemas/SendersOwn' };
const SENDERS_OWN_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  description: 'In the form of the system that sends it.',
};

/** What an open route takes has the form that its sender gives it. */
const buildOpenedBody = (mediaTypes: readonly string[]): Json => ({
  required: true,
  content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: SENDERS_OWN, example: {} }])),
});

const takesSendersOwn = ({ scope, consumes }: AnyRoute): boolean => scope === 'open' && consumes !== undefined;

const buildRequestBody = (route: AnyRoute, writer: SchemaWriter): Json => {
  if (takesSendersOwn(route)) return { requestBody: buildOpenedBody(route.consumes ?? []) };
  if (!route.body) return {};
  const [mediaType = 'application/json'] = route.consumes ?? [];
  checked(route, route.body, route.example.body);
  const schema = namedOrThrow(route, writer.write(route.body, 'input'), 'body');
  const example = route.example.body;
  const content = route.upload
    ? buildFormContent(schema, { mediaTypes: route.upload.mediaTypes, example })
    : { [mediaType]: { schema, example } };
  return { requestBody: { required: true, content } };
};

const buildSuccessHeaders = ({ answer, method, scope }: AnyRoute): Json =>
  headerRefs([
    'X-Request-Id',
    ...(answer.location ? ['Location'] : []),
    ...(answer.version ? ['ETag'] : []),
    ...(method === 'post' && scope !== 'open' ? ['Idempotency-Replayed'] : []),
  ]);

const PAGE = { 'text/html': { schema: { type: 'string' } } };

const buildSuccess = (route: AnyRoute, writer: SchemaWriter): Json => {
  const { answer, example } = route;
  if (answer.mediaTypes) return buildFileResponses(route);
  if (answer.html) return { 200: { description: 'A page.', headers: buildSuccessHeaders(route), content: PAGE } };
  const { body } = answer;
  const schema = body && namedOrThrow(route, writer.write(body, 'output'), 'answer');
  const values = body ? [example.answer, ...(example.others ?? [])] : [];
  const shown = new Map(values.map((value) => [answer.getStatus(value), value]));
  return Object.fromEntries(
    answer.statuses.map((status) => {
      if (body && !shown.has(status)) throw new Error(`${route.id}: there is no example of an answer with ${status}.`);
      const content = body && {
        'application/json': { schema, example: checked(route, body, answer.getBody(shown.get(status))) },
      };
      const description = STATUS_CODES[status] ?? 'Success';
      return [status, { description, headers: buildSuccessHeaders(route), ...(content ? { content } : {}) }];
    }),
  );
};

const listScopes = ({ scope, furtherScopes = [] }: AnyRoute): string[] =>
  scope === 'open' || scope === 'authenticated' ? [] : [scope, ...furtherScopes];

const describeRight = (route: AnyRoute): string => {
  if (route.scope === 'open') return 'Needs no credential and no scope.';
  const scopes = listScopes(route).map((scope) => `\`${scope}\``);
  if (scopes.length === 0) return 'Needs a credential and no scope.';
  return `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(' and ')}.`;
};

const buildDescription = (route: AnyRoute): string =>
  [
    ...(route.deprecated ? [`**Deprecated.** ${route.deprecated}`] : []),
    route.description,
    describeRight(route),
    ...(route.roles ? [`Only for the roles ${route.roles.map((role) => `\`${role}\``).join(', ')}.`] : []),
  ].join('\n\n');

const buildOperation = (route: AnyRoute, writer: SchemaWriter): Json => {
  const codes = listCodes(route);
  const isOpen = route.scope === 'open';
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: buildDescription(route),
    ...(route.deprecated ? { deprecated: true } : {}),
    security: isOpen ? [] : [{ bearer: [] }],
    'x-scopes': listScopes(route),
    parameters: [
      ...(route.params ? buildParameters(route, route.params, 'path', writer) : []),
      ...(route.query ? buildParameters(route, route.query, 'query', writer) : []),
      ...listSharedParameters(route, codes),
    ],
    ...buildRequestBody(route, writer),
    responses: { ...buildSuccess(route, writer), ...buildErrorResponses(codes) },
  };
};

const requireUniqueIds = (routes: readonly AnyRoute[]): void => {
  const seen = new Set<string>();
  for (const { id } of routes) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(id)) throw new Error(`${id} cannot be the id of a route: use letters and digits.`);
    if (seen.has(id)) throw new Error(`Two routes have the id ${id}.`);
    seen.add(id);
  }
};

/**
 * The OpenAPI 3.1 document of a service's routes, from the declarations that mount them. Throws a sentence for a route
 * whose example its schema refuses, or that lacks a name, a description or an example; so such a service does not start.
 */
export const buildOpenApi = (service: string, routes: readonly AnyRoute[]): OpenApiDocument => {
  requireUniqueIds(routes);
  const writer = makeSchemaWriter();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method]: buildOperation(route, writer) };
  }
  return {
    openapi: '3.1.0',
    info: { title: service, version: '1' },
    paths,
    components: {
      schemas: {
        Error: ERROR_SCHEMA,
        ...(routes.some(takesSendersOwn) ? { SendersOwn: SENDERS_OWN_SCHEMA } : {}),
        ...writer.components(),
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      ...buildErrorComponents(routes.map(listCodes)),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};
