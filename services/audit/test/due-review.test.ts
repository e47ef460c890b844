import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe('the periodic review of the audit log', () => {
  const audit = startBeforeTests(() => startAudit());

  const readDue = async (org: string) => {
    const { status, body } = await audit.api(org).get('/audit-logs/reviews/due');
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  const recordOldEntries = async () => {
    const org = newOrg();
    const events = Array.from({ length: 40 }, (_, index) =>
      makeActEvent(org, { entity_id: `ent_${index}`, time: daysAgo(120 - index / 10), changes: {} }),
    );
    const deletion = makeActEvent(org, { action: 'delete', entity_id: 'ent_1', time: daysAgo(110) });
    await audit.publish(...events, deletion);
    await audit.recorded(org, 41);
    return { org, deletion };
  };

  it('is not due while the log has no entry', async () => {
    expect(await readDue(newOrg())).to.deep.include({ is_due: false, due_at: null, period: null });
  });

  it('answers its period, the same random sample each time, and the entry with the most serious risk first', async () => {
    const { org, deletion } = await recordOldEntries();
    const due = await readDue(org);
    expect(due).to.include({ is_due: true, interval_days: 90 });
    expect(due.entries).to.deep.equal({ total: 41, is_minimum: false, reviewed: 0, unreviewed: 41 });
    expect(due.random_sample).to.have.length(25);
    expect(due.targeted_sample[0].id).to.equal(deletion.id.replace('evt_', 'log_'));
    expect(due.targeted_sample[0].risks).to.include('deleted');
    expect((await readDue(org)).random_sample).to.deep.equal(due.random_sample);
  });

  it('counts the entries that reviews of trails name', async () => {
    const { org, deletion } = await recordOldEntries();
    const entry_ids = [deletion.id.replace('evt_', 'log_')];
    const review = { from: daysAgo(119), to: daysAgo(0), conclusion: 'no_findings', entity_id: 'ent_1', entry_ids };
    expect((await audit.api(org).post('/audit-logs/reviews', review)).status).to.equal(201);
    expect((await readDue(org)).entries).to.include({ reviewed: 1, unreviewed: 40 });
  });

  it('is no longer due once a review of the log covers its period', async () => {
    const { org } = await recordOldEntries();
    const { period } = await readDue(org);
    const review = { ...period, conclusion: 'no_findings' };
    expect((await audit.api(org).post('/audit-logs/reviews', review)).status).to.equal(201);
    const next = await readDue(org);
    expect(next).to.deep.include({ is_due: false, random_sample: [], targeted_sample: [] });
    expect(Date.parse(next.period.from)).to.equal(Date.parse(period.to) + 1);
  });

  it('shows nothing of another organisation', async () => {
    await recordOldEntries();
    expect((await readDue(newOrg())).random_sample).to.deep.equal([]);
  });
});
