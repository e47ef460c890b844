import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { Advice } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { findUnknownChecks } from './matcher.ts';

/** Documents that steps upload. */
export const EXAMPLES = join(REPOSITORY, 'examples');

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];

const Path = z.string().regex(/^\/|^auth:\//, 'a path begins with / (or auth:/ at the token service)');

const Step = z
  .strictObject({
    title: z.string().min(1),
    /** Ids of rules and clauses that the step shows; the operation of the API is found by method and path. */
    covers: z.array(z.string()).default([]),
    /** Who sends the request; `nobody` sends no credential. */
    as: z.string().optional(),
    get: Path.optional(),
    post: Path.optional(),
    put: Path.optional(),
    patch: Path.optional(),
    delete: Path.optional(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
    /** A form as OAuth takes it, in place of a JSON body. */
    form: z.record(z.string(), z.string()).optional(),
    /** A multipart request: the name of a shipped document, and the metadata. */
    upload: z.strictObject({ file: z.string(), metadata: z.unknown() }).optional(),
    /** The status of the answer, or several that are right. */
    expect: z.union([z.number().int(), z.array(z.number().int())]).optional(),
    /** What the JSON body must hold at least. */
    answer: z.unknown().optional(),
    content_type: z.string().optional(),
    /** SHA-256 of the body, in hexadecimal or as `sha256:<hex>`. */
    sha256: z.string().optional(),
    /** Repeats the request until the answer is as expected, for 60 seconds at most. */
    until: z.boolean().default(false),
    /** Variables for later steps: paths into the JSON body, `header:<name>`, or `text` for the body as it is. */
    save: z.record(z.string(), z.string()).default({}),
    /** Takes `access_token` of the answer as the credential of this person. */
    credential: z.string().optional(),
    /** The action of the audit entry that the request causes; `none` for a write that causes none. */
    audit: z.string().optional(),
    /** Checks a signed export offline, by the published key. */
    verify_export: z.strictObject({ file: z.string(), signature: z.string(), key: z.unknown() }).optional(),
    /** Why the pack alone cannot run the step; it counts as open. */
    not_run: z.string().optional(),
    /** Runs the step once for each value. */
    for_each: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  })
  .refine(
    (step) =>
      METHODS.filter((method) => step[method] !== undefined).length + Number(step.verify_export !== undefined) === 1,
    'a step has exactly one of get, post, put, patch, delete and verify_export',
  )
  .refine(
    (step) => step.verify_export !== undefined || step.not_run !== undefined || step.expect !== undefined,
    'a request says which status it expects',
  );

const Protocol = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9-]{1,30}$/, 'an id is of capitals, digits and hyphens, such as OQ-SUP'),
  title: z.string().min(1),
  purpose: z.string().min(1),
  /** Who sends the requests where a step does not say. */
  as: z.string(),
  steps: z.array(Step).min(1),
});

/** One step of a test protocol: a request and the answer that is expected, or the offline check of an export. */
export type Step = z.infer<typeof Step>;

/** A test protocol as its YAML file holds it. */
export type Protocol = z.infer<typeof Protocol>;

const describeIssue = ({ path, message }: z.core.$ZodIssue): string => {
  const [first, index, ...rest] = path;
  const at = first === 'steps' && index !== undefined ? [`step ${Number(index) + 1}`, ...rest] : path;
  return `${at.join(', ') || 'the file'}: ${message}`;
};

/**
 * Reads a protocol from its YAML text.
 * @param name the file, for messages
 * @throws `Advice` that names each fault and where it is.
 */
export const parseProtocol = (text: string, name: string): Protocol => {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw new Advice(`${name} is no YAML: ${(error as Error).message}`);
  }
  const parsed = Protocol.safeParse(content);
  const faults = parsed.success ? listFaults(parsed.data) : [];
  if (parsed.success && faults.length === 0) return parsed.data;
  if (parsed.success) throw new Advice(`${name} is no protocol:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  throw new Advice(
    `${name} is no protocol:\n${parsed.error.issues.map((issue) => `  ${describeIssue(issue)}`).join('\n')}`,
  );
};

/** The people of the operational qualification, and those who send no credential. */
const PEOPLE = ['nobody', 'admin', 'quality_manager', 'quality_assurance', 'quality_specialist', 'viewer'];

const listFaults = ({ as, steps }: Protocol): string[] => {
  const known = new Set([...PEOPLE, ...steps.flatMap(({ credential }) => credential ?? [])]);
  const isKnown = (person: string): boolean => person.includes('${') || known.has(person);
  return [
    ...(isKnown(as) ? [] : [`as: ${as} is nobody; known are ${PEOPLE.join(', ')}`]),
    ...steps.flatMap(({ as: person, upload, answer }, index) => [
      ...(person === undefined || isKnown(person) ? [] : [`step ${index + 1}, as: ${person} is nobody`]),
      ...(upload === undefined || existsSync(join(EXAMPLES, upload.file))
        ? []
        : [`step ${index + 1}, upload: there is no examples/${upload.file}`]),
      ...findUnknownChecks(answer).map((name) => `step ${index + 1}, answer: ${name} is no check`),
    ]),
  ];
};

/** Reads a protocol from a file. Throws `Advice`. */
export const readProtocol = (file: string): Protocol => parseProtocol(readFileSync(file, 'utf8'), basename(file));
