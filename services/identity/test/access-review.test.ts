import type { ListActiveUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListActiveUsersResponse';
import type { ListExpiringApiKeysResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListExpiringApiKeysResponse';
import type { Program__Output } from '@qsc/contracts/grpc/mesh/v1/Program';
import { makeGrpcClient, programDefinition } from '@qsc/service-kit';
import { expect } from 'chai';
import { PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';

const DAY_MS = 86_400_000;

describe('what the identity service tells of access for a report', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  const now = new Date();

  before(async () => {
    identity = await startUnderTest(() => now);
  });
  beforeEach(async () => {
    tenant = await identity.provision();
  });
  after(() => identity.end());

  const daysOn = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();

  const api = () => identity.api.as(tenant.token);

  it('are the active users of the organisation alone, with when they were made', async () => {
    const other = await identity.provision();
    const input = { email: 'gone@access-review.test', name: 'Gone', role: 'viewer', password: PASSWORD };
    const { id } = (await api().post('/v1/users', input)).body.data;
    await api().patch(`/v1/users/${id}`, { active: false });
    const ask = async (org_id: string) =>
      (await identity.grpc.call<object, ListActiveUsersResponse__Output>('ListActiveUsers', { org_id })).users;
    const users = await ask(tenant.org_id);
    expect(users.map((user) => user.id)).to.have.members([tenant.admin.id, tenant.manager.id]);
    expect(users[0]).to.include({ created_at: now.toISOString() });
    expect((await ask(other.org_id)).map((user) => user.id)).to.have.members([other.admin.id, other.manager.id]);
  });

  it('are the keys that work now and end within the time asked for, soonest first', async () => {
    const create = async (name: string, days: number): Promise<string> => {
      const body = { name, scopes: ['entities:read'], expires_at: daysOn(days) };
      return (await api().post('/v1/api-keys', body)).body.data.id;
    };
    await create('far', 31);
    const [later, sooner, revoked] = [await create('later', 29), await create('sooner', 2), await create('revoked', 3)];
    await api().delete(`/v1/api-keys/${revoked}`);
    const { keys } = await identity.grpc.call<object, ListExpiringApiKeysResponse__Output>('ListExpiringApiKeys', {
      org_id: tenant.org_id,
      until: daysOn(30),
    });
    expect(keys.map(({ id }) => id)).to.deep.equal([sooner, later]);
    expect(keys[0]).to.include({ name: 'sooner', user_id: tenant.admin.id, expires_at: daysOn(2) });
  });

  it('is which program it is, in which version', async () => {
    const target = {
      address: `127.0.0.1:${identity.service.grpcPort}`,
      name: 'identity',
      definition: programDefinition(),
    };
    const client = makeGrpcClient(target, { name: 'audit', secret: identity.config.MESH_SECRET });
    const program = await client.call<object, Program__Output>('GetProgram', {});
    client.close();
    expect(program.name).to.equal('identity');
    expect(program.version).to.match(/^\d+\.\d+\.\d+/);
  });
});
