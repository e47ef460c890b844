import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { openPartner, type Partner } from '../../scripts/fault-drill/partner/partner.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { logIn, readDemo } from './demo.ts';
import { type Media, type Operation, wholeDescription } from './description.ts';
import { makeExampleRecords } from './example-records.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';
import { type Answer, send } from './security-answer.ts';

type SentOperation = Operation & { method: string; path: string };

const demo = readDemo();
const description = await wholeDescription(demo);
const operations: SentOperation[] = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
);

/** They undo a delete, so they come after it. */
const AFTER_DELETE: readonly string[] = ['restoreEntity'];
/** The user whom the examples create does them by its own login. */
const BY_ITS_USER: readonly string[] = ['changeOwnPassword', 'listOwnSessions', 'endOwnSession'];
/** A system_admin may not decide here. */
const BY_QUALITY: readonly string[] = ['Suppliers', 'Certificates', 'Quality events', 'Workflows', 'Signatures'];
/** Definitions are settings. */
const BY_ADMIN: readonly string[] = ['createWorkflow', 'updateWorkflow', 'validateWorkflow'];

const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';
/** The document that is uploaded with the example of a certificate. */
const PAPER = readFileSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'));

/** They act on what another creates at the same depth; a new user sets a password of its own first. */
const AFTER_CREATE: readonly string[] = ['addCapaAction', 'changeOwnPassword'];
/** What they do is read by others. */
const BEFORE_READS: readonly string[] = [
  'qualifySupplier',
  'testWebhook',
  'exportAuditLog',
  'startSync',
  'replayParkedRecords',
  'replacePreferences',
];
/** What they act on is ended by a change of the mappings. */
const BEFORE_CHANGES: readonly string[] = ['resolveIntegrationConflict'];
/** What only an external system or a browser that comes from one can send. */
const BY_PARTNERS: readonly string[] = ['finishConnectionAuthorization', 'receiveIntegrationMessage'];
/** What they would end may have ended by itself. */
const OFTEN_LATE: readonly string[] = ['cancelAuditExport'];

const computeRank = ({ operationId, method, responses }: SentOperation): number => {
  if (BEFORE_READS.includes(operationId)) return 0;
  if (AFTER_DELETE.includes(operationId)) return 5;
  if (AFTER_CREATE.includes(operationId)) return 0.5;
  if (BEFORE_CHANGES.includes(operationId)) return 1.5;
  if (method === 'post') return '201' in responses ? 0 : 3;
  return { get: 1, delete: 4 }[method] ?? 2;
};

/** Records are created before they are read, and what lies deeper is deleted first. */
const inOrder = (operation: readonly SentOperation[]): SentOperation[] =>
  operation.toSorted((one, other) => {
    const [depth, otherDepth] = [one.path.split('/').length, other.path.split('/').length];
    return computeRank(one) - computeRank(other) || (one.method === 'delete' ? otherDepth - depth : depth - otherDepth);
  });

/** The contents of the answers that are a success, by status. */
const listSuccesses = ({ responses }: SentOperation): Map<number, Record<string, Media>> =>
  new Map(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content = {} }]) => [Number(status), content]),
  );

