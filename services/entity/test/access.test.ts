import { createHmac } from 'node:crypto';
import { newId, SCOPES, type Scope } from '@qsc/contracts';
import { makeEdgeSeal } from '@qsc/service-kit';
import { startBeforeTests, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { startEntityMesh } from './mesh.ts';

const ROUTES: readonly [string, string, Scope][] = [
  ['GET', '/v1/entities', 'entities:read'],
  ['POST', '/v1/entities', 'entities:write'],
  ['POST', '/v1/entities/bulk', 'entities:write'],
  ['PATCH', '/v1/entities/bulk', 'entities:write'],
  ['GET', '/v1/entities/ent_1', 'entities:read'],
  ['PATCH', '/v1/entities/ent_1', 'entities:write'],
  ['DELETE', '/v1/entities/ent_1', 'entities:delete'],
  ['POST', '/v1/entities/ent_1/restore', 'entities:delete'],
  ['GET', '/v1/entities/ent_1/history', 'entities:read'],
  ['GET', '/v1/entities/ent_1/relationships', 'entities:read'],
  ['POST', '/v1/entities/ent_1/relationships', 'entities:write'],
  ['GET', '/v1/entities/ent_1/relationships/rel_1', 'entities:read'],
  ['DELETE', '/v1/entities/ent_1/relationships/rel_1', 'entities:write'],
];

describe('access to entities', () => {
  const mesh = startBeforeTests(() => startEntityMesh());

  const call = async (method: string, path: string, token: string | null) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${mesh.url}${path}`, { method, headers });
    const text = await answer.text();
    return { status: answer.status, error: text ? JSON.parse(text).error : null, headers: answer.headers };
  };

  const forged = (): [string, string | null][] => {
    const { identity } = mesh;
    const orgId = newId('organization');
    const good = identity.token({ orgId });
    const claims = jwt.decode(good) as Record<string, unknown>;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hs256 = (): string => {
      const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: identity.kid })}.${part(claims)}`;
      const key = identity.publicKey.export({ type: 'spki', format: 'pem' });
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
    };
    return [
      ['no token', null],
      ['text that is no token', 'abc'],
      ['an expired token', identity.token({ orgId, expiresIn: -1 })],
      ['another audience', identity.token({ orgId, claims: { aud: 'http://elsewhere.test' } })],
      ['another issuer', identity.token({ orgId, claims: { iss: 'http://elsewhere.test' } })],
      ['alg none', `${part({ alg: 'none', typ: 'JWT', kid: identity.kid })}.${part(claims)}.`],
      ['HS256 by the public key', hs256()],
      ['a changed claim', `${good.split('.')[0]}.${part({ ...claims, org_id: 'org_other' })}.${good.split('.')[2]}`],
      ['an unknown key', jwt.sign(claims, identity.privateKey, { algorithm: 'RS256', keyid: 'unknown' })],
      ['no organisation', identity.token({ orgId, claims: { org_id: undefined } })],
    ];
  };

  for (const [method, path, scope] of ROUTES) {
    it(`${method} ${path} needs ${scope} and takes no other scope for it`, async () => {
      const orgId = newId('organization');
      expect((await call(method, path, null)).status, 'no token').to.equal(401);
      for (const granted of SCOPES) {
        const answer = await call(method, path, mesh.identity.token({ orgId, scopes: [granted] }));
        if (granted === scope) expect(answer.status, granted).to.not.be.oneOf([401, 403]);
        else expect([answer.status, answer.error?.details?.required_scope], granted).to.deep.equal([403, scope]);
      }
    });
  }

  it('refuses every credential that is not one', async () => {
    for (const [name, token] of forged()) {
      const answer = await call('GET', '/v1/entities', token);
      expect([answer.status, answer.error?.code], name).to.deep.equal([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
    }
  });

  it('refuses a viewer who holds the scope, since a right is the scope and the role together', async () => {
    const answer = await mesh.client({ role: 'viewer' }).post('/v1/entities', { type: 'supplier', name: 'X' });
    expect([answer.status, answer.body.error.details.reason]).to.deep.equal([403, 'role']);
  });

  it('answers 405 with Allow for a method that a known path does not offer, and 404 for an unknown path', async () => {
    const token = mesh.identity.token({ orgId: newId('organization') });
    const answer = await call('PUT', '/v1/entities', token);
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'GET, POST']);
    expect((await call('GET', '/v1/nothing', token)).status).to.equal(404);
  });

  it('believes a forwarded address only with the seal of the gateway', async () => {
    const tap = await tapEvents(testEnvironment().amqpUrl);
    try {
      const sealed = makeEdgeSeal(mesh.identity.meshSecret).seal('sealed-1', { address: '203.0.113.7' });
      const addressFor = async (headers: Record<string, string>) => {
        const answer = await mesh.client().post('/v1/entities', { type: 'supplier', name: 'X' }, { headers });
        const event = await tap.next('the created event', ({ subject }) => subject === answer.body.data.id);
        return event.data.audit.client.ip_address;
      };
      expect(await addressFor({ 'x-request-id': 'sealed-1', 'x-edge-client': sealed })).to.equal('203.0.113.7');
      for (const forged of [
        { 'x-request-id': 'sealed-2', 'x-edge-client': sealed },
        { 'x-edge-client': '6.6.6.6;forged', 'x-forwarded-for': '6.6.6.6' },
      ])
        expect(await addressFor(forged)).to.match(/127\.0\.0\.1$/);
    } finally {
      await tap.close();
    }
  });

  it('takes the settings of an organisation from the seal of the gateway, and those of no other organisation', async () => {
    const orgId = newId('organization');
    const settings = {
      id: orgId,
      name: 'Elsewhere',
      time_zone: 'UTC',
      strict_mode: true,
      recorded_reads: [],
      audit_review_interval_days: 90,
      tier: 'free',
      requests_per_minute: 0,
      burst: 0,
      sandbox: false,
    };
    const create = (organization: typeof settings, index: number) => {
      const sealed = makeEdgeSeal(mesh.identity.meshSecret).seal(`strict-${index}`, { address: '::1', organization });
      const headers = { 'x-request-id': `strict-${index}`, 'x-edge-client': sealed };
      return mesh.client({ orgId }).post('/v1/entities', { type: 'supplier', name: 'X' }, { headers });
    };
    const refused = await create(settings, 1);
    expect([refused.status, refused.body.error?.code]).to.deep.equal([422, 'reason_required']);
    expect((await create({ ...settings, id: newId('organization') }, 2)).status).to.equal(201);
  });
});
