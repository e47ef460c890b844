import { apiClient, eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { newHoldExample } from '../src/hold/hold.schemas.ts';
import { retentionRulesExample as rules } from '../src/retention/retention.schemas.ts';
import { newOrg, startAudit } from './audit-fixture.ts';

describe('retention policies and legal holds', () => {
  const audit = startBeforeTests(() => startAudit());

  const as = (orgId: string, role: 'system_admin' | 'quality_manager' | 'auditor' = 'system_admin') =>
    apiClient(`${audit.origin}/v1`, audit.identity.token({ orgId, role }));
  const findEntry = (org: string, entity_id: string, action: string) =>
    eventually(`an entry of ${entity_id}`, () => audit.entries.findOne({ org_id: org, entity_id, action }));
  const readTurn = async (org: string) =>
    (await audit.entries.model.db.collection('audit_retention_turn').findOne({ _id: org as never }))?.version;

  it('starts with a policy with a long retention that removes nothing', async () => {
    const org = newOrg();
    const { status, body, headers } = await as(org, 'auditor').get('/audit-logs/retention');
    expect(status).to.equal(200);
    expect(body.data).to.deep.include({
      retention_period_years: 30,
      archive_after_years: 5,
      deletion_policy: 'never',
      applies_to: ['all'],
      exceptions: [],
      version: 1,
      changed_by: null,
    });
    expect(headers.get('etag')).to.equal('"1"');
  });

  it('replaces all but the id, keeps the versions, and is audited', async () => {
    const org = newOrg();
    const first = (await as(org).get('/audit-logs/retention')).body.data;
    const put = await as(org).put('/audit-logs/retention', rules, { headers: { 'X-Change-Reason': 'New procedure' } });
    expect(put.status).to.equal(200);
    expect(put.body.data).to.deep.include({ ...rules, policy_id: first.policy_id, version: 2 });
    expect((await as(org).get('/audit-logs/retention')).body.data).to.deep.equal(put.body.data);
    const again = await as(org).put('/audit-logs/retention', { ...rules, name: 'Other', exceptions: [] });
    expect(again.body.data).to.include({ version: 3, name: 'Other' });
    const { data, meta } = (await as(org).get('/audit-logs/retention/history')).body;
    expect(meta.total).to.equal(3);
    expect(data.map(({ version, name }: { version: number; name: string }) => [version, name])).to.deep.equal([
      [3, 'Other'],
      [2, rules.name],
      [1, first.name],
    ]);
    const second = (await as(org).get('/audit-logs/retention/history?page=2&per_page=1')).body.data;
    expect(second[0].version).to.equal(2);
    const oldest = (await as(org).get('/audit-logs/retention/history?sort=version&per_page=2')).body.data;
    expect(oldest?.map(({ version }: { version: number }) => version)).to.deep.equal([1, 2]);
    const entry = await findEntry(org, first.policy_id, 'update');
    expect(entry).to.deep.include({ entity_type: 'retention_policy', entity_version: 2 });
    expect(entry.metadata.reason).to.equal('New procedure');
    expect(JSON.parse(entry.changes).retention_period_years).to.deep.equal({ from: 30, to: 15 });
  });

  it('raises no version for the same once more', async () => {
    const org = newOrg();
    await as(org).put('/audit-logs/retention', rules);
    expect((await as(org).put('/audit-logs/retention', rules)).body.data.version).to.equal(2);
  });

  it('refuses to replace another version than the caller has seen', async () => {
    const org = newOrg();
    const ifMatch = (version: number) => ({ headers: { 'If-Match': `"${version}"` } });
    expect((await as(org).put('/audit-logs/retention', rules, ifMatch(1))).status).to.equal(200);
    const other = await as(org).put('/audit-logs/retention', { ...rules, name: 'Other' }, ifMatch(1));
    expect([other.status, other.body.error.code]).to.deep.equal([412, 'precondition_failed']);
  });

  it('commits one of two that come at the same time after another', async () => {
    const org = newOrg();
    const names = ['A', 'B', 'C', 'D'];
    const answers = await Promise.all(names.map((name) => as(org).put('/audit-logs/retention', { ...rules, name })));
    expect(answers.map(({ body }) => body.data.version).toSorted()).to.deep.equal([2, 3, 4, 5]);
  });

  const BAD: Record<string, object> = {
    'an archive that begins after the retention': { retention_period_years: 2, archive_after_years: 40 },
    'no years at all': { retention_period_years: 0 },
    'a way of deletion that there is not': { deletion_policy: 'immediately' },
    'a store that there is not': { archive_storage: 'tape' },
    'an exception without a reason': { exceptions: [{ entity_types: ['supplier'], retention_period_years: 9 }] },
    'nothing that it applies to': { applies_to: [] },
    'an unknown kind of record': { applies_to: ['devation'] },
    'an id of its own': { policy_id: 'ret_1' },
  };
  for (const [what, change] of Object.entries(BAD))
    it(`refuses a policy with ${what}`, async () => {
      const org = newOrg();
      const { status, body } = await as(org).put('/audit-logs/retention', { ...rules, ...change });
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
      expect((await as(org).get('/audit-logs/retention')).body.data.version).to.equal(1);
    });

  it('lets nobody set a policy or a hold who only manages quality', async () => {
    const org = newOrg();
    expect((await as(org, 'quality_manager').put('/audit-logs/retention', rules)).status).to.equal(403);
    expect((await as(org, 'quality_manager').post('/audit-logs/holds', newHoldExample)).status).to.equal(403);
    expect((await as(org, 'quality_manager').delete('/audit-logs/holds/hold_1')).status).to.equal(403);
    expect((await as(org, 'quality_manager').get('/audit-logs/holds')).status).to.equal(200);
  });

  it('places a hold, lists it and lifts it once, each audited', async () => {
    const org = newOrg();
    const placed = await as(org).post('/audit-logs/holds', newHoldExample);
    expect(placed.status).to.equal(201);
    const { id } = placed.body.data;
    expect(placed.body.data).to.deep.include({
      reason: newHoldExample.reason,
      from: '2025-01-01T00:00:00.000Z',
      entity_types: ['supplier'],
      entity_ids: [],
      lifted_at: null,
    });
    const stale = await as(org).delete(`/audit-logs/holds/${id}`, { headers: { 'If-Match': '"1"' } });
    expect([stale.status, stale.body.error.code]).to.deep.equal([412, 'precondition_failed']);
    const lifted = await as(org).delete(`/audit-logs/holds/${id}`, { headers: { 'X-Change-Reason': 'Case closed' } });
    expect(lifted.status).to.equal(204);
    const { data, meta } = (await as(org).get('/audit-logs/holds')).body;
    expect(meta.total).to.equal(1);
    expect(data[0]).to.include({ id });
    expect(data[0].lifted_at).to.be.a('string');
    await as(org).post('/audit-logs/holds', newHoldExample);
    const [first, second] = await Promise.all(
      ['placed_at', '-placed_at'].map(async (sort) => (await as(org).get(`/audit-logs/holds?sort=${sort}`)).body.data),
    );
    expect(first?.[0].id).to.equal(id);
    expect(second).to.deep.equal(first?.toReversed());
    const again = await as(org).delete(`/audit-logs/holds/${id}`);
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'conflict']);
    expect((await findEntry(org, id, 'create')).metadata.reason).to.equal(newHoldExample.reason);
    expect((await findEntry(org, id, 'update')).metadata.reason).to.equal('Case closed');
  });

  it('refuses a hold that names nothing, or a period that ends before it begins', async () => {
    const org = newOrg();
    for (const scope of [{}, { entity_types: [] }, { from: '2026-01-02', to: '2026-01-01' }]) {
      const { status, body } = await as(org).post('/audit-logs/holds', { reason: 'Case', ...scope });
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
    }
    expect((await as(org).get('/audit-logs/holds')).body.meta.total).to.equal(0);
  });

  it('refuses a hold on a kind of record that there is not, since it would hold nothing', async () => {
    const org = newOrg();
    const { status, body } = await as(org).post('/audit-logs/holds', {
      reason: 'Case',
      entity_types: ['supplier', 'suplier'],
    });
    expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'entity_types.1']);
    expect((await as(org).get('/audit-logs/holds')).body.meta.total).to.equal(0);
  });

  it('keeps organisations apart', async () => {
    const [mine, others] = [newOrg(), newOrg()];
    const { id } = (await as(mine).post('/audit-logs/holds', newHoldExample)).body.data;
    await as(mine).put('/audit-logs/retention', rules);
    expect((await as(others).get('/audit-logs/holds')).body.meta.total).to.equal(0);
    expect((await as(others).delete(`/audit-logs/holds/${id}`)).status).to.equal(404);
    expect((await as(others).get('/audit-logs/retention')).body.data.version).to.equal(1);
  });

  it('counts every policy and hold, so that a removal that is being decided is refused', async () => {
    const org = newOrg();
    await as(org).post('/audit-logs/holds', newHoldExample);
    expect(await readTurn(org)).to.equal(1);
    await as(org).put('/audit-logs/retention', rules);
    expect(await readTurn(org)).to.equal(2);
  });
});
