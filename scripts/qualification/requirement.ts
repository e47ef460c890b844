import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { REPOSITORY } from '../runtime/paths.ts';
import { listClauses } from './clause.ts';

const Rating = z.enum(['low', 'medium', 'high']);

const Risk = z.strictObject({
  area: z.string(),
  category: z.union([z.literal(3), z.literal(4), z.literal(5)]),
  patient: Rating,
  product: Rating,
  data: Rating,
  detection: Rating,
  hazard: z.string(),
  control: z.string(),
});

/**
 * The risk of an area of the system: GAMP 5 category, impact on patient, product quality and data integrity, how likely a fault is
 * detected before it harms, the hazard, and the control.
 */
export type Risk = z.infer<typeof Risk>;

/** Something that the system has to do: an endpoint of the API, a rule of the specification, or a clause of a regulation. */
export type Requirement = {
  id: string;
  kind: 'endpoint' | 'rule' | 'clause';
  text: string;
  /** The area whose risk it has. */
  risk: string;
  /** Tests of the release that show it; of clauses alone. */
  releaseTests: string[];
  /** What stays with the organisation; of clauses alone. */
  organisation: string;
};

/** The part of the API's description that requirements come from. */
export type ApiDescription = {
  paths: Record<string, Record<string, { operationId?: string; summary?: string; tags?: string[] }>>;
  components?: { securitySchemes?: { oauth2?: { flows?: { clientCredentials?: { tokenUrl?: string } } } } };
};

const DATA = join(REPOSITORY, 'scripts/qualification/data');

const AREA_OF_TAG: Record<string, string> = {
  Entities: 'REC',
  Documents: 'DOC',
  Search: 'REC',
  Suppliers: 'SUP',
  Certificates: 'CER',
  'Quality events': 'QUE',
  Workflows: 'WFL',
  Signatures: 'SIG',
  'Audit logs': 'AUD',
  Webhooks: 'EXC',
  Integrations: 'EXC',
};

const readYaml = (name: string): unknown => parse(readFileSync(join(DATA, name), 'utf8'));

/** The risks by area. */
export const readRisks = (): Record<string, Risk> => z.record(z.string(), Risk).parse(readYaml('risks.yaml'));

/** The id of a clause as requirements and protocols name it: `11.10 (d)`, or `Annex 11, 9`. */
const toClauseId = (id: string): string => (id.startsWith('11.') ? id : `Annex 11, ${id}`);

const listClauseRequirements = (): Requirement[] =>
  listClauses(readFileSync(join(REPOSITORY, 'docs/compliance.md'), 'utf8')).map(({ id, asks, tests, left }) => ({
    id: toClauseId(id),
    kind: 'clause',
    text: asks,
    risk: id.startsWith('11.') ? 'P11' : 'A11',
    releaseTests: tests.map(({ title }) => title),
    organisation: left,
  }));

const listRules = (): Requirement[] =>
  Object.entries(z.record(z.string(), z.string()).parse(readYaml('requirements.yaml'))).map(([id, text]) => ({
    id,
    kind: 'rule',
    text,
    risk: id.slice(0, 3),
    releaseTests: [],
    organisation: '',
  }));

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

const listEndpoints = ({ paths }: ApiDescription): Requirement[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, summary, tags }]): Requirement[] =>
      operationId === undefined || !METHODS.has(method)
        ? []
        : [
            {
              id: operationId,
              kind: 'endpoint',
              text: `${summary ?? operationId} (${method.toUpperCase()} ${path})`,
              risk: path.includes('/approvals') ? 'APR' : (AREA_OF_TAG[tags?.[0] ?? ''] ?? 'ACC'),
              releaseTests: [],
              organisation: '',
            },
          ],
    ),
  );

/** The requirements: the endpoints that the system describes, the rules of the specification, and the clauses of the regulations. */
export const listRequirements = (description: ApiDescription): Requirement[] => [
  ...listRules(),
  ...listEndpoints(description),
  ...listClauseRequirements(),
];

/** Finds the operation for a method and path, by the templates of the description. */
export const makeFindOperation = ({ paths }: ApiDescription) => {
  const templates = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined
        ? []
        : [
            {
              method,
              operationId,
              parts: path.split('/'),
              fixed: path.split('/').filter((part) => !part.startsWith('{')).length,
            },
          ],
    ),
  );
  // The template with most fixed parts is meant: `/v1/entities/bulk` and not `/v1/entities/{entity_id}`.
  const bySpecificity = templates.toSorted((one, other) => other.fixed - one.fixed);
  return (method: string, path: string): string | null => {
    const parts = path.split('/');
    const fits = (template: { parts: string[] }): boolean =>
      template.parts.length === parts.length &&
      template.parts.every((part, index) => part.startsWith('{') || part === parts[index]);
    return bySpecificity.find((one) => one.method === method && fits(one))?.operationId ?? null;
  };
};
