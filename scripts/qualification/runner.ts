import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExportKey, verifyExport } from '@qsc/client';
import { send, type TestAnswer } from './http.ts';
import { describeActual, describeExpected, findMismatch, maskSecrets } from './matcher.ts';
import { EXAMPLES, METHODS, type Protocol, type Step } from './protocol.ts';
import type { StepResult } from './result.ts';
import { fillTemplate, MissingVariableError, readPath, type Variables } from './template.ts';

/** The system under test, and the first credential. */
export type Target = { baseUrl: string; authUrl: string; adminKey: string };

/** Finds the operation of the API's description for a request; null for none. */
export type FindOperation = (method: string, path: string) => string | null;

const UNTIL_MS = 60_000;
const POLL_MS = 300;
const DAY_MS = 86_400_000;

const shorten = (text: string, most = 400): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What a step saves: a path into the body, a header, or the body as text. */
const readSaved = ({ headers, text, body }: TestAnswer, path: string): unknown => {
  if (path.startsWith('header:')) return headers.get(path.slice(7));
  return path === 'text' ? text : readPath(body, path);
};

/** A step for each value of its `for_each`, which its templates name. */
const expand = (step: Step): { step: Step; local: Record<string, string> }[] =>
  Object.entries(step.for_each ?? {}).reduce<{ step: Step; local: Record<string, string> }[]>(
    (expanded, [name, values]) =>
      expanded.flatMap((one) => values.map((value) => ({ step, local: { ...one.local, [name]: value } }))),
    [{ step, local: {} }],
  );

/** The status, and of a refusal its code and message; of a success the values that the step looks at. */
const describeAnswer = ({ status, body }: TestAnswer, expected?: unknown): string => {
  const code = readPath(body, 'error.code');
  if (code !== undefined) return shorten(`${status} ${String(code)}: ${String(readPath(body, 'error.message'))}`);
  return shorten([status, ...(expected === undefined ? [] : describeActual(expected, body))].join('; '));
};

/**
 * Runs test protocols against a system, step by step, and keeps the evidence of each.
 * @param run the short id of the run, which the names of its records carry.
 */
