import { SCOPES } from '@qsc/contracts';
import { expect } from 'chai';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { openSigningKey } from '../../scripts/fuzzing/signing-key.ts';
import { clientOf, clientToken, meshStatus, readDemo } from './demo.ts';
import { expectCoded, send } from './security-answer.ts';
import { type Operation, pathWith, readOperations } from './security-document.ts';
import { falseCredentials, resigned } from './security-token.ts';

const demo = readDemo();
const operations = await readOperations(demo);

const tokenOf = async (scope?: string): Promise<string> =>
  ((await (await clientToken(demo, scope)).json()) as { access_token: string }).access_token;

describe('every route of the OpenAPI document', () => {
  const single = { atGateway: new Map<string, string>(), atService: new Map<string, string>() };
  let refused: [string, string | null][] = [];
  let services: Map<string, string>;

  before(async () => {
    const good = await tokenOf();
    const key = await openSigningKey(readMesh(process.env.QSC_DATA_DIR ?? ''));
    const same = await clientOf(demo, resigned(key, good)).get('/v1/me');
    expect(same.status, 'a truly signed token with the claims of a good one').to.equal(200);
    refused = falseCredentials(key, good, demo.api_key);
    services = new Map(meshStatus().map(({ name, http_port }) => [name, `http://127.0.0.1:${http_port}`]));
    const admin = clientOf(demo, demo.api_key);
    for (const scope of SCOPES) {
      const created = await admin.post('/v1/api-keys', { name: `only ${scope}`, scopes: [scope] });
      single.atGateway.set(scope, created.body.data.key);
      single.atService.set(scope, await tokenOf(scope));
    }
  });

  const doorsOf = ({ service }: Operation): string[] => {
    const door = services.get(service);
    if (door === undefined) throw new Error(`The mesh runs no service ${service}.`);
    return [demo.base_url, door];
  };

  for (const operation of operations) {
    const { method, name, scope } = operation;

    it(`${name} refuses what is no credential, at the gateway and at the service`, async () => {
      for (const door of doorsOf(operation))
        for (const [kind, authorization] of refused) {
          const answer = await send({ method, url: `${door}${pathWith(operation)}`, authorization });
          expectCoded(answer, `${door} ${kind}`);
          expect([answer.status, answer.body.error.code], kind).to.deep.equal([401, 'unauthorized']);
          expect(answer.headers.get('www-authenticate'), kind).to.match(/^Bearer/);
        }
    });

    it(`${name} ${scope === null ? 'asks for no scope' : `takes ${scope} and no other scope`}`, async () => {
      const [gateway = '', service = ''] = doorsOf(operation);
      for (const [door, credentials] of [
        [gateway, single.atGateway],
        [service, single.atService],
      ] as const)
        for (const [granted, token] of credentials) {
          const answer = await send({ method, url: `${door}${pathWith(operation)}`, authorization: `Bearer ${token}` });
          const required = answer.body?.error?.details?.required_scope;
          if (scope === null || granted === scope) {
            expect([answer.status === 401, required], granted).to.deep.equal([false, undefined]);
            expect(answer.status, granted).to.be.below(500);
          } else expect([answer.status, required], granted).to.deep.equal([403, scope]);
        }
    });
  }
});
