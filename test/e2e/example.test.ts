import { eventually } from '@qsc/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { provision, unlimitedOrganization } from '../../scripts/runtime/provision.ts';
import { logIn, readDemo } from './demo.ts';
import { type Media, type Operation, wholeDescription } from './description.ts';
import { type Answer, send } from './security-answer.ts';

type Told = Operation & { method: string; path: string };

const demo = readDemo();
const description = await wholeDescription(demo);
const operations: Told[] = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
);

/** They undo a delete, so they come after it. */
const AFTER_DELETE: readonly string[] = ['restoreEntity'];
/** The user whom the examples create does them by its own login. */
const BY_ITS_USER: readonly string[] = ['changeOwnPassword'];

const rankOf = ({ operationId, method, responses }: Told): number => {
  if (AFTER_DELETE.includes(operationId)) return 5;
  if (method === 'post') return '201' in responses ? 0 : 3;
  return { get: 1, delete: 4 }[method] ?? 2;
};

/** Records are created before they are read, and what lies deeper is deleted first. */
const inOrder = (told: readonly Told[]): Told[] =>
  told.toSorted((one, other) => {
    const [depth, otherDepth] = [one.path.split('/').length, other.path.split('/').length];
    return rankOf(one) - rankOf(other) || (one.method === 'delete' ? otherDepth - depth : depth - otherDepth);
  });

const jsonOf = (content: Record<string, Media> | undefined): Media | undefined => Object.values(content ?? {})[0];

const successOf = ({ responses }: Told): { status: number; media: Media | undefined } => {
  const [status = ''] = Object.keys(responses).filter((one) => one.startsWith('2'));
  return { status: Number(status), media: jsonOf(responses[status]?.content) };
};

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Which id of the examples stands for which of the mesh, told by where they stand in example and answer. */
const idsBetween = (example: unknown, real: unknown): [string, string][] => {
  if (typeof example === 'string') return ID.test(example) && typeof real === 'string' ? [[example, real]] : [];
  if (typeof example !== 'object' || example === null || typeof real !== 'object' || real === null) return [];
  return Object.entries(example).flatMap(([name, inner]) => idsBetween(inner, (real as Record<string, unknown>)[name]));
};

const userExample = (): { email: string; role: string; password: string } => {
  const media = jsonOf(description.paths['/v1/users']?.post?.requestBody?.content);
  if (!media) throw new Error('The description has no example of a user.');
  return media.example as ReturnType<typeof userExample>;
};

const firstOf = (data: unknown): object => (Array.isArray(data) ? data[0] : data) ?? {};

describe('the example of each operation, sent to the mesh', () => {
  const known = new Map<string, string>();
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(description, 'api');
  let key = '';
  let login: Parameters<typeof logIn>[0] = demo;

  before(async () => {
    const environment = readMesh(process.env.QSC_DATA_DIR ?? '').identityEnvironment;
    const [organization] = await provision(environment, [unlimitedOrganization('Examples')]);
    key = organization?.api_key ?? '';
    const { email, role, password } = userExample();
    // A mesh knows each e-mail address once, and the examples may be sent to it again.
    known.set(email, `${Date.now()}.${email}`);
    login = { ...demo, users: [{ id: '', email: known.get(email) ?? '', role, password }] };
  });

  const withRealIds = (text: string): string =>
    [...known].reduce((changed, [example, real]) => changed.replaceAll(example, real), text);

  const urlOf = ({ path, parameters }: Told): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const example = String(parameters.find((one) => one.name === name)?.example);
      const real = known.get(example);
      if (real === undefined) throw new Error(`No example creates or lists what {${name}} is in ${path}.`);
      return real;
    });
    return `${demo.base_url}${filled}`;
  };

  const sendExample = async (told: Told): Promise<Answer> => {
    const credential = BY_ITS_USER.includes(told.operationId)
      ? (await logIn(login, login.users[0]?.role ?? '')).access_token
      : key;
    const media = jsonOf(told.requestBody?.content);
    return send({
      method: told.method.toUpperCase(),
      url: urlOf(told),
      authorization: `Bearer ${credential}`,
      headers: { 'x-change-reason': 'An example' },
      ...(media ? { body: withRealIds(JSON.stringify(media.example)) } : {}),
    });
  };

  /** Reads are repeated until what was written before has reached them. */
  const answerTo = (told: Told, status: number): Promise<Answer> =>
    told.method === 'get'
      ? eventually(`${told.operationId} answers as told`, async () => {
          const answer = await sendExample(told);
          const isThere = answer.status === status && Object.keys(firstOf(answer.body.data)).length > 0;
          return isThere && answer;
        })
      : sendExample(told);

  for (const told of inOrder(operations))
    it(`${told.operationId} is answered as told`, async () => {
      const { status, media } = successOf(told);
      const answer = await answerTo(told, status);
      expect(answer.status, answer.text).to.equal(status);
      if (!media) return expect(answer.text).to.equal('');
      const validate = ajv.compile({ $ref: `api${media.schema.$ref}` });
      expect(validate(answer.body) || validate.errors, answer.text).to.equal(true);
      const example = media.example as { data: unknown };
      expect(validate(example) || validate.errors, 'the example').to.equal(true);
      const members = Object.keys(firstOf(example.data));
      expect(Object.keys(firstOf(answer.body.data)), 'the members that the example has').to.have.members(members);
      for (const [from, to] of idsBetween(example, answer.body)) if (!known.has(from)) known.set(from, to);
    });
});
