import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const DELIVERIES = 4_000;
const STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the indexes of deliveries, at 4,000 deliveries', () => {
  let mesh: WebhookMesh;
  let path: string;
  let api: ReturnType<WebhookMesh['client']>;

  before(async () => {
    mesh = await startWebhookMesh();
    api = mesh.client();
    const { body } = await api.post('/webhooks', { url: 'https://hooks.example.com/', events: ['audit.create'] });
    path = `/webhooks/${body.data.id}/deliveries`;
    const rows = Array.from({ length: DELIVERIES }, (_, index) => ({
      _id: newId('delivery'),
      org_id: api.orgId,
      webhook_id: body.data.id,
      message_id: 'msg_1',
      event: 'audit.create',
      status: STATUSES[index % STATUSES.length],
      attempts: 1,
      former_attempts: 0,
      resend_task_id: null,
      webhook_version: 1,
      request_url: null,
      response_status: 204,
      response_body: '',
      error: null,
      duration_ms: 3,
      last_attempt_at: null,
      created_at: new Date(1_700_000_000_000 + index * 1_000),
      next_attempt_at: index % STATUSES.length === 0 ? new Date(Date.now() + 3_600_000 + index) : null,
    }));
    await mesh.database.collection('delivery').insertMany(rows as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for a list over HTTP: for its page, and for its count. */
  const profiled = async (query: string): Promise<{ page: Profile; count: Profile }> => {
    await mesh.database.command({ profile: 2 });
    const { status, body } = await api.get(`${path}?${query}`);
    expect([status, body.data.length]).to.deep.equal([200, 25]);
    await mesh.database.command({ profile: 0 });
    const of = { ns: `${mesh.database.databaseName}.delivery`, 'command.filter.org_id': api.orgId };
    const page = await mesh.database
      .collection('system.profile')
      .findOne({ ...of, 'command.find': 'delivery', 'command.limit': 25 });
    const count = await mesh.database
      .collection('system.profile')
      .findOne({ ns: of.ns, 'command.aggregate': 'delivery' });
    await mesh.database.dropCollection('system.profile');
    return { page, count } as unknown as { page: Profile; count: Profile };
  };

  for (const query of ['sort=-created_at', 'sort=created_at', 'status=failed', 'status=pending&sort=created_at'])
    it(`answer ${query} in order, and count it in their keys`, async () => {
      const { page, count } = await profiled(query);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false).to.equal(false);
      expect(page.keysExamined).to.be.at.most(27);
      expect(count.docsExamined).to.equal(0);
    });

  it('find what is due to a webhook without looking at what is done', async () => {
    const plan = await mesh.database
      .collection('delivery')
      .find({
        webhook_id: path.split('/')[2],
        org_id: api.orgId,
        status: 'pending',
        next_attempt_at: { $lte: new Date(8e15) },
      })
      .sort({ next_attempt_at: 1 })
      .limit(50)
      .explain('executionStats');
    expect(plan.executionStats.totalKeysExamined).to.equal(50);
    expect(JSON.stringify(plan.queryPlanner.winningPlan))
      .to.include('webhook_id_1_next_attempt_at_1')
      .and.not.include('"SORT"');
  });
});
