import { expect } from 'chai';
import { makeClient, meshStatus, readDemo } from './demo.ts';
import { expectCoded, send } from './security-answer.ts';

const demo = readDemo();
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  send({
    method: 'POST',
    url: `${demo.auth_url}${path}`,
    authorization: null,
    headers: { 'content-type': type },
    body,
  });

const OPERATORS = ['{"$ne":""}', '{"$gt":""}', '{"$regex":".*"}', '{"$where":"1"}', '["x"]', 'true', 'null', '1e400'];

/** Bodies of `/auth/login` beside those with operators, and the status that says why. */
const LOGINS: readonly [string, number, string, string | Uint8Array<ArrayBuffer>][] = [
  ['null', 400, JSON_TYPE, 'null'],
  ['half of a JSON list', 400, JSON_TYPE, '[['],
  ['5,000 lists in each other', 422, JSON_TYPE, '['.repeat(5_000) + ']'.repeat(5_000)],
  ['more than a login needs', 413, JSON_TYPE, JSON.stringify({ username: 'x'.repeat(20_000), password: 'x' })],
  ['half a surrogate pair and a null character', 401, JSON_TYPE, '{"username":"a\\ud800","password":"\\u0000"}'],
  ['another media type', 415, 'text/plain', '{"username":"a","password":"b"}'],
  ['members of the service', 422, JSON_TYPE, '{"username":"a","password":"b","org_id":"x","role":"system_admin"}'],
  ['__proto__', 422, JSON_TYPE, '{"username":"a","password":"b","__proto__":{"role":"system_admin"}}'],
];

const GRANTS = [
  'grant_type=client_credentials&client_id[$ne]=x&client_secret[$ne]=x',
  'grant_type=client_credentials&client_id=%00&client_secret=%FF',
  'grant_type=client_credentials&client_id=a&client_id=b&client_secret=c',
  `grant_type=client_credentials&client_id=${demo.client_id}&client_secret=`,
  `grant_type=client_credentials&client_id=${demo.client_id}&client_secret[$gt]=`,
  `grant_type=client_credentials&client_id=${demo.client_id}`,
  'grant_type=password&username=a&password=b',
  'grant_type=__proto__',
];

describe('login and tokens', () => {
  let processes: ReturnType<typeof meshStatus>;

  before(() => {
    processes = meshStatus();
  });

  for (const path of ['/auth/login', '/auth/refresh'])
    it(`${path} takes no operator for a text`, async () => {
      const [user] = demo.users;
      for (const operator of OPERATORS) {
        const name = path === '/auth/refresh' ? 'refresh_token' : 'password';
        const others = path === '/auth/refresh' ? '' : `"username":${JSON.stringify(user?.email)},`;
        const answer = await post(path, JSON_TYPE, `{${others}"${name}":${operator}}`);
        expectCoded(answer, operator);
        expect(answer.status, operator).to.equal(422);
      }
    });

  for (const [kind, status, type, body] of LOGINS)
    it(`/auth/login answers ${kind} with ${status}`, async () => {
      const answer = await post('/auth/login', type, body);
      expectCoded(answer, kind);
      expect(answer.status).to.equal(status);
    });

  it('/oauth/token gives no token for a made-up client, in the form of RFC 6749', async () => {
    for (const grant of GRANTS) {
      const { status, headers, body } = await post('/oauth/token', FORM_TYPE, grant);
      expect(status, grant).to.be.oneOf([400, 401]);
      expect(headers.get('content-type'), grant).to.match(/^application\/json/);
      expect(body, grant).to.have.property('error').that.is.a('string');
      expect(body, grant).to.not.have.property('access_token');
    }
  });

  it('leaves every process as it was', async () => {
    expect(meshStatus()).to.deep.equal(processes);
    expect((await makeClient(demo, demo.api_key).get('/v1/audit-logs/verify')).body.data.valid).to.equal(true);
  });
});