export const makeRunner = (target: Target, { run, findOperation }: { run: string; findOperation: FindOperation }) => {
  const credentials = new Map<string, string | null>([
    ['nobody', null],
    ['admin', target.adminKey],
  ]);
  const names = new Map<string, string>();
  const saved: Record<string, unknown> = { run, now: new Date().toISOString() };
  const passwords = new Map<string, string>();

  const getPassword = (name: string): string => {
    const known = passwords.get(name) ?? randomBytes(15).toString('base64url');
    passwords.set(name, known);
    return known;
  };

  const variablesWith =
    (local: Record<string, string>): Variables =>
    (name) => {
      const [first = '', ...rest] = name.split('.');
      if (local[name] !== undefined) return local[name];
      if (first === 'password') return getPassword(rest.map((part) => local[part] ?? part).join('.'));
      const day = /^today([+-]\d+)?$/.exec(name);
      if (day) return new Date(Date.now() + Number(day[1] ?? 0) * DAY_MS).toISOString().slice(0, 10);
      return readPath(saved, name);
    };

  const nameCaller = async (alias: string, credential: string | null): Promise<string | null> => {
    if (credential === null) return null;
    const known = names.get(alias);
    if (known) return known;
    const { status, body } = await send({ method: 'get', url: `${target.baseUrl}/v1/me`, credential, headers: {} });
    // Who has a password that somebody else set may not even read this.
    if (status !== 200) return alias;
    const name = `${String(readPath(body, 'data.name'))} (${String(readPath(body, 'data.id'))})`;
    names.set(alias, name);
    return name;
  };

  const requireCredential = (alias: string): string | null => {
    const credential = credentials.get(alias);
    if (credential === undefined) throw new MissingVariableError(`credential of ${alias}`);
    return credential;
  };

  const checkAnswer = (step: Step, answer: TestAnswer, variables: Variables): string | null => {
    const statuses = [step.expect ?? []].flat();
    if (!statuses.includes(answer.status)) return `the answer is ${describeAnswer(answer)}`;
    const type = answer.headers.get('content-type') ?? 'none';
    if (step.content_type !== undefined && !type.startsWith(step.content_type)) return `the content type is ${type}`;
    if (step.sha256 !== undefined) {
      const wanted = String(fillTemplate(step.sha256, variables)).replace(/^sha256:/, '');
      if (answer.sha256 !== wanted) return `the SHA-256 is ${answer.sha256}`;
    }
    return step.answer === undefined ? null : findMismatch(fillTemplate(step.answer, variables), answer.body);
  };

  /** Stores what later steps need. Gives what the answer lacks, or null. */
  const saveVariables = (step: Step, answer: TestAnswer, local: Record<string, string>): string | null => {
    for (const [name, path] of Object.entries(step.save)) {
      const value = readSaved(answer, path);
      if (value === undefined || value === null) return `the answer has no ${path}`;
      saved[String(fillTemplate(name, variablesWith(local)))] = value;
    }
    if (step.credential === undefined) return null;
    const alias = String(fillTemplate(step.credential, variablesWith(local)));
    const token = readPath(answer.body, 'access_token');
    if (typeof token !== 'string') return 'the answer has no access_token';
    credentials.set(alias, token);
    names.delete(alias);
    return null;
  };

  const fillKnown = (template: unknown, local: Record<string, string>): unknown => {
    try {
      return fillTemplate(template, variablesWith(local));
    } catch {
      return template;
    }
  };

  const describeExpectation = (step: Step, local: Record<string, string> | null): string => {
    const status = step.expect === undefined ? 'valid' : [step.expect].flat().join(' or ');
    const more = [
      ...(step.answer === undefined
        ? []
        : describeExpected(local === null ? step.answer : fillKnown(step.answer, local))),
      ...(step.content_type === undefined ? [] : [step.content_type]),
      ...(step.sha256 === undefined ? [] : ['the SHA-256 is that of the stored file']),
    ];
    return shorten([status, ...more].join('; '));
  };

  type Done = Pick<StepResult, 'action' | 'actual' | 'outcome' | 'reason' | 'by' | 'request_ids'>;

  const verifyOffline = async (
    { file, signature, key }: NonNullable<Step['verify_export']>,
    variables: Variables,
  ): Promise<Done> => {
    const fill = (template: unknown) => fillTemplate(template, variables);
    const content = new Blob([String(fill(file))]);
    const found = await verifyExport(content, String(fill(signature)), fill(key) as ExportKey);
    return {
      action: 'Check the export offline, with the published key',
      actual: `signature ${found.signature}, ${found.entries?.count ?? 'no'} entries`,
      outcome: found.valid ? 'passed' : 'failed',
      reason: found.valid ? null : (found.entries?.fault ?? `the signature is ${found.signature}`),
      by: null,
      request_ids: [],
    };
  };

  const sendStep = async (step: Step, local: Record<string, string>, alias: string): Promise<Done> => {
    const variables = variablesWith(local);
    const method = METHODS.find((one) => step[one] !== undefined) ?? 'get';
    const path = String(fillTemplate(step[method], variables));
    const credential = requireCredential(alias);
    const body = step.body === undefined ? undefined : fillTemplate(step.body, variables);
    const request = {
      method,
      url: path.startsWith('auth:') ? `${target.authUrl}${path.slice(5)}` : `${target.baseUrl}${path}`,
      credential,
      headers: {
        ...(method === 'get' ? {} : { 'x-change-reason': `Qualification ${run}` }),
        ...(fillTemplate(step.headers, variables) as Record<string, string>),
      },
      ...(body === undefined ? {} : { body }),
      form: step.form && (fillTemplate(step.form, variables) as Record<string, string>),
      upload: step.upload && {
        path: join(EXAMPLES, step.upload.file),
        metadata: fillTemplate(step.upload.metadata, variables),
      },
    };
    const by = 'authorization' in request.headers ? 'credential of the step' : await nameCaller(alias, credential);
    const requestIds: string[] = [];
    const deadline = Date.now() + UNTIL_MS;
    for (;;) {
      const answer = await send(request);
      if (answer.requestId !== null) requestIds.push(answer.requestId);
      const mismatch = checkAnswer(step, answer, variables);
      const isStatusRight = [step.expect ?? []].flat().includes(answer.status);
      const reason = (isStatusRight ? saveVariables(step, answer, local) : null) ?? mismatch;
      if (reason !== null && step.until && Date.now() < deadline) {
        await sleep(POLL_MS);
        continue;
      }
      const sent = body ?? request.form ?? request.upload?.metadata;
      return {
        action: shorten(
          `${method.toUpperCase()} ${path}${sent === undefined ? '' : ` ${JSON.stringify(maskSecrets(sent))}`}`,
        ),
        actual: `${describeAnswer(answer, step.answer)}${step.sha256 === undefined ? '' : `; SHA-256 ${answer.sha256}`}`,
        outcome: reason === null ? 'passed' : 'failed',
        reason,
        by,
        request_ids: step.until ? requestIds.slice(-1) : requestIds,
      };
    }
  };

  const runStep = async (step: Step, local: Record<string, string>, alias: string): Promise<Done> => {
    const open = (reason: string): Done => ({
      action: '–',
      actual: 'not run',
      outcome: 'open',
      reason,
      by: null,
      request_ids: [],
    });
    if (step.not_run !== undefined) return open(step.not_run);
    try {
      return step.verify_export
        ? await verifyOffline(step.verify_export, variablesWith(local))
        : await sendStep(step, local, String(fillTemplate(alias, variablesWith(local))));
    } catch (error) {
      if (error instanceof MissingVariableError) return open(error.message);
      return { ...open(`no answer: ${(error as Error).message}`), outcome: 'failed' };
    }
  };

  const findCovered = (step: Step, local: Record<string, string>): string[] => {
    const method = METHODS.find((one) => step[one] !== undefined);
    if (!method) return step.covers;
    const template = String(step[method]).replaceAll(/\$\{[^}]+\}/g, (one) => local[one.slice(2, -1)] ?? 'x');
    const operation = findOperation(method, template.split('?')[0] ?? '');
    return operation === null ? step.covers : [operation, ...step.covers];
  };

  /** Runs the steps of a protocol in their order. */
  const runProtocol = async ({ id, as, steps }: Protocol): Promise<StepResult[]> => {
    const results: StepResult[] = [];
    for (const { step, local } of steps.flatMap(expand)) {
      const started = new Date();
      const done = await runStep(step, local, step.as ?? as);
      results.push({
        id: `${id}-${String(results.length + 1).padStart(2, '0')}`,
        title: String(fillKnown(step.title, local)),
        covers: findCovered(step, local),
        at: started.toISOString(),
        duration_ms: Date.now() - started.getTime(),
        expected: describeExpectation(step, local),
        specification: describeExpectation(step, null),
        audit: step.audit ?? null,
        ...done,
        audit_entries: [],
      });
    }
    return results;
  };

  return { runProtocol };
};
