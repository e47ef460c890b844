import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyRoute, buildOpenApi, type OpenApiDocument } from '@qsc/service-kit';
import { frameDocument } from '../../gateway/src/document/openapi-frame.ts';
import { type Json, mergeDocuments } from '../../gateway/src/document/openapi-merge.ts';
import { ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import { REPOSITORY } from '../runtime/paths.ts';

/** Where a description without a mesh says that the API is. */
const ADDRESSES = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' };

/** Stands for use cases, of which the declaration of a route asks nothing. */
const nothing: object = new Proxy(() => {}, { get: () => nothing, apply: () => nothing });

/** The OpenAPI document of a service, from the declarations of its routes; the service is not started. */
export const describeService = async (service: string): Promise<OpenApiDocument> => {
  const routes: AnyRoute[] = [];
  for (const file of globSync(`services/${service}/src/**/*.routes.ts`, { cwd: REPOSITORY }).sort()) {
    const exported: Record<string, unknown> = await import(join(REPOSITORY, file));
    for (const [name, declare] of Object.entries(exported))
      if (/Routes?$/.test(name)) routes.push(...[(declare as (...parts: object[]) => never)(nothing, nothing)].flat());
  }
  return buildOpenApi(service, routes);
};

/**
 * The OpenAPI document that the gateway serves, assembled from the declarations of all routes without a mesh.
 * Throws where two services mean different things by one name.
 */
export const describeApi = async (): Promise<Json> => {
  const sources = await Promise.all(
    ROUTING_TABLE.map(async ({ name, prefixes, paths }) => ({
      service: name,
      prefixes,
      paths,
      document: JSON.parse(JSON.stringify(await describeService(name))),
    })),
  );
  const merged = mergeDocuments(sources);
  if (merged.clashes.length > 0) throw new Error(merged.clashes.join('\n'));
  return frameDocument(merged, ADDRESSES);
};
