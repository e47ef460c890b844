import { eventually } from '@qsc/test-kit';
import { ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import type { Demo } from './demo.ts';

type Referring = { $ref?: string };

export type Media = {
  schema: Referring & { type?: string; format?: string; properties?: Record<string, Referring> };
  example?: unknown;
  examples?: Record<string, unknown>;
};
export type Response = Referring & { content?: Record<string, Media> };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: { enum?: string[]; default?: unknown };
} & Referring;

/** An operation as the document tells it. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  'x-scopes': string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};

export type Description = {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

/** The merged document, once every service is in it. */
export const wholeDescription = ({ base_url }: Pick<Demo, 'base_url'>): Promise<Description> =>
  eventually('every service is described', async () => {
    const document = (await (await fetch(`${base_url}/v1/openapi.json`)).json()) as Description;
    const described = new Set(Object.keys(document.paths).map((path) => path.split('/')[2]));
    return ROUTING_TABLE.every(({ prefixes }) => prefixes.every((prefix) => described.has(prefix))) && document;
  });
