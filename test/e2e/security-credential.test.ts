import { SCOPES } from '@qsc/contracts';
import { expect } from 'chai';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { openSigningKey } from '../../scripts/fuzzing/signing-key.ts';
import { clientToken, makeClient, meshStatus, readDemo } from './demo.ts';
import { expectCoded, send } from './security-answer.ts';
import { checkEach, type Operation, oneOfEachService, pathWith, readOperations } from './security-document.ts';
import { falseCredentials, resigned } from './security-token.ts';

const demo = readDemo();
const operations = await readOperations(demo);

type FalseCredential = [kind: string, authorization: string | null];

/** Credentials of the scopes of an operation, by these scopes, and of all but one scope, by that one. */
type Credentials = { only: Map<string, string>; without: Map<string, string> };

const toName = (scopes: readonly string[]): string => scopes.join(' ');

/** The scopes that operations need together. */
const NEEDED = [...new Set(operations.map(({ scopes }) => toName(scopes)).filter((name) => name !== '')), SCOPES[0]];

/** What is checked at every route; the other kinds differ only in how the token is read, which no route has a part in. */
const AT_EVERY_ROUTE: readonly string[] = ['no credential', 'a changed claim'];

const requestToken = async (scope?: string): Promise<string> =>
  ((await (await clientToken(demo, scope)).json()) as { access_token: string }).access_token;

const toKey = async (name: string, scopes: readonly string[]): Promise<string> =>
  (await makeClient(demo, demo.api_key).post('/v1/api-keys', { name, scopes })).body.data.key;

const noCredentials = (): Credentials => ({ only: new Map(), without: new Map() });

describe('every route of the OpenAPI document, at the gateway and at its service,', () => {
  const atGateway = noCredentials();
  const atService = noCredentials();
  let refused: FalseCredential[] = [];
  let services: Map<string, string>;

  before(async () => {
    const good = await requestToken();
    const key = await openSigningKey(readMesh(process.env.QSC_DATA_DIR ?? ''));
    const same = await makeClient(demo, resigned(key, good)).get('/v1/me');
    expect(same.status, 'a truly signed token with the claims of a good one').to.equal(200);
    refused = falseCredentials(key, good, demo.api_key);
    services = new Map(meshStatus().map(({ name, http_port }) => [name, `http://127.0.0.1:${http_port}`]));
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope);
      atGateway.without.set(scope, await toKey(`without ${scope}`, others));
      atService.without.set(scope, await requestToken(others.join(' ')));
    }
    for (const needed of NEEDED) {
      atGateway.only.set(needed, await toKey(`only ${needed}`, needed.split(' ')));
      atService.only.set(needed, await requestToken(needed));
    }
  });

  const serviceUrl = ({ service }: Operation): string => {
    const url = services.get(service);
    if (url === undefined) throw new Error(`The mesh runs no service ${service}.`);
    return url;
  };

  const expectUnauthorized = async (operation: Operation, credentials: readonly FalseCredential[]): Promise<void> => {
    for (const url of [demo.base_url, serviceUrl(operation)])
      for (const [kind, authorization] of credentials) {
        const answer = await send({ method: operation.method, url: `${url}${pathWith(operation)}`, authorization });
        expectCoded(answer, `${url} ${kind}`);
        expect([answer.status, answer.body.error.code], kind).to.deep.equal([401, 'unauthorized']);
        expect(answer.headers.get('www-authenticate'), kind).to.match(/^Bearer/);
      }
  };

  /** The status, and the scope that is missing. */
  const answerTo = async (operation: Operation, url: string, token: string | undefined) => {
    const { method } = operation;
    const answer = await send({ method, url: `${url}${pathWith(operation)}`, authorization: `Bearer ${token}` });
    return { status: answer.status, missing: answer.body?.error?.details?.required_scope };
  };

  it('refuses a request without a credential, and one with a forged token', () =>
    checkEach(operations, (operation) =>
      expectUnauthorized(
        operation,
        refused.filter(([kind]) => AT_EVERY_ROUTE.includes(kind)),
      ),
    ));

  it('takes its own scopes, and all the others together are not enough', () =>
    checkEach(operations, async (operation) => {
      const { scopes } = operation;
      for (const [url, credentials] of [
        [demo.base_url, atGateway],
        [serviceUrl(operation), atService],
      ] as const) {
        const { status, missing } = await answerTo(operation, url, credentials.only.get(toName(scopes) || SCOPES[0]));
        expect([status === 401, missing], url).to.deep.equal([false, undefined]);
        expect(status, url).to.be.below(500);
        for (const scope of scopes) {
          const other = await answerTo(operation, url, credentials.without.get(scope));
          expect(other, url).to.deep.equal({ status: 403, missing: scope });
        }
        if (scopes.length > 0) continue;
        const other = await answerTo(operation, url, credentials.without.get(SCOPES[0]));
        expect(other.missing, url).to.equal(undefined);
      }
    }));

  for (const operation of oneOfEachService(operations))
    it(`refuses whatever else is no credential (${operation.service})`, () => expectUnauthorized(operation, refused));
});
