import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { logIn, makeClient, readDemo } from './demo.ts';
import { type RawAnswer, sendRaw } from './security-raw.ts';

const demo = readDemo();
const { host } = new URL(demo.base_url);
const key = `Authorization: Bearer ${demo.api_key}`;

const get = (path: string, ...headers: string[]): Promise<RawAnswer> =>
  sendRaw(demo.base_url, [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers]);

const post = (body: string, ...headers: string[]): Promise<RawAnswer> =>
  sendRaw(
    demo.base_url,
    ['POST /v1/entities HTTP/1.1', `Host: ${host}`, 'Connection: close', 'Content-Type: application/json', ...headers],
    body,
  );

const expectRefused = ({ status, headers, body }: RawAnswer, expected: number, code: string): void => {
  expect(headers.get('content-type')).to.match(/^application\/json/);
  const { error } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  expect([status, error.code]).to.deep.equal([expected, code]);
  expect(error).to.include.all.keys('message', 'request_id');
};

/** Headers by which a caller could pass for someone else, or from somewhere else. */
const PRETENDED = [
  'X-Edge-Client: 6.6.6.6',
  'x_edge_client: 6.6.6.6',
  'X-Edge-Client: 6.6.6.6;forged',
  'X-Org-Id: org_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'X-User-Id: usr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'X-User-Role: system_admin',
  'X-Mesh-Token: forged',
  'X-Internal-Actor: forged',
  'X-Forwarded-For: 6.6.6.6',
  'X-Forwarded-For: 7.7.7.7, 6.6.6.6',
  'X-Forwarded-Host: evil.example',
  'X-Real-IP: 6.6.6.6',
  'True-Client-IP: 6.6.6.6',
  'CF-Connecting-IP: 6.6.6.6',
  'Forwarded: for=6.6.6.6',
  'X-HTTP-Method-Override: DELETE',
  'X-Original-URL: /v1/users',
  'Cookie: session=forged',
];

describe('headers and paths as bytes', () => {
  it('tell nobody else as the actor or the address of an audit entry', async () => {
    const { access_token, user } = await logIn(demo, 'quality_manager');
    const body = JSON.stringify({ type: 'product', name: 'Pretended' });
    const authorization = `Authorization: Bearer ${access_token}`;
    const expectTrueActor = async (headers: readonly string[]) => {
      const created = await post(body, authorization, `Content-Length: ${body.length}`, ...headers);
      expect(created.status, headers.join()).to.equal(201);
      const { id, created_by } = JSON.parse(created.body).data;
      expect(created_by).to.equal(user.id);
      const entry = await eventually('the entry', async () => {
        const found = await makeClient(demo, demo.api_key).get(`/v1/audit-logs?entity_id=${id}`);
        return found.body.data[0];
      });
      const { user: actor, org_id, client } = entry;
      const expected = [user.id, 'quality_manager', demo.org_id];
      expect([actor.id, actor.role, org_id], headers.join()).to.deep.equal(expected);
      expect(client.ip_address, headers.join()).to.match(/127\.0\.0\.1$/);
    };
    await Promise.all([...PRETENDED.map((one) => [one]), PRETENDED].map(expectTrueActor));
  });

  it('carry no credential elsewhere', async () => {
    for (const [path, ...headers] of [
      [`/v1/me?access_token=${demo.api_key}`],
      ['/v1/me', `X-API-Key: ${demo.api_key}`],
      ['/v1/me', `Proxy-Authorization: Bearer ${demo.api_key}`],
      ['/v1/me', `Cookie: access_token=${demo.api_key}`],
      ['/v1/me', 'Authorization: Bearer'],
      ['/v1/me', `Authorization: ${demo.api_key}`],
    ] as [string, ...string[]][])
      expectRefused(await get(path, ...headers), 401, 'unauthorized');
  });

  it('take a malformed reason, request id, version or idempotency key for what it is', async () => {
    const body = JSON.stringify({ type: 'product', name: 'Header' });
    const length = `Content-Length: ${body.length}`;
    const strange = await post(body, key, length, 'X-Request-Id: a b;<script>', 'X-Change-Reason: \xff\xfe');
    expect(strange.status).to.equal(201);
    expect(strange.headers.get('x-request-id')).to.match(/^req_[0-9A-Z]{26}$/);
    expectRefused(await post(body, key, length, 'Idempotency-Key: a b'), 422, 'validation_failed');
    expectRefused(await post(body, key, length, `X-Change-Reason: ${'x'.repeat(1_001)}`), 422, 'validation_failed');
    expectRefused(await post(body, key, length, 'Idempotency-Key: a', 'Idempotency-Key: b'), 400, 'invalid_request');
  });
});
