import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { plainConnector } from './plain-partner.ts';

const CONNECTIONS = 1_000;
const STATUSES = ['pending_authorization', 'authorized', 'disabled', 'error'] as const;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the indexes of connections, at 1,000 connections', () => {
  let mesh: IntegrationMesh;
  let api: ReturnType<IntegrationMesh['client']>;

  before(async () => {
    mesh = await startIntegrationMesh({ connectors: { tryton: plainConnector } });
    api = mesh.client();
    await api.post('/integrations/connections', sessionConnection({ url: 'https://erp.example.com' }));
    const one = await mesh.database.collection('connection').findOne({ org_id: api.orgId });
    const rows = Array.from({ length: CONNECTIONS }, (_, index) => ({
      ...one,
      _id: newId('connection'),
      status: STATUSES[index % STATUSES.length],
      created_at: new Date(1_700_000_000_000 + index * 1_000),
      updated_at: new Date(1_800_000_000_000 - index * 1_000),
    }));
    await mesh.database.collection('connection').insertMany(rows as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for a list over HTTP: for its page, and for its count. */
  const profiled = async (query: string): Promise<{ page: Profile; count: Profile }> => {
    await mesh.database.command({ profile: 2 });
    const { status, body } = await api.get(`/integrations/connections?${query}`);
    expect([status, body.data.length]).to.deep.equal([200, 25]);
    await mesh.database.command({ profile: 0 });
    const profile = mesh.database.collection('system.profile');
    const ns = `${mesh.database.databaseName}.connection`;
    const page = await profile.findOne({ ns, 'command.find': 'connection', 'command.limit': 25 });
    const count = await profile.findOne({ ns, 'command.aggregate': 'connection' });
    await mesh.database.dropCollection('system.profile');
    return { page, count } as unknown as { page: Profile; count: Profile };
  };

  for (const query of ['sort=-created_at', 'sort=updated_at', 'status=error', 'status=disabled&sort=-updated_at'])
    it(`answer ${query} in order, and count it in their keys`, async () => {
      const { page, count } = await profiled(query);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false).to.equal(false);
      expect(page.keysExamined).to.be.at.most(27);
      expect(count.docsExamined).to.equal(0);
    });
});
