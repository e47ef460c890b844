import { newId, toAuditEntryId } from '@qsc/contracts';
import { canonicalHash, EDGE_HEADER, EDGE_VERSION_HEADER, makeEdgeSeal } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';
import { pdfPages } from './pdf-text.ts';
import { type ReportPeers, startReportPeers } from './report-mesh.ts';

const DAY_MS = 86_400_000;

type Section = { details: { programs: object[]; not_asked: string[] } };

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const SIGNED = { required: true, signed: true, meaning: 'approved' };

describe('compliance reports', () => {
  let audit: AuditFixture;
  let peers: ReportPeers;
  let org: string;

  before(async () => {
    audit = await startAudit(async ({ meshSecret }) => {
      peers = await startReportPeers(meshSecret);
      return peers.addresses;
    });
  });
  beforeEach(() => {
    org = newOrg();
  });
  after(async () => {
    await audit.stop();
    await peers.stop();
  });

  const month = () => ({ from: daysAgo(30).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() });

  const ask = (body: object = {}) => audit.api(org).post('/audit-logs/reports/21cfr11', { ...month(), ...body });

  /** The section of a new report of the last month. */
  const readSection = async (name: string) => {
    const { status, body } = await ask({ include_sections: [name] });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(Object.keys(body.data.sections)).to.deep.equal([name]);
    return body.data.sections[name];
  };

  const download = (reportId: string): Promise<Response> =>
    fetch(`${audit.origin}/v1/audit-logs/reports/${reportId}/download`, {
      headers: { authorization: `Bearer ${audit.identity.token({ orgId: org })}` },
    });

  const listCodes = (found: { code: string }[]): string[] => found.map(({ code }) => code);

  const record = async (...given: Parameters<typeof makeActEvent>[1][]): Promise<void> => {
    await audit.publish(...given.map((one) => makeActEvent(org, one)));
    await audit.recorded(org, given.length);
  };

  const entryAt = async (sequence: number) => (await audit.entries.findOne({ org_id: org, sequence }))!;

  it('have the period, the requester, an outcome for each section, and their address; they are read again as they were made', async () => {
    await record({ time: daysAgo(3).toISOString() });
    const { status, body, headers } = await ask();
    expect(status).to.equal(201);
    const { data } = body;
    expect(headers.get('location')).to.equal(`/v1/audit-logs/reports/${data.report_id}`);
    expect(data).to.include({
      report_type: '21cfr11',
      download_url: `/v1/audit-logs/reports/${data.report_id}/download`,
    });
    expect(data.requested_by.name).to.equal('Test User');
    expect(Object.keys(data.sections)).to.deep.equal([
      ...['electronic_signatures', 'audit_trail_completeness', 'access_controls', 'system_validations'],
    ]);
    expect(data.summary).to.deep.equal({
      overall_compliance: 'compliant_with_observations',
      findings: 0,
      observations: data.sections.system_validations.observations.length,
    });
    const { checksum, download_url: _url, ...said } = data;
    expect(checksum).to.equal(`sha256:${canonicalHash(said)}`);
    const again = await audit.api(org).get(`/audit-logs/reports/${data.report_id}`);
    expect(again.body.data).to.deep.equal(data);
  });

  it('are an entry of the audit log, with their checksum, period and outcome', async () => {
    const { data } = (await ask({ include_sections: ['access_controls'] })).body;
    const entry = await eventually('the entry of the report', async () => {
      const { body } = await audit.api(org).get('/audit-logs?entity_type=compliance_report');
      return body.data[0];
    });
    expect(entry).to.include({ action: 'create', entity_id: data.report_id });
    const { checksum, period, summary } = data;
    expect(entry.metadata.details).to.include({ checksum, ...period, ...summary });
  });

  describe('on electronic signatures', () => {
    const sign = (status: string, reason: string | undefined, at = daysAgo(3).toISOString()) => {
      const id = newId('signature');
      const reported = {
        signer: 'usr_1',
        signer_name: 'Ann',
        meaning: 'approved',
        record_id: 'qe_1',
        record_type: 'capa',
      };
      peers.signed(org, { id, status, at, ...reported, record_version: 2, ...(reason ? { reason } : {}) });
      return id;
    };

    const makeEntry = (signature_id: string) => ({
      time: daysAgo(3).toISOString(),
      action: 'transition' as const,
      signature: { ...SIGNED, signature_id },
    });

    it('count those that are valid, and list them', async () => {
      const id = sign('valid', undefined);
      await record(makeEntry(id));
      const section = await readSection('electronic_signatures');
      expect(section).to.include({
        status: 'compliant',
        total_signatures: 1,
        invalid_signatures: 0,
        signed_entries: 1,
      });
      expect(section.details.signatures).to.have.length(1);
      expect(section.details.signatures[0]).to.include({ id, status: 'valid', signer_name: 'Ann', record_version: 2 });
    });

    it('find those that are invalid, and records that were changed past their service; a changed content is observed', async () => {
      const [invalid, altered, stale] = [
        sign('invalid', 'altered'),
        sign('stale', 'changed_in_place'),
        sign('stale', 'content_changed'),
      ];
      await record(...[invalid, altered, stale].map(makeEntry));
      const section = await readSection('electronic_signatures');
      expect(section).to.include({
        status: 'non_compliant',
        total_signatures: 3,
        invalid_signatures: 1,
        stale_signatures: 2,
      });
      expect(listCodes(section.findings)).to.deep.equal(['signature_invalid', 'record_altered']);
      expect(section.findings[0]).to.deep.include({ total: 1, record_ids: [invalid] });
      expect(listCodes(section.observations)).to.deep.equal(['signature_stale']);
    });

    it('find a signature without an entry, and an entry without its signature', async () => {
      const alone = sign('valid', undefined);
      await record(makeEntry('sig_gone'));
      const { findings } = await readSection('electronic_signatures');
      expect(listCodes(findings)).to.deep.equal(['signature_without_entry', 'entry_without_signature']);
      expect(findings[0].record_ids).to.deep.equal([alone]);
      expect(findings[1]).to.deep.include({ entry_ids: [(await entryAt(1))._id], record_ids: ['sig_gone'] });
    });

    it('find nothing in an act that is signed and recorded while they are made', async () => {
      peers.onceRead(org, async () => record(makeEntry(sign('valid', undefined))));
      const { status, signed_entries } = await readSection('electronic_signatures');
      expect([status, signed_entries]).to.deep.equal(['compliant', 0]);
    });

    it('observe, and do not find, that the entry of a signature of this minute may be under way', async () => {
      sign('valid', undefined, new Date().toISOString());
      const section = await readSection('electronic_signatures');
      expect(section.findings).to.deep.equal([]);
      expect(listCodes(section.observations)).to.deep.equal(['signature_entry_under_way']);
    });
  });

  describe('on the completeness of the audit trail', () => {
    const time = daysAgo(3).toISOString();

    it('count the entries of the period and verify their chain', async () => {
      await record({ time: daysAgo(40).toISOString() }, { time }, { time });
      const section = await readSection('audit_trail_completeness');
      expect(section).to.include({ status: 'compliant', total_entries: 2, entries_verified: 2, gaps: 0 });
      expect(section.details).to.include({
        chain_valid: true,
        first_sequence: 2,
        last_sequence: 3,
        removed_entries: 0,
      });
    });

    it('find an entry that was removed from the database: a gap, and a broken chain', async () => {
      await record({ time }, { time }, { time });
      await audit.entries.model.deleteOne({ org_id: org, sequence: 2 });
      const section = await readSection('audit_trail_completeness');
      expect(section).to.include({ status: 'non_compliant', gaps: 1 });
      expect(listCodes(section.findings)).to.deep.equal(['chain_broken', 'sequence_gap']);
      expect(section.findings[0].message).to.contain('sequence 2: missing');
    });

    it('find an entry that was changed in the database, and name it', async () => {
      await record({ time }, { time });
      const changed = await entryAt(1);
      await audit.entries.model.updateOne({ _id: changed._id, org_id: org }, { entity_name: 'Somebody else' });
      const { findings } = await readSection('audit_trail_completeness');
      expect(findings[0]).to.deep.include({ code: 'chain_broken', entry_ids: [changed._id] });
    });

    it('compare the log with the changes that the owners of records have recorded', async () => {
      await record({ time, entity_id: 'ent_1', entity_version: 1 });
      const at = new Date(time);
      peers.changed('entity', org, { record_id: 'ent_1', version: 1, at });
      peers.changed('entity', org, { record_id: 'ent_1', version: 2, at });
      peers.changed('quality', org, { record_id: 'qe_1', version: 1, at: new Date() });
      const { findings, observations, details } = await readSection('audit_trail_completeness');
      expect(listCodes(findings)).to.deep.equal(['change_without_entry']);
      expect(findings[0]).to.deep.include({ total: 1, record_ids: ['ent_1'] });
      expect(listCodes(observations)).to.deep.equal(['change_entry_under_way']);
      expect(
        details.compared.map((one: Record<string, unknown>) => [one.service, one.changes, one.without_entry]),
      ).to.deep.equal([
        ['entity', 2, 1],
        ['certificate', 0, 0],
        ['quality', 1, 1],
      ]);
      expect(details.not_compared).to.contain('supplier');
    });

    it('compare the log with the acts that every service has committed, and find the one without an entry', async () => {
      const committed = makeActEvent(org, { time });
      await audit.publish(committed);
      await audit.recorded(org, 1);
      const [lost, late] = [newId('event'), newId('event')];
      peers.acted('workflow', org, { event_id: committed.id, at: new Date(time) });
      peers.acted('workflow', org, { event_id: lost, at: new Date(time) });
      peers.acted('certificate', org, { event_id: late, at: new Date() });
      peers.acted('quality', org, { event_id: newId('event'), at: daysAgo(40) });
      const before = Date.now();
      const { findings, observations, details } = await readSection('audit_trail_completeness');
      expect(Date.parse(details.acts.kept_since)).to.be.within(before - DAY_MS, Date.now() - DAY_MS);
      expect(findings).to.have.length(1);
      expect(findings[0]).to.deep.include({ code: 'act_without_entry', total: 1, record_ids: [lost] });
      expect(findings[0].entry_ids).to.deep.equal([toAuditEntryId(lost)]);
      expect(observations[0]).to.deep.include({ code: 'act_entry_under_way', record_ids: [late] });
      expect(
        details.acts.services.map((one: Record<string, unknown>) => [one.service, one.acts, one.without_entry]),
      ).to.deep.equal([
        ...[
          ['audit', 0, 0],
          ['identity', 0, 0],
          ['entity', 0, 0],
        ],
        ...[
          ['certificate', 1, 1],
          ['quality', 0, 0],
          ['workflow', 2, 1],
        ],
      ]);
    });

    it('observe, and do not find, an act that the broker has not taken, or has taken only now', async () => {
      const [waiting, late] = [newId('event'), newId('event')];
      peers.acted('workflow', org, { event_id: waiting, at: new Date(time), confirmed_at: null });
      peers.acted('quality', org, { event_id: late, at: new Date(time), confirmed_at: new Date() });
      const { findings, observations } = await readSection('audit_trail_completeness');
      expect(findings).to.deep.equal([]);
      expect(observations[0]).to.deep.include({ code: 'act_entry_under_way', total: 2 });
      expect(observations[0].record_ids).to.have.members([waiting, late]);
    });

    it('report since when every service stores all of its acts, by the one that does for the shortest time', async () => {
      const [earlier, later] = [daysAgo(0.5), daysAgo(0.25)];
      peers.keeps('quality', later);
      peers.keeps('workflow', earlier);
      try {
        const { details } = await readSection('audit_trail_completeness');
        expect(details.acts.kept_since).to.equal(later.toISOString());
      } finally {
        for (const name of ['quality', 'workflow'] as const) peers.keeps(name, new Date(0));
      }
    });

    it('compare the log with the operations on the log itself', async () => {
      expect((await audit.api(org).post('/audit-logs/export', { ...month(), format: 'csv' })).status).to.equal(202);
      await audit.recorded(org, 1);
      const ownActs = async () => {
        const { findings, details } = await readSection('audit_trail_completeness');
        return [details.acts.services[0].acts, details.acts.services[0].without_entry, listCodes(findings)];
      };
      expect(await ownActs()).to.deep.equal([1, 0, []]);
      await audit.recorded(org, 2);
      await audit.entries.model.deleteOne({ org_id: org, sequence: 1 });
      expect((await ownActs()).slice(0, 2)).to.deep.equal([2, 1]);
    });

    it('observe, and do not find, a change whose entry may be among those that signed segments stand for', async () => {
      await record({ time });
      const { db } = audit.entries.model;
      const segment = { _id: newId('segment') as never, org_id: org };
      await db.collection('audit_segment').insertOne({ ...segment, first_sequence: 1, last_recorded_at: daysAgo(10) });
      await db.collection('audit_segment_removal').insertOne({ ...segment, first_sequence: 0, entries: 0 });
      peers.changed('certificate', org, { record_id: 'cert_old', version: 1, at: daysAgo(20) });
      peers.changed('certificate', org, { record_id: 'cert_new', version: 1, at: daysAgo(5) });
      const { findings, observations } = await readSection('audit_trail_completeness');
      expect(findings[0]).to.deep.include({ code: 'change_without_entry', record_ids: ['cert_new'] });
      expect(observations[0]).to.deep.include({ code: 'change_entry_removed', record_ids: ['cert_old'] });
    });

    it('do not take a read of a version for the entry of its change', async () => {
      await record({ time, action: 'read', entity_id: 'ent_1', entity_version: 4, changes: {} });
      peers.changed('entity', org, { record_id: 'ent_1', version: 4, at: new Date(time) });
      expect(listCodes((await readSection('audit_trail_completeness')).findings)).to.deep.equal([
        'change_without_entry',
      ]);
    });
  });

  describe('on access controls', () => {
    const time = daysAgo(3).toISOString();
    const about = { time, entity_type: 'user', entity_id: 'usr_1', entity_name: 'Ann', changes: {} };
    const outcome = (word: string) => ({
      metadata: { reason: null, workflow_state: null, request_id: 'r', details: { outcome: word } },
    });

    it('count failed logins, refused signatures, lockouts and role changes by the log', async () => {
      await record(
        { ...about, action: 'login', ...outcome('failed') },
        { ...about, action: 'login', ...outcome('failed') },
        { ...about, action: 'login', ...outcome('success') },
        { ...about, action: 'sign', signature: { required: true, signed: false, signature_id: null, meaning: null } },
        { ...about, changes: { signing_locked: { from: false, to: true } }, ...outcome('locked') },
        { ...about, changes: { role: { from: 'viewer', to: 'auditor' } } },
        { ...about, changes: { name: { from: 'A', to: '"role":{' } } },
        { ...about, time: daysAgo(50).toISOString(), action: 'login', ...outcome('failed') },
      );
      const section = await readSection('access_controls');
      expect(section).to.include({ failed_logins: 2, failed_signatures: 1, lockouts: 1, role_changes: 1 });
      expect(section.details.role_changes[0]).to.include({
        entry_id: (await entryAt(6))._id,
        from: 'viewer',
        to: 'auditor',
        user: 'Ann',
      });
      expect(section.observations[0]).to.deep.include({ code: 'signing_locked', entry_ids: [(await entryAt(5))._id] });
      expect(section.status).to.equal('compliant_with_observations');
    });

    it('find an entry that was made unreadable, and count the others', async () => {
      await record(
        { ...about, action: 'login', ...outcome('failed') },
        { ...about, changes: { role: { from: 'a', to: 'b' } } },
      );
      const { _id } = await entryAt(2);
      await audit.entries.model.updateOne({ _id, org_id: org }, { changes: '{"role":{' });
      const section = await readSection('access_controls');
      expect(section).to.include({ failed_logins: 1, role_changes: 0 });
      expect(section.findings[0]).to.deep.include({ code: 'entry_unreadable', entry_ids: [_id] });
    });

    it('observe active users without a login for ninety days; whoever logged in, is new or is inactive is none', async () => {
      const user = (name: string, createdAt: Date, active = true) => {
        const id = newId('user');
        audit.identity.setUser({ id, orgId: org, name, role: 'viewer', createdAt, active });
        return id;
      };
      const dormant = user('Dormant', daysAgo(200));
      const [busy, failing] = [user('Busy', daysAgo(200)), user('Failing', daysAgo(200))];
      user('New', daysAgo(20));
      user('Gone', daysAgo(200), false);
      await record(
        { ...about, action: 'login', user: { id: busy }, time: daysAgo(80).toISOString(), ...outcome('success') },
        { ...about, action: 'login', user: { id: dormant }, time: daysAgo(120).toISOString(), ...outcome('success') },
        { ...about, action: 'login', user: { id: failing }, time: daysAgo(10).toISOString(), ...outcome('failed') },
      );
      const section = await readSection('access_controls');
      expect(section.dormant_users).to.equal(2);
      expect(section.details.dormant_users.map(({ id }: { id: string }) => id)).to.have.members([dormant, failing]);
    });

    it('observe the keys that end within thirty days', async () => {
      const key = (name: string, days: number) => {
        const expires_at = daysAgo(-days).toISOString();
        audit.identity.setExpiringKey(org, { id: newId('apiKey'), name, user_id: 'usr_1', expires_at });
      };
      key('near', 29);
      key('far', 31);
      const section = await readSection('access_controls');
      expect(section.keys_near_expiry).to.equal(1);
      expect(section.details.keys_near_expiry[0].name).to.equal('near');
      expect(listCodes(section.observations)).to.deep.equal(['key_near_expiry']);
    });
  });

  describe('on system validations', () => {
    const verifications = () => audit.entries.model.db.collection('audit_verification');

    it('name the configured programs with their versions, and say what is not recorded', async () => {
      const section = await readSection('system_validations');
      expect(section.details.programs.map(({ name }: { name: string }) => name)).to.deep.equal([
        ...['audit', 'identity', 'entity', 'certificate', 'quality', 'workflow'],
      ]);
      expect(section.details).to.deep.include({
        not_asked: ['gateway'],
        last_verification: null,
        last_restore_drill: null,
        last_qualification: null,
      });
      expect(listCodes(section.observations)).to.deep.equal([
        ...['verification_not_recorded', 'versions_differ', 'restore_drill_not_recorded'],
      ]);
    });

    it('name the gateway with the version that it has sent, and believe no other', async () => {
      const request = async (requestId: string, seal: string, version = '9.8.7') => {
        const answer = await fetch(`${audit.origin}/v1/audit-logs/reports/21cfr11`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${audit.identity.token({ orgId: org })}`,
            'content-type': 'application/json',
            'x-request-id': requestId,
            [EDGE_HEADER]: seal,
            [EDGE_VERSION_HEADER]: version,
          },
          body: JSON.stringify({ ...month(), include_sections: ['system_validations'] }),
        });
        expect(answer.status).to.equal(201);
        return ((await answer.json()) as { data: { sections: { system_validations: Section } } }).data.sections
          .system_validations;
      };
      const { details } = await request(
        'sealed',
        makeEdgeSeal(audit.config.MESH_SECRET).seal('sealed', { address: '192.0.2.1' }),
      );
      expect(details).to.deep.include({ not_asked: [] });
      expect(details.programs[1]).to.deep.equal({ name: 'gateway', version: '9.8.7' });
      const forged = await request('forged', makeEdgeSeal('another secret').seal('forged', { address: '192.0.2.1' }));
      expect(forged.details).to.deep.include({ not_asked: ['gateway'] });
      for (const [index, version] of ['9.8.7 <b>', 'x'.repeat(65)].entries()) {
        const seal = makeEdgeSeal(audit.config.MESH_SECRET).seal(`odd${index}`, { address: '192.0.2.1' });
        const odd = await request(`odd${index}`, seal, version);
        expect(odd.details).to.deep.include({ not_asked: ['gateway'] });
      }
    });

    it('report the last recorded verification, and find that it failed', async () => {
      await verifications().insertOne({ org_id: org, at: daysAgo(2), valid: true, entries: 7, first_broken: null });
      const good = await readSection('system_validations');
      expect(good.details.last_verification).to.include({ valid: true, entries: 7 });
      expect(good.findings).to.deep.equal([]);
      await verifications().insertOne({ org_id: org, at: daysAgo(1), valid: false, entries: 3, first_broken: null });
      expect(listCodes((await readSection('system_validations')).findings)).to.deep.equal(['verification_failed']);
    });
  });

  describe('on indexes', () => {
    const findsExpiring = async (name: string): Promise<void> => {
      const collection = audit.entries.model.db.collection(name);
      const index = await collection.createIndex({ recorded_at: 1 }, { expireAfterSeconds: 2_000_000_000 });
      try {
        const { findings } = await readSection('system_validations');
        expect(findings).to.have.length(1);
        expect(findings[0]).to.deep.include({ code: 'evidence_expires', record_ids: [name], total: 1 });
      } finally {
        await collection.dropIndex(index);
      }
      expect((await readSection('system_validations')).findings).to.deep.equal([]);
    };

    it('find an index by which entries would expire', () => findsExpiring('audit_entry'));

    it('find an index by which archived files would expire', () => findsExpiring('file.chunks'));
  });

  describe('on the last restore drill', () => {
    const drills = () => audit.entries.model.db.collection('audit_restore_drill');
    const made = daysAgo(3);
    const drill = (at: Date, reported: object) => ({
      org_id: org,
      at,
      passed: true,
      reason: null,
      release: '1.0.0',
      entries: 12,
      backup_moment: made,
      ...reported,
    });

    it('report the time and result of the newest one', async () => {
      const at = daysAgo(2);
      await drills().insertMany([drill(daysAgo(9), { passed: false, reason: 'not_verified' }), drill(at, {})]);
      const section = await readSection('system_validations');
      expect(section.details.last_restore_drill).to.deep.equal({
        at: at.toISOString(),
        passed: true,
        reason: null,
        entries: 12,
        backup_moment: made.toISOString(),
      });
      expect(listCodes(section.observations)).not.to.include('restore_drill_not_recorded');
      expect(section.findings).to.deep.equal([]);
    });

    it('find that it did not pass', async () => {
      await drills().insertOne(drill(daysAgo(2), { passed: false, reason: 'archive_damaged' }));
      const section = await readSection('system_validations');
      expect(listCodes(section.findings)).to.deep.equal(['restore_drill_failed']);
      expect(section.details.last_restore_drill).to.include({ passed: false, reason: 'archive_damaged' });
    });

    it('observe one that is older than a year, and none that is younger', async () => {
      await drills().insertOne(drill(daysAgo(367), {}));
      const old = await readSection('system_validations');
      expect(listCodes(old.observations)).to.include('restore_drill_old').and.not.include('restore_drill_not_recorded');
      await drills().insertOne(drill(daysAgo(364), {}));
      expect(listCodes((await readSection('system_validations')).observations)).to.not.include('restore_drill_old');
    });
  });

  for (const [name, section] of [
    ['workflow', 'electronic_signatures'],
    ['quality', 'electronic_signatures'],
    ['certificate', 'audit_trail_completeness'],
    ['entity', 'system_validations'],
  ] as const)
    it(`are refused while ${name} is away, which they name, for ${section}; nothing is stored`, async () => {
      peers.wires[name].cut();
      try {
        const { status, body } = await ask({ include_sections: [section] });
        expect(status).to.equal(503);
        expect(body.error).to.deep.include({ code: 'service_unavailable', details: { service: name } });
      } finally {
        peers.wires[name].restore();
      }
      expect(await audit.entries.model.db.collection('audit_report').countDocuments({ org_id: org })).to.equal(0);
      await eventually(
        `${name} is reached again`,
        async () => (await ask({ include_sections: [section] })).status === 201,
      );
    });

  it('have all of the last day of their period', async () => {
    const { body } = await ask({ from: '2026-03-01', to: '2026-03-31' });
    expect(body.data.period).to.deep.equal({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' });
  });

  it('refuse a period that ends before it starts or has not started, and unknown sections', async () => {
    const refused = [
      { from: daysAgo(1).toISOString(), to: daysAgo(2).toISOString() },
      { from: daysAgo(-1).toISOString(), to: daysAgo(-2).toISOString() },
      { to: '9999-12-31T23:59:59-14:00' },
      { include_sections: [] },
      { include_sections: ['everything'] },
      { from: undefined },
      { sections: ['access_controls'] },
    ];
    for (const body of refused) {
      const answer = await ask(body);
      expect([answer.status, answer.body.error.code], JSON.stringify(body)).to.deep.equal([422, 'validation_failed']);
    }
  });

  it('read the log out of its indexes alone', async () => {
    await record({ time: daysAgo(3).toISOString(), entity_id: 'ent_1' });
    peers.changed('entity', org, { record_id: 'ent_1', version: 1, at: daysAgo(3) });
    const { db } = audit.entries.model;
    const database = db.getClient().db(db.name);
    await database.command({ profile: 2 });
    expect((await ask()).status).to.equal(201);
    await database.command({ profile: 0 });
    const profiled = await database
      .collection('system.profile')
      .find({ ns: `${db.name}.audit_entry`, op: { $in: ['query', 'command'] }, planSummary: { $exists: true } })
      .toArray();
    await database.dropCollection('system.profile');
    expect(profiled.length).to.be.greaterThan(6);
    for (const { planSummary, command } of profiled)
      expect(planSummary, JSON.stringify(command)).to.match(/^(IXSCAN|COUNT_SCAN|DISTINCT_SCAN|EXPRESS)/);
  });

  it('are of the organisation alone', async () => {
    const { data } = (await ask({ include_sections: ['access_controls'] })).body;
    const other = audit.api(newOrg());
    for (const path of [`/${data.report_id}`, `/${data.report_id}/download`, '/rpt_unknown'])
      expect((await other.get(`/audit-logs/reports${path}`)).status, path).to.equal(404);
  });

  it('are not handed out when what is stored was altered', async () => {
    const { data } = (await ask({ include_sections: ['access_controls'] })).body;
    const reports = audit.entries.model.db.collection<{ _id: string; body: string }>('audit_report');
    const stored = (await reports.findOne({ _id: data.report_id }))!;
    const body = stored.body.replace('"failed_logins":0', '"failed_logins":1');
    await reports.updateOne({ _id: data.report_id }, { $set: { body } });
    expect((await audit.api(org).get(`/audit-logs/reports/${data.report_id}`)).status).to.equal(500);
  });

  it('are a PDF with what they are about, each section with its findings, the signatures, and page x of y', async () => {
    peers.signed(org, { id: 'sig_shown', status: 'invalid', reason: 'altered', at: daysAgo(3).toISOString() });
    const dormant = { id: newId('user'), orgId: org, name: 'Dora Dormant', role: 'viewer' as const };
    audit.identity.setUser({ ...dormant, createdAt: daysAgo(200) });
    const { data } = (await ask()).body;
    const answer = await download(data.report_id);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.contain(`compliance-report-${data.report_id}.pdf`);
    const pages = await pdfPages(Buffer.from(await answer.arrayBuffer()));
    const [title = ''] = pages;
    for (const reported of ['21 CFR Part 11', org, data.report_id, data.period.from, 'Test User', data.system_version])
      expect(title).to.contain(reported);
    // A long word is broken where its line ends.
    expect(title.replaceAll(' ', '')).to.contain(data.checksum);
    for (const [at, text] of pages.entries()) expect(text).to.contain(`Page ${at + 1} of ${pages.length}`);
    const all = pages.join(' ');
    for (const reported of [
      ...['Scope', 'Method', 'Electronic signatures', 'Completeness of the audit trail', 'Access controls'],
      ...[
        'System validations',
        'Findings',
        'signature_invalid',
        'sig_shown',
        'List of signatures',
        'End of the report.',
        'Dora Dormant',
        '1 of 1 are listed.',
      ],
    ])
      expect(all, reported).to.contain(reported);
  });
});