type Sent = { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

/** A form of the example's metadata and the document, as bytes with their content type. */
const getForm = async (metadata: string): Promise<Sent> => {
  const form = new FormData();
  form.append('metadata', metadata);
  form.append('file', new Blob([PAPER]), 'certificate-of-analysis.pdf');
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  return { headers: { 'content-type': encoded.headers.get('content-type') ?? '' }, body };
};

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Which id of the examples stands for which of the mesh, found by where they stand in example and answer. */
const idsBetween = (example: unknown, real: unknown): [string, string][] => {
  if (typeof example === 'string') return ID.test(example) && typeof real === 'string' ? [[example, real]] : [];
  if (typeof example !== 'object' || example === null || typeof real !== 'object' || real === null) return [];
  return Object.entries(example).flatMap(([name, inner]) => idsBetween(inner, (real as Record<string, unknown>)[name]));
};

const userExample = (): { email: string; role: string; password: string } => {
  const media = description.paths['/v1/users']?.post?.requestBody?.content[JSON_TYPE];
  if (!media) throw new Error('The description has no example of a user.');
  return media.example as ReturnType<typeof userExample>;
};

const getFirst = (data: unknown): object => (Array.isArray(data) ? data[0] : data) ?? {};

describe('the example of each operation, sent to the mesh', () => {
  const known = new Map<string, string>();
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(description, 'api');
  let own: OwnOrganization;
  let partner: Partner;
  let login: Parameters<typeof logIn>[0] = demo;

  before(async () => {
    own = await newOrganization(demo, 'Examples');
    const { email, role, password } = userExample();
    // A mesh knows each e-mail address once, and the examples may be sent to it again.
    known.set(email, `${Date.now()}.${email}`);
    partner = await openPartner();
    for (const [example, real] of await makeExampleRecords(own, partner)) known.set(example, real);
    login = { ...demo, users: [{ id: '', email: known.get(email) ?? '', role, password }] };
  });

  after(() => partner?.close());

  const withRealIds = (text: string): string =>
    [...known].reduce((changed, [example, real]) => changed.replaceAll(example, real), text);

  const getUrl = ({ path, parameters }: SentOperation): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const example = String(parameters.find((one) => one.name === name)?.example);
      // A number, such as that of a version, stands for itself.
      const real = ID.test(example) ? known.get(example) : (known.get(example) ?? example);
      if (real === undefined) throw new Error(`No example creates or lists what {${name}} is in ${path}.`);
      return real;
    });
    const query = parameters.flatMap(({ in: place, name, required, example }): [string, string][] =>
      place === 'query' && required && example !== undefined ? [[name, withRealIds(String(example))]] : [],
    );
    return `${demo.base_url}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  };

  const credentialFor = async ({ operationId, tags }: SentOperation): Promise<string> => {
    if (BY_ITS_USER.includes(operationId)) return (await logIn(login, login.users[0]?.role ?? '')).access_token;
    const isQuality = BY_QUALITY.includes(tags[0] ?? '') && !BY_ADMIN.includes(operationId);
    return isQuality ? own.qualityKey : own.adminKey;
  };

  /** Later logins of the examples' user have the password that the example sets. */
  const useNewPassword = ({ requestBody }: SentOperation): void => {
    const example = requestBody?.content[JSON_TYPE]?.example as { new_password: string } | undefined;
    const password = example?.new_password ?? '';
    login = { ...login, users: login.users.map((user) => ({ ...user, password })) };
  };

  const getBody = async ({ requestBody }: SentOperation): Promise<Sent> => {
    const content = requestBody?.content ?? {};
    const form = content[FORM]?.example as { metadata: object } | undefined;
    if (form) return getForm(withRealIds(JSON.stringify(form.metadata)));
    return content[JSON_TYPE] ? { body: withRealIds(JSON.stringify(content[JSON_TYPE].example)) } : {};
  };

  const sendExample = async (operation: SentOperation): Promise<Answer> => {
    const { headers = {}, ...body } = await getBody(operation);
    return send({
      method: operation.method.toUpperCase(),
      url: getUrl(operation),
      authorization: `Bearer ${await credentialFor(operation)}`,
      headers: { 'x-change-reason': 'An example', ...headers },
      ...body,
    });
  };

  /** Whether an answer holds something already; a file does at once. */
  const isThere = (answer: Answer): boolean =>
    answer.status < 300 &&
    (answer.body === null || Array.isArray(answer.body) || Object.keys(getFirst(answer.body.data)).length > 0);

  /** Reads are repeated until what was written before has reached them. */
  const answerTo = (operation: SentOperation): Promise<Answer> =>
    operation.method === 'get'
      ? eventually(`${operation.operationId} answers as described`, async () => {
          const answer = await sendExample(operation);
          return isThere(answer) && answer;
        })
      : eventually(`${operation.operationId} waits for no synchronisation`, async () => {
          const answer = await sendExample(operation);
          return answer.body?.error?.code !== 'sync_in_progress' && answer;
        });

  for (const operation of inOrder(operations).filter(({ operationId }) => !BY_PARTNERS.includes(operationId)))
    it(`${operation.operationId} is answered as described`, async () => {
      const successes = listSuccesses(operation);
      const answer = await answerTo(operation);
      if (operation.operationId === 'changeOwnPassword') useNewPassword(operation);
      if (OFTEN_LATE.includes(operation.operationId) && answer.status === 409) return;
      expect([...successes.keys()], answer.text).to.include(answer.status);
      const content = successes.get(answer.status) ?? {};
      const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? '';
      if (Object.keys(content).length === 0) return expect(answer.text).to.equal('');
      expect(Object.keys(content).map((type) => type.split(';')[0])).to.include(mediaType);
      const media = content[JSON_TYPE];
      if (!media || media.schema.format === 'binary') return;
      const validate = ajv.compile({ $ref: `api${media.schema.$ref}` });
      expect(validate(answer.body) || validate.errors, answer.text).to.equal(true);
      const example = media.example as { data: unknown };
      expect(validate(example) || validate.errors, 'the example').to.equal(true);
      const members = Object.keys(getFirst(example.data));
      expect(Object.keys(getFirst(answer.body.data)), 'the members that the example has').to.have.members(members);
      for (const [from, to] of idsBetween(example, answer.body)) if (!known.has(from)) known.set(from, to);
    });
});
