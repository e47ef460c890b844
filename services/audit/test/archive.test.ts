import { createHash } from 'node:crypto';
import { canonicalHash, openJws, type RunningService, toEvidenceKey } from '@qsc/service-kit';
import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { nativeCollection, type StoredEntry, toEntry, toStored } from '../src/entry/entry.store.ts';
import { retentionRulesExample } from '../src/retention/retention.schemas.ts';
import { standardPolicy } from '../src/retention/retention.ts';
import { SEGMENT_TYPE } from '../src/segment/segment.ts';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const YEAR_MS = 366 * 86_400_000;

describe('archive and removal', () => {
  let audit: AuditFixture;
  let worker: RunningService;
  /** Entries are recorded today; what comes after them happens twelve years later. */
  const today = new Date();
  const later = new Date(today.getTime() + 12 * YEAR_MS);
  const clock = { now: later };

  const startWorker = async (): Promise<void> => {
    worker = await audit.startWorker({}, { clock: () => clock.now, segmentEntries: 4 });
  };

  before(async () => {
    audit = await startAudit({}, { clock: () => clock.now });
    await startWorker();
  });
  after(() => audit.stop());

  const database = () => audit.entries.model.db;
  const stored = () => nativeCollection(audit.entries);
  const segments = () => database().collection('audit_segment');
  const admin = (orgId: string) =>
    apiClient(`${audit.origin}/v1`, audit.identity.token({ orgId, role: 'system_admin' }));
  const verify = async (org: string, query = '') => {
    const { status, body } = await audit.api(org).get(`/audit-logs/verify${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };
  const listSegments = (org: string) => segments().find({ org_id: org }).sort({ first_sequence: 1 }).toArray();
  const there = async (org: string): Promise<number[]> =>
    (await stored().find({ org_id: org }).sort({ sequence: 1 }).toArray()).map(({ sequence }) => sequence);

  /** Ten entries of suppliers, the second of a certificate. */
  const TYPES = Array.from({ length: 10 }, (_, index) => (index === 1 ? 'certificate' : 'supplier'));
  const record = async (org: string): Promise<void> => {
    const events = TYPES.map((entity_type, index) =>
      makeActEvent(org, { entity_type, entity_id: `ent_${index + 1}`, action: index === 0 ? 'create' : 'update' }),
    );
    const before = await audit.entries.count({ org_id: org });
    clock.now = today;
    await audit.publish(...events);
    await audit.recorded(org, before + events.length);
    clock.now = later;
  };

  /** The archive takes four entries, four and one, and the tenth when it is the end of the chain no more. */
  const archived = (org: string) =>
    eventually('the archive has the ten entries', async () => {
      const [last] = (await listSegments(org)).slice(-1);
      return last && last.last_sequence === 10 ? last : null;
    });

  const removing = (change: object = {}) => ({
    ...retentionRulesExample,
    retention_period_years: 10,
    deletion_policy: 'after_retention',
    exceptions: [],
    ...change,
  });

  const withArchive = async (policy: object | null = null): Promise<string> => {
    const org = newOrg();
    await record(org);
    await archived(org);
    if (policy) await admin(org).put('/audit-logs/retention', policy);
    return org;
  };

  const removed = (org: string) =>
    eventually('the removals are recorded', async () => {
      const entries = await stored().find({ org_id: org, action: 'delete' }).sort({ sequence: 1 }).toArray();
      const segments = await listSegments(org);
      return entries.length === segments.length && !(await there(org)).some((n) => n <= 10) ? entries : null;
    });

  /** A later organisation has lost its entries, so that a whole pass has gone over those before. */
  const passed = async (): Promise<void> => {
    const witness = await withArchive(removing());
    await eventually('the witness lost its entries', async () => !(await there(witness)).includes(2));
  };

  const readFile = async ({ org_id, file }: { org_id: string; file: { file_id: string } }): Promise<string> => {
    const chunks = await database()
      .collection('file.chunks')
      .find({ files_id: `${org_id}/${file.file_id}` as never });
    const parts = (await chunks.sort({ n: 1 }).toArray()).map(({ data }) => Buffer.from(data.buffer));
    return Buffer.concat(parts).toString('utf8');
  };

  it('writes old entries to signed files that can be checked with the public key alone', async () => {
    const org = await withArchive();
    const [first, second] = await listSegments(org);
    expect([first?.first_sequence, first?.last_sequence, second?.first_sequence]).to.deep.equal([1, 4, 5]);
    const lines = (await readFile(first as never)).split('\n').slice(0, -1);
    expect(lines.slice(0, 4).map((line) => JSON.parse(line).sequence)).to.deep.equal([1, 2, 3, 4]);
    const opened = openJws(JSON.parse(lines[4] ?? '').seal, SEGMENT_TYPE, [
      toEvidenceKey(audit.config.AUDIT_SIGNING_KEY),
    ]);
    expect(opened.valid).to.equal(true);
    const seal = JSON.parse(opened.valid ? opened.payload : '{}');
    const content = lines.slice(0, 4).map((line) => `${line}\n`);
    expect(seal).to.include({
      org_id: org,
      entries: 4,
      first_previous_hash: '0'.repeat(64),
      last_hash: JSON.parse(lines[3] ?? '').hash,
      content_sha256: createHash('sha256').update(content.join('')).digest('hex'),
    });
    expect(seal.entity_types).to.deep.equal(['certificate', 'supplier']);
    expect((await there(org)).slice(0, 10)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const entry = await eventually('an entry of the archive', () =>
      audit.entries.findOne({ org_id: org, entity_id: first?._id as unknown as string }),
    );
    expect(entry).to.include({ action: 'create', entity_type: 'audit_segment' });
    expect(entry.user.id).to.equal('system');
    expect(entry.metadata.reason).to.include('Standard retention');
    const { policy_id, version } = standardPolicy(org);
    expect(JSON.parse(entry.metadata.details ?? '{}')).to.deep.equal({ policy_id, policy_version: version });
    expect(await verify(org)).to.include({ valid: true });
  });

  it('does not archive what is younger than the policy says', async () => {
    const org = newOrg();
    clock.now = today;
    await admin(org).put('/audit-logs/retention', { ...retentionRulesExample, archive_after_years: 13 });
    await audit.recorded(org, 1);
    await record(org);
    await passed();
    expect(await listSegments(org)).to.deep.equal([]);
  });

  it('removes what is past its retention and still verifies the whole chain from the files', async () => {
    const org = await withArchive(removing());
    const [head] = await removed(org);
    expect(head?.metadata.reason).to.include(retentionRulesExample.name);
    const found = await verify(org);
    expect(found).to.include({ valid: true, first_broken: null, entries_vouched: 0 });
    expect(found.entries_checked).to.equal(found.last_sequence);
    const { data, meta } = (await audit.api(org).get('/audit-logs?sort=timestamp&per_page=100')).body;
    expect(meta.total).to.equal(data.length);
    expect(data.every(({ sequence }: { sequence: number }) => sequence > 10)).to.equal(true);
    expect((await audit.api(org).get('/audit-logs/entity/ent_3')).status).to.equal(404);
  });

  it('checks a period behind removed entries with its link to their segment', async () => {
    const org = await withArchive(removing());
    await removed(org);
    const [first] = await stored().find({ org_id: org }).sort({ sequence: 1 }).limit(1).toArray();
    expect(await verify(org, `?from=${first?.timestamp.toISOString()}`)).to.include({ valid: true });
  });

  it('keeps what a hold covers until it is lifted', async () => {
    const org = await withArchive();
    const { id } = (await admin(org).post('/audit-logs/holds', { reason: 'Case', entity_ids: ['ent_6'] })).body.data;
    await admin(org).put('/audit-logs/retention', removing());
    await eventually(
      'the others are removed',
      async () => !(await there(org)).some((n) => n === 1 || (n > 8 && n <= 10)),
    );
    await passed();
    expect((await there(org)).slice(0, 4)).to.deep.equal([5, 6, 7, 8]);
    expect(await verify(org)).to.include({ valid: true, entries_vouched: 0 });
    const { data, meta } = (await audit.api(org).get('/audit-logs?per_page=100')).body;
    expect(meta.total).to.equal(data.length);
    await admin(org).delete(`/audit-logs/holds/${id}`);
    await removed(org);
    expect(await verify(org)).to.include({ valid: true });
  });

  it('keeps what a hold covers whose lift was put into the database and is not in the log', async () => {
    const org = await withArchive();
    const { id } = (await admin(org).post('/audit-logs/holds', { reason: 'Case', entity_ids: ['ent_6'] })).body.data;
    const lift = { _id: id, org_id: org, lifted_at: new Date(), lifted_by: 'usr_1', reason: null };
    await database().collection('audit_hold_lift').insertOne(lift);
    await admin(org).put('/audit-logs/retention', removing());
    await passed();
    expect((await there(org)).slice(0, 4)).to.deep.equal([5, 6, 7, 8]);
  });

  it('removes nothing by a policy that was put into the database and is not in the log', async () => {
    const org = await withArchive();
    const { policy_id } = standardPolicy(org);
    const policies = database().collection<{ _id: string; org_id: string }>('audit_retention');
    const put = (version: number, changed_at: Date) => {
      const rules = { ...removing(), policy_id, version, changed_at, changed_by: 'usr_1' };
      return policies.insertOne({ _id: `${policy_id}/${version}`, org_id: org, ...rules });
    };
    await put(2, new Date());
    await passed();
    expect((await there(org)).slice(0, 10)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // Nor by one that repeats a change of which the log does tell.
    await admin(org).put('/audit-logs/retention', { ...removing(), deletion_policy: 'never' });
    const reported = await eventually('the log tells of it', () =>
      audit.entries.findOne({ org_id: org, entity_type: 'retention_policy' }),
    );
    await put(4, reported.timestamp);
    await passed();
    expect((await there(org)).slice(0, 10)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('continues to remove by a policy that only the archive contains', async () => {
    const org = await withArchive(removing());
    await removed(org);
    const policies = { org_id: org, entity_type: 'retention_policy' };
    clock.now = new Date(later.getTime() + 12 * YEAR_MS);
    await eventually('the entry of the policy is removed', async () => (await stored().countDocuments(policies)) === 0);
    await worker.stop();
    const [first = 0] = await there(org);
    await startWorker();
    clock.now = new Date(later.getTime() + 24 * YEAR_MS);
    await eventually('those behind it are too', async () => ((await there(org))[0] ?? 0) > first);
    expect(await verify(org)).to.include({ valid: true });
    clock.now = later;
  });

  it('keeps a segment with an entry whose retention is longer', async () => {
    const exceptions = [{ entity_types: ['certificate'], retention_period_years: 30, reason: 'Advanced therapies' }];
    const org = await withArchive(removing({ exceptions }));
    await eventually('the second segment is removed', async () => !(await there(org)).includes(5));
    await passed();
    expect((await there(org)).slice(0, 4)).to.deep.equal([1, 2, 3, 4]);
  });

  it('names the archived entry that somebody altered, and vouches by the signature for a file that is gone', async () => {
    const org = await withArchive(removing());
    await removed(org);
    const [first, second] = await listSegments(org);
    const chunks = database().collection('file.chunks');
    const toKey = (segment: typeof first) => ({ files_id: `${org}/${segment?.file.file_id}` as never });
    await chunks.deleteMany(toKey(second));
    const lost = await verify(org);
    expect(lost).to.include({ valid: true, entries_vouched: 4 });
    expect(lost.entries_checked).to.equal(lost.last_sequence - 4);
    const text = (await readFile(first as never)).replace('"entity_id":"ent_3"', '"entity_id":"ent_X"');
    await chunks.updateOne(toKey(first), { $set: { data: Buffer.from(text) } });
    expect((await verify(org)).first_broken).to.include({ sequence: 3, reason: 'content_changed' });
  });

  it('removes no entries whose file is not whole', async () => {
    const org = await withArchive();
    const [first] = await listSegments(org);
    await database()
      .collection('file.chunks')
      .deleteMany({ files_id: `${org}/${first?.file.file_id}` as never });
    await admin(org).put('/audit-logs/retention', removing());
    await eventually('the second segment is removed', async () => !(await there(org)).includes(5));
    expect((await there(org)).slice(0, 4)).to.deep.equal([1, 2, 3, 4]);
  });

  it('takes entries for missing that somebody removed without a signed removal', async () => {
    const org = await withArchive();
    await stored().deleteMany({ org_id: org, sequence: { $lte: 4 } });
    expect((await verify(org)).first_broken).to.include({ sequence: 1, reason: 'missing' });
    const [first] = await listSegments(org);
    const forged = { org_id: org, first_sequence: 1, entries: 4, removed_at: new Date(), signature: first?.signature };
    await database()
      .collection('audit_segment_removal')
      .insertOne({ _id: first?._id, ...forged } as never);
    expect((await verify(org)).first_broken).to.include({ sequence: 1, reason: 'missing' });
  });

  it('goes on with a removal that died half way', async () => {
    const org = await withArchive(removing());
    const entries: StoredEntry[] = await stored()
      .find({ org_id: org, sequence: { $lte: 4 } })
      .toArray();
    await eventually('the first segment is removed', async () => !(await there(org)).includes(1));
    await worker.stop();
    const [first] = await listSegments(org);
    const left = entries.filter(({ sequence }) => sequence === 2 || sequence === 4);
    if (left.length > 0) await stored().insertMany(left);
    expect(await verify(org)).to.include({ valid: true });
    const due = { _id: first?._id, org_id: org, first_sequence: 1, last_sequence: 4, version: 1 };
    await database()
      .collection('audit_removal_due')
      .insertOne(due as never);
    await startWorker();
    await eventually('nothing of the segment is left', async () => !(await there(org)).some((n) => n <= 4));
    await eventually(
      'nothing is left to do',
      async () => (await database().collection('audit_removal_due').countDocuments({ org_id: org })) === 0,
    );
    expect(await verify(org)).to.include({ valid: true });
  });

  it('names an entry that was pushed in where others were removed', async () => {
    const org = await withArchive(removing());
    const [, , third] = (await stored()
      .find({ org_id: org })
      .sort({ sequence: 1 })
      .limit(3)
      .toArray()) as StoredEntry[];
    await removed(org);
    expect(await verify(org)).to.include({ valid: true });
    const { hash: _hash, ...content } = toEntry({
      ...(third as StoredEntry),
      _id: `log_${org}`,
      entity_name: 'Forged',
    });
    await stored().insertOne(toStored({ ...content, hash: canonicalHash(content) }));
    expect((await verify(org)).first_broken).to.include({ sequence: 4, reason: 'link_broken' });
    await stored().updateOne({ _id: `log_${org}` }, { $set: { hash: third?.hash ?? '' } });
    expect((await verify(org)).first_broken).to.include({ sequence: 3, reason: 'content_changed' });
  });

  it('does not remove what somebody only put down as due', async () => {
    const org = await withArchive();
    const [first] = await listSegments(org);
    const due = { _id: first?._id, org_id: org, first_sequence: 1, last_sequence: 4, version: 1 };
    await database()
      .collection('audit_removal_due')
      .insertOne(due as never);
    await passed();
    expect((await there(org)).slice(0, 4)).to.deep.equal([1, 2, 3, 4]);
  });

  it('archives no chain that is broken, and leaves no file of it', async () => {
    const org = newOrg();
    await worker.stop();
    await record(org);
    await stored().updateOne({ org_id: org, sequence: 2 }, { $set: { entity_name: 'Other' } });
    await startWorker();
    await passed();
    expect(await listSegments(org)).to.deep.equal([]);
    expect(
      await database()
        .collection('file.files')
        .countDocuments({ _id: { $regex: `^${org}` } as never }),
    ).to.equal(0);
  });
});
