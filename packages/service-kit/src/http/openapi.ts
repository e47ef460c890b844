import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { ERROR_STATUS, type ErrorCode } from '@qsc/contracts';
import { z } from 'zod';
import type { AnyRoute } from './route.ts';

extendZodWithOpenApi(z);

const Problem = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      request_id: z.string(),
      retry_after: z.number().int().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .openapi('Error');

const EVERYWHERE: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];

const codesOf = (route: AnyRoute): ErrorCode[] => [
  ...EVERYWHERE,
  'invalid_request',
  'validation_failed',
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.method === 'get' ? [] : (['conflict'] as const)),
  ...(route.method === 'patch' || route.method === 'delete' ? (['precondition_failed'] as const) : []),
  ...(route.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
];

const problemsOf = (route: AnyRoute) =>
  Object.fromEntries(
    [...Map.groupBy(codesOf(route), (code) => ERROR_STATUS[code].http)].map(([status, codes]) => [
      status,
      { description: [...new Set(codes)].join(', '), content: { 'application/json': { schema: Problem } } },
    ]),
  );

const successOf = (route: AnyRoute) =>
  Object.fromEntries(
    route.answer.statuses.map((status) => [
      status,
      route.answer.body
        ? { description: route.summary, content: { 'application/json': { schema: route.answer.body } } }
        : { description: route.summary },
    ]),
  );

const headersOf = (route: AnyRoute): z.ZodObject | undefined => {
  const shape: Record<string, z.ZodType> = {};
  if (route.method === 'post') shape['Idempotency-Key'] = z.string().min(1).max(255).optional();
  if (route.method === 'patch' || route.method === 'delete') shape['If-Match'] = z.string().optional();
  if (route.method !== 'get') shape['X-Change-Reason'] = z.string().max(1_000).optional();
  return Object.keys(shape).length > 0 ? z.object(shape) : undefined;
};

const operationOf = (route: AnyRoute, tag: string) => {
  const headers = headersOf(route);
  const [mediaType = 'application/json'] = route.consumes ?? [];
  return {
    method: route.method,
    path: `/v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    summary: route.summary,
    tags: [tag],
    security: [{ bearer: route.scope === 'authenticated' ? [] : [route.scope] }],
    request: {
      ...(route.params ? { params: route.params as z.ZodObject } : {}),
      ...(route.query ? { query: route.query as z.ZodObject } : {}),
      ...(route.body ? { body: { required: true, content: { [mediaType]: { schema: route.body } } } } : {}),
      ...(headers ? { headers } : {}),
    },
    responses: { ...successOf(route), ...problemsOf(route) },
  };
};

/** The OpenAPI 3.1 document of a service's routes, from the declarations that mount them. */
export const openApiOf = (service: string, routes: readonly AnyRoute[]) => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  for (const route of routes) registry.registerPath(operationOf(route, service));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: service, version: '1' },
  });
};
