import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const SIGNED = { required: true, signed: true, signature_id: 'sig_1', meaning: 'approved' };

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

describe('entity audit trail', () => {
  const audit = startBeforeTests(() => startAudit());

  it('has every action on a record, newest first, also after it was deleted', async () => {
    const org = newOrg();
    const record = { entity_id: 'ent_a', entity_type: 'supplier' };
    const changes = { name: { from: 'Acme', to: 'Acme Pharma' } };
    await audit.publish(
      makeActEvent(org, {
        ...record,
        time: at(1),
        action: 'create',
        entity_name: 'Acme',
        changes: {},
        user: { id: 'usr_a', name: 'Ann' },
      }),
      makeActEvent(org, {
        ...record,
        time: at(2),
        action: 'update',
        entity_version: 2,
        changes,
        user: { id: 'usr_b', name: 'Bo' },
      }),
      makeActEvent(org, { time: at(3), entity_id: 'ent_b' }),
      makeActEvent(org, {
        ...record,
        time: at(3),
        action: 'sign',
        entity_version: null,
        changes: {},
        signature: SIGNED,
      }),
      makeActEvent(org, { ...record, time: at(4), action: 'delete', entity_version: 3, changes: {} }),
    );
    await audit.recorded(org, 5);
    const { status, body } = await audit.api(org).get('/audit-logs/entity/ent_a');
    expect(status).to.equal(200);
    const unsigned = { signed: false, signature_id: null };
    const ann = { id: 'usr_1', name: 'Ann' };
    for (const item of body.data.history) {
      expect(item.id).to.match(/^log_/);
      delete item.id;
    }
    expect(body).to.deep.equal({
      data: {
        entity_id: 'ent_a',
        entity_type: 'supplier',
        entity_name: 'Acme Pharma',
        created_at: at(1),
        created_by: 'usr_a',
        current_version: 3,
        history: [
          { version: 3, timestamp: at(4), action: 'delete', user: ann, changes: {}, reason: null, signature: unsigned },
          {
            version: null,
            timestamp: at(3),
            action: 'sign',
            user: ann,
            changes: {},
            reason: null,
            signature: { signed: true, signature_id: 'sig_1' },
          },
          {
            version: 2,
            timestamp: at(2),
            action: 'update',
            user: { id: 'usr_b', name: 'Bo' },
            changes,
            reason: null,
            signature: unsigned,
          },
          {
            version: 1,
            timestamp: at(1),
            action: 'create',
            user: { id: 'usr_a', name: 'Ann' },
            changes: {},
            reason: null,
            signature: unsigned,
          },
        ],
      },
      meta: { total: 4, page: 1, per_page: 1_000, total_pages: 1 },
    });
  });

  it('shows what its reader has not reviewed, the most serious risks first', async () => {
    const org = newOrg();
    const entries = [
      makeActEvent(org, { time: '2026-03-03T10:00:00.000Z', action: 'create', changes: {} }),
      makeActEvent(org, { time: '2026-03-03T11:00:00.000Z', changes: { name: { from: 'a', to: 'b' } } }),
      makeActEvent(org, { time: '2026-03-03T12:00:00.000Z', action: 'delete', changes: {} }),
      makeActEvent(org, { time: '2026-03-03T13:00:00.000Z', action: 'restore', changes: {} }),
    ];
    await audit.publish(...entries);
    await audit.recorded(org, 4);
    const [created, changed, deleted, restored] = entries.map(({ id }) => id.replace('evt_', 'log_'));
    const reader = audit.api(org);
    const unreviewed = async (by = reader) => {
      const { status, body } = await by.get('/audit-logs/entity/ent_1?unreviewed=true');
      expect(status).to.equal(200);
      return { ids: body.data.history.map(({ id }: { id: string }) => id), ...body };
    };
    const all = await unreviewed();
    expect(all.ids).to.deep.equal([deleted, restored, changed, created]);
    expect(all.data.history[0].risks).to.deep.equal(['deleted']);
    const review = { from: '2026-03-03', to: '2026-03-03', conclusion: 'no_findings', entity_id: 'ent_1' };
    expect((await reader.post('/audit-logs/reviews', { ...review, entry_ids: [created, deleted] })).status).to.equal(
      201,
    );
    const rest = await unreviewed();
    expect(rest.ids).to.deep.equal([restored, changed]);
    expect(rest.meta.total).to.equal(2);
    // A review counts for who made it.
    expect((await unreviewed(audit.api(org))).ids).to.have.length(4);
  });

  it('says that the creation is unknown where the log has no entry of it', async () => {
    const org = newOrg();
    await audit.publish(
      makeActEvent(org, { action: 'login', entity_type: 'user', entity_id: 'usr_1', entity_version: null }),
    );
    await audit.recorded(org, 1);
    const { data } = (await audit.api(org).get('/audit-logs/entity/usr_1')).body;
    expect(data).to.include({ created_at: null, created_by: null, current_version: null });
  });

  it('shows the newest thousand actions, and the others by pages', async () => {
    const org = newOrg();
    const count = 1_030;
    await audit.publish(
      ...Array.from({ length: count }, (_, index) =>
        makeActEvent(org, {
          action: index === 0 ? 'create' : 'update',
          entity_version: index + 1,
          user: { id: `usr_${index}` },
        }),
      ),
    );
    await audit.recorded(org, count);
    const versions = async (query: string) => {
      const { body } = await audit.api(org).get(`/audit-logs/entity/ent_1${query}`);
      return { ...body, versions: body.data.history.map((item: { version: number }) => item.version) };
    };
    const whole = await versions('');
    expect(whole.versions).to.have.length(1_000);
    expect(whole.versions[0]).to.equal(count);
    expect(whole.data).to.include({ current_version: count, created_by: 'usr_0' });
    expect(whole.meta).to.deep.equal({ total: count, page: 1, per_page: 1_000, total_pages: 2 });
    const last = await versions('?page=103&per_page=10');
    expect(last.versions).to.deep.equal([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(last.data).to.include({ current_version: count, created_by: 'usr_0' });
    expect((await versions('?page=2')).meta).to.include({ per_page: 25 });
    expect((await audit.api(org).get('/audit-logs/entity/ent_1?per_page=101')).status).to.equal(422);
  });
});
