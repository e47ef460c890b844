import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSetting } from './setting.ts';

describe('scopes', () => {
  const setting = startBeforeTests(() => startSetting());
  beforeEach(() => {
    for (const service of Object.values(setting.services)) service.seen.length = 0;
  });

  const seen = () => Object.values(setting.services).flatMap((service) => service.seen);

  const request = async (method: string, path: string, scopes: string[], role = 'quality_manager') => {
    const client = setting.client({ scopes: scopes as never, role: role as never });
    const answer =
      method === 'GET'
        ? await client.get(path)
        : method === 'DELETE'
          ? await client.delete(path)
          : await client.post(path, {});
    return answer;
  };

  const FORBIDDEN: [string, string, string[], string][] = [
    ['GET', '/v1/entities', ['suppliers:read'], 'entities:read'],
    ['POST', '/v1/entities', ['entities:read'], 'entities:write'],
    ['DELETE', '/v1/entities/x', ['entities:write'], 'entities:delete'],
    ['POST', '/v1/entities/x/restore', ['entities:write'], 'entities:delete'],
    ['POST', '/v1/entities/x/restore/', ['entities:write'], 'entities:delete'],
    ['GET', '/v1/audit-logs', ['entities:read'], 'audit-logs:read'],
    ['POST', '/v1/users', ['admin:read'], 'admin:write'],
  ];
  for (const [method, path, scopes, required] of FORBIDDEN)
    it(`needs ${required} for ${method} ${path}`, async () => {
      const answer = await request(method, path, scopes);
      expect(answer.status).to.equal(403);
      expect(answer.body.error.code).to.equal('forbidden');
      expect(answer.body.error.details.required_scope).to.equal(required);
      expect(seen()).to.have.length(0);
    });

  it('takes a path in other letters for another path, as the services do', async () => {
    expect((await request('POST', '/v1/entities/x/RESTORE', ['entities:write'])).status).to.equal(200);
    expect((await setting.anonymous.get('/v1/integrations/CALLBACK?code=1&state=2')).status).to.equal(401);
    expect((await setting.anonymous.get('/LIVEZ')).status).to.equal(404);
  });

  it('needs a role that allows the scope, too', async () => {
    const answer = await request('POST', '/v1/entities', ['entities:write'], 'viewer');
    expect(answer.status).to.equal(403);
    expect(answer.body.error.details).to.deep.include({ required_scope: 'entities:write', reason: 'role' });
  });

  it('lets an application through by its scopes alone, and /v1/me and the directory by none', async () => {
    const application = setting.client({ kind: 'application', scopes: ['entities:write'] });
    expect((await application.post('/v1/entities', {})).status).to.equal(200);
    for (const path of ['/v1/me', '/v1/users/directory', '/v1/users/directory/'])
      expect((await setting.client({ scopes: [] }).get(path)).status, path).to.equal(200);
    expect((await setting.client({ scopes: [] }).get('/v1/users/directory-x')).status).to.equal(403);
  });
});
