import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { type OperatorLog, withAuditLog } from '../src/operator.ts';
import type { DrillResult } from '../src/restore-drill/restore-drill.ts';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const AT = '2026-05-02T10:00:00.000Z';
const BACKUP = { moment: '2026-05-01T23:00:00Z', release: '1.0.0', documents: 42 };

describe('a restore drill', () => {
  let org: string;
  let later: string;

  const audit = startBeforeTests(() => startAudit());

  beforeEach(async () => {
    [org, later] = [newOrg(), newOrg()];
    await audit.publish(makeActEvent(org), makeActEvent(org), makeActEvent(later));
    await Promise.all([audit.recorded(org, 2), audit.recorded(later, 1)]);
  });

  const record = (reported: Partial<DrillResult>): Promise<number> =>
    withAuditLog(audit.config, ({ recordDrill }) =>
      recordDrill({
        at: AT,
        passed: true,
        reason: null,
        run_by: 'ops',
        backup: BACKUP,
        organizations: [],
        ...reported,
      }),
    );

  const listDrills = (orgId: string) =>
    audit.entries.model.db.collection('audit_restore_drill').find({ org_id: orgId }).toArray();

  const findEntry = (orgId: string) =>
    eventually('the entry of the drill', async () => {
      const { body } = await audit.api(orgId).get('/audit-logs?entity_type=restore_drill');
      return body.data[0];
    });

  it('is recorded for the organisations of the backup, each with an entry in its log, and for no other', async () => {
    const recorded = await record({ organizations: [{ org_id: org, valid: true, entries: 2 }] });
    expect(recorded).to.equal(1);
    const [drill] = await listDrills(org);
    expect(drill).to.deep.include({ at: new Date(AT), passed: true, entries: 2, release: '1.0.0' });
    expect(await listDrills(later)).to.deep.equal([]);
    const entry = await findEntry(org);
    expect(entry).to.deep.include({ action: 'create', entity_id: drill?._id });
    expect(entry.user.id).to.equal('system');
    expect(entry.changes).to.deep.include({ passed: { from: null, to: true }, entries: { from: null, to: 2 } });
    expect(entry.metadata.details).to.deep.include({ run_by: 'ops', documents: 42 });
  });

  it('that did not pass is recorded for everyone, with the reason', async () => {
    const reason = 'archive_damaged';
    await record({ passed: false, reason, backup: null });
    for (const orgId of [org, later]) {
      expect((await listDrills(orgId))[0]).to.deep.include({
        passed: false,
        reason,
        backup_moment: null,
        entries: null,
      });
      expect((await findEntry(orgId)).changes).to.deep.include({ passed: { from: null, to: false } });
    }
  });

  it('reports a broken chain to its own organisation, and to the others that it did not pass as a whole', async () => {
    const organizations = [
      { org_id: org, valid: false, entries: 1 },
      { org_id: later, valid: true, entries: 1 },
    ];
    await record({ passed: false, reason: 'chain_broken', organizations });
    expect((await listDrills(org))[0]).to.deep.include({ passed: false, reason: 'chain_broken' });
    const [other] = await listDrills(later);
    expect(other).to.deep.include({ passed: false, reason: 'not_verified', entries: 1 });
    const entry = await findEntry(later);
    expect(entry.changes).to.deep.include({ reason: { from: null, to: 'not_verified' } });
    expect(JSON.stringify([other, entry])).to.not.include(org);
  });

  it('is recorded once, however often it is reported', async () => {
    const reported = { organizations: [{ org_id: org, valid: true, entries: 2 }] };
    expect(await record(reported)).to.equal(1);
    expect(await record(reported)).to.equal(0);
    expect(await listDrills(org)).to.have.length(1);
    expect(await record({ ...reported, at: '2026-06-02T10:00:00.000Z' })).to.equal(1);
  });

  it('is refused where it does not agree with itself or is in the future', async () => {
    for (const wrong of [
      { reason: 'not_verified' },
      { backup: null },
      { organizations: [{ org_id: org, valid: false, entries: 2 }] },
      { passed: false },
      { at: new Date(Date.now() + 60_000).toISOString() },
    ] as Partial<DrillResult>[]) {
      const refused = await record({ organizations: [{ org_id: org, valid: true, entries: 2 }], ...wrong }).catch(
        (error: Error) => error.name,
      );
      expect(refused, JSON.stringify(wrong)).to.equal('ZodError');
    }
    expect(await listDrills(org)).to.deep.equal([]);
  });

  it('verifies every chain by the code of the service, and names the one that is broken', async () => {
    await audit.entries.model.collection.updateOne({ org_id: org, sequence: 2 }, { $set: { entity_name: 'Altered' } });
    const found = new Map<string, Awaited<ReturnType<OperatorLog['verify']>>>();
    await withAuditLog(audit.config, async ({ ends, verify }) => {
      for await (const some of ends()) for (const { orgId } of some) found.set(orgId, await verify(orgId));
    });
    expect(found.get(later)).to.deep.include({ valid: true, entries_checked: 1 });
    expect(found.get(org)?.first_broken).to.deep.include({ sequence: 2, reason: 'content_changed' });
  });
});
