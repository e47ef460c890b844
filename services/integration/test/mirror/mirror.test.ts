import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { SMALL_PDF } from '../../../certificate/test/mesh.ts';
import type { LocalRecord } from '../../src/local/local-record.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import type { MirrorPair, MirrorRun } from '../../src/mirror/mirror.ts';
import { makeCall } from '../local/sync-call.ts';
import { type MirrorMesh, startMirrorMesh } from './mirror-mesh.ts';
import { mirrorRun, type Partner, partner, remoteRecord, trouble } from './partner.ts';

const makePdf = (text: string): Buffer => Buffer.concat([SMALL_PDF, Buffer.from(`%${text}\n%%EOF\n`)]);

describe('mirroring', () => {
  let mesh: MirrorMesh;
  let there: Partner;
  let orgId: string;
  before(async () => {
    mesh = await startMirrorMesh();
  });
  after(() => mesh.close());
  beforeEach(() => {
    there = partner();
    ({ orgId } = mesh.services.api());
  });

  const made = async (entityType: string, attributes: object = {}): Promise<LocalRecord> => {
    const eventSubtype = entityType === 'quality_event' ? 'deviation' : null;
    const create = { kind: 'create' as const, commandId: randomUUID(), entityType, eventSubtype, name: 'A record' };
    const [result] = await mesh.records.write(makeCall(orgId), [{ ...create, attributes: { ...attributes } }]);
    if (!result?.ok) throw new Error(`${result?.code}: ${result?.message}`);
    return result.record;
  };

  const makePair = (local: LocalRecord, fields: object = {}): MirrorPair => {
    const remote = remoteRecord(fields);
    return { externalId: remote.externalId, remote, local, mirrored: {}, linkVersion: 1 };
  };

  /** The pair as the engine has it the next time: with what was stored, and the present external record. */
  const next = (pair: MirrorPair, of: Partial<MirrorPair>, fields?: object): MirrorPair => {
    const remote = fields ? { ...remoteRecord(fields, 2), externalId: pair.externalId } : pair.remote;
    return { ...pair, ...of, remote };
  };

  const run = (mapping: Partial<Mapping>, direction: 'bidirectional' | 'outbound' = 'bidirectional'): MirrorRun =>
    mirrorRun(orgId, there, {
      mapping,
      connection: { sync_config: { direction } as MirrorRun['connection']['sync_config'] },
    });

  describe('the file of a document', () => {
    const content = (on_update: string | null = null): Partial<Mapping> => ({
      entity_type: 'document',
      content_sync: { enabled: true, rendition_type: 'viewable_rendition__v', storage: null, on_update },
    });

    it('is a certificate here, which the record names', async () => {
      const supplier = await made('supplier');
      const pair = makePair(
        await made('document', { certificate_type: 'gmp', supplier_id: supplier.id, expiry_date: '2027-05-01' }),
      );
      there.putFile(pair.externalId, SMALL_PDF, 'GMP of Basel.pdf');
      const { problems, mirrored, local } = await mesh.mirror(run(content()), pair);
      expect(problems).to.deep.equal([]);
      expect(there.fetched).to.deep.equal([`${pair.externalId}/viewable_rendition__v`]);
      const { certificate_id } = mirrored.content as { certificate_id: string };
      expect([local.version, local.attributes.certificate_id]).to.deep.equal([2, certificate_id]);
      const { data } = (await mesh.certificateApi(orgId).get(`/v1/certificates/${certificate_id}`)).body;
      expect(data).to.deep.include({
        type: 'gmp',
        name: 'A record',
        supplier_id: supplier.id,
        expiry_date: '2027-05-01',
      });
      expect(data.document.filename).to.equal('GMP of Basel.pdf');
    });

    const countCertificates = async () =>
      (await mesh.certificateApi(orgId).get('/v1/certificates')).body.meta.total as number;

    it('is brought once: nothing is fetched for the same state there, and nothing uploaded for the same file', async () => {
      const pair = makePair(await made('document', { certificate_type: 'iso' }));
      there.putFile(pair.externalId, SMALL_PDF);
      const first = await mesh.mirror(run(content()), pair);
      const crashed = await mesh.mirror(run(content()), pair);
      expect([crashed.mirrored, crashed.local.attributes]).to.deep.equal([first.mirrored, first.local.attributes]);
      const fetched = there.fetched.length;
      const same = next(pair, first);
      expect(await mesh.mirror(run(content()), same)).to.deep.equal({ ...first, problems: [] });
      expect(there.fetched).to.have.length(fetched);
      const touched = await mesh.mirror(run(content()), next(pair, first, { title: 'B' }));
      expect(touched.local).to.equal(first.local);
      expect(await countCertificates()).to.equal(1);
    });

    it('in another version supersedes the former, unless updates are ignored', async () => {
      const pair = makePair(await made('document', { certificate_type: 'iso' }));
      there.putFile(pair.externalId, SMALL_PDF);
      const first = await mesh.mirror(run(content('ignore')), pair);
      there.putFile(pair.externalId, makePdf('version 2'));
      const later = next(pair, first, { title: 'B' });
      expect((await mesh.mirror(run(content('ignore')), later)).mirrored).to.deep.equal(first.mirrored);
      const second = await mesh.mirror(run(content('new_version')), later);
      const { certificate_id } = second.mirrored.content as { certificate_id: string };
      const { data } = (await mesh.certificateApi(orgId).get(`/v1/certificates/${certificate_id}`)).body;
      expect(data.supersedes).to.equal((first.mirrored.content as { certificate_id: string }).certificate_id);
      expect(second.local.attributes.certificate_id).to.equal(certificate_id);
      expect(await countCertificates()).to.equal(2);
    });

    it('that our checks or the partner refuse is a problem of the record and is tried again', async () => {
      const pair = makePair(await made('document', { certificate_type: 'poem' }));
      expect((await mesh.mirror(run(content()), pair)).problems).to.deep.equal([
        { code: 'RECORD_NOT_FOUND', message: 'There is no such file.', field: null },
      ]);
      there.putFile(pair.externalId, SMALL_PDF);
      const [refused] = (await mesh.mirror(run(content()), pair)).problems;
      expect(refused).to.include({ code: 'validation_failed', field: 'type' });
      there.putFile(pair.externalId, Buffer.concat([SMALL_PDF, Buffer.alloc(26 * 1024 * 1024)]));
      expect((await mesh.mirror(run(content()), pair)).problems[0]?.code).to.equal('validation_failed');
      expect(await countCertificates()).to.equal(0);
    });

    it('stays there in an outbound connection', async () => {
      const pair = makePair(await made('document', { certificate_type: 'iso' }));
      there.putFile(pair.externalId, SMALL_PDF);
      expect((await mesh.mirror(run(content(), 'outbound'), pair)).mirrored).to.deep.equal({});
      expect(there.fetched).to.deep.equal([]);
    });
  });

  describe('the state of a record', () => {
    const states = (entity_type: string, pairs: [external: string, service: string][]): Partial<Mapping> => ({
      entity_type,
      workflow_sync: {
        enabled: true,
        lifecycle: 'state__v',
        state_mappings: pairs.map(([external_state, service_state]) => ({ external_state, service_state })),
        transition_triggers: { external_to_service: true, service_to_external: true },
      },
    });
    const deviation = states('quality_event', [
      ['Open', 'draft'],
      ['Submitted', 'submitted'],
      ['Under investigation', 'investigation'],
      ['Closed', 'closed'],
    ]);

    it('makes a transition of a quality event, and the echo causes none', async () => {
      const pair = makePair(await made('quality_event', { description: 'D' }), { state__v: ['Submitted'] });
      const first = await mesh.mirror(run(deviation), pair);
      expect(first.problems).to.deep.equal([]);
      expect(first.local).to.deep.include({ version: 2 });
      expect(first.local.attributes.status).to.equal('submitted');
      const again = await mesh.mirror(run(deviation), next(pair, first));
      expect([again.mirrored, again.local]).to.deep.equal([first.mirrored, first.local]);
      expect(there.acted).to.deep.equal([]);
      const { data } = await mesh.tap.next(
        'the transition',
        (event) => event.subject === pair.local.id && event.data.audit.action === 'transition',
      );
      expect(data.audit.metadata.details).to.have.nested.property('synchronization.sync_id', 'sync_1');
    });

    it('that changed here changes there, once, and is then alike', async () => {
      const pair = makePair(await made('quality_event', { description: 'D' }), { state__v: 'Open' });
      const alike = await mesh.mirror(run(deviation), pair);
      await mesh.services.api({ orgId }).patch(`/v1/quality-events/${pair.local.id}`, { status: 'submitted' });
      const [local] = await mesh.records.read(orgId, 'quality_event', [pair.local.id]);
      const changed = next(pair, { ...alike, ...(local ? { local } : {}) });
      const acted = await mesh.mirror(run(deviation), changed);
      expect(there.acted).to.deep.equal([[pair.externalId, 'Submitted']]);
      await mesh.mirror(run(deviation), next(changed, acted));
      await mesh.mirror(run(deviation), next(changed, acted, { state__v: 'Submitted' }));
      expect(there.acted).to.have.length(1);
    });

    it('that the guards forbid is a problem of the record, and nothing bounces', async () => {
      const pair = makePair(await made('quality_event', { description: 'D' }), { state__v: 'Closed' });
      const { problems, mirrored, local } = await mesh.mirror(run(deviation), pair);
      expect(problems.map(({ code }) => code)).to.deep.equal(['validation_failed']);
      expect(problems[0]?.message).to.include('"closed" cannot be reached from "draft"');
      expect([mirrored, local]).to.deep.equal([{}, pair.local]);
      expect(there.acted).to.deep.equal([]);
    });

    it('of a supplier changes by its table, with the rights of an application', async () => {
      const mapping = states('supplier', [
        ['Approved', 'qualified'],
        ['Assessed', 'evaluation'],
        ['Blocked', 'disqualified'],
      ]);
      const pair = makePair(await made('supplier'), { state__v: 'Approved' });
      const [skipped] = (await mesh.mirror(run(mapping), pair)).problems;
      expect(skipped?.message).to.include('cannot be reached from "new"');
      const first = await mesh.mirror(run(mapping), next(pair, {}, { state__v: 'Assessed' }));
      expect(first.local.attributes.qualification_status).to.equal('evaluation');
      const blocked = await mesh.mirror(run(mapping), next(pair, first, { state__v: 'Blocked' }));
      expect(blocked.local.attributes.qualification_status).to.equal('disqualified');
      const [role] = (await mesh.mirror(run(mapping), next(pair, blocked, { state__v: 'Assessed' }))).problems;
      expect(role?.message).to.include('quality_manager');
    });

    it('of a document is that of its workflow, whose approvals are passed by by nobody', async () => {
      const mapping = states('document', [
        ['In Review', 'review'],
        ['Effective', 'effective'],
      ]);
      const pair = makePair(await made('document'), { state__v: 'In Review' });
      const first = await mesh.mirror(run(mapping), pair);
      expect(first).to.deep.include({
        problems: [],
        mirrored: { state: { external: 'In Review', service: 'review' } },
      });
      const shown = await mesh.services.workflowApi(orgId).get(`/v1/workflows/instances/${pair.local.id}`);
      expect(shown.body.data.current_state.id).to.equal('review');
      const [refused] = (await mesh.mirror(run(mapping), next(pair, first, { state__v: 'Effective' }))).problems;
      expect(refused?.message).to.include('"effective" cannot be reached from "review"');
      const without = makePair(await made('equipment'), { state__v: 'In Review' });
      expect((await mesh.mirror(run(mapping), without)).mirrored).to.deep.equal({});
    });

    it('that the partner refuses is a problem, and trouble of the partner is none of the record', async () => {
      const pair = makePair(await made('quality_event', { description: 'D' }), { state__v: 'Odd' });
      const submitted = states('quality_event', [['Open', 'draft']]);
      there.refuseActs(trouble);
      const thrown = await mesh.mirror(run(submitted), pair).catch((error: unknown) => error);
      expect(thrown).to.equal(trouble);
      there.refuseActs(null);
      await mesh.mirror(run(submitted), pair);
      expect(there.acted).to.deep.equal([[pair.externalId, 'Open']]);
    });
  });

  describe('the signature of an external system', () => {
    const signed = (more: object = {}): Partial<Mapping> => ({
      entity_type: 'document',
      esignature_sync: {
        enabled: true,
        signature_field: 'signature__v',
        sync_direction: 'inbound',
        include_meaning: true,
        ...more,
      },
    });
    const signature__v = { signed_by__v: 'A. Turing', meaning__v: 'Approved', signed_date__v: '2026-02-01T10:00:00Z' };

    const readEntries = (id: string) =>
      mesh.tap.events.filter(({ subject, type }) => subject === id && type.startsWith('integration.'));

    it('is an audit entry of the record, once, and none of our own signatures', async () => {
      const pair = makePair(await made('document'), { signature__v });
      const first = await mesh.mirror(run(signed()), pair);
      expect(first.problems).to.deep.equal([]);
      await mesh.mirror(run(signed()), pair);
      await mesh.mirror(run(signed()), next(pair, first));
      const both = next(pair, first, { signature__v: [signature__v, { ...signature__v, signed_by__v: 'E. Noether' }] });
      await mesh.mirror(run(signed()), both);
      await mesh.tap.next(
        'the second',
        ({ subject, data }) => subject === pair.local.id && JSON.stringify(data).includes('Noether'),
      );
      const entries = readEntries(pair.local.id);
      expect(entries).to.have.length(2);
      const { audit } = entries[0]?.data ?? {};
      expect(audit).to.deep.include({ action: 'update', entity_type: 'document', entity_version: 1 });
      expect(audit?.signature).to.deep.equal({ required: false, signed: false, signature_id: null, meaning: null });
      expect(audit?.metadata.details?.external_signature).to.deep.equal({
        connection_id: 'conn_1',
        connection_name: 'Vault',
        system: 'veeva_vault',
        external_id: pair.externalId,
        field: 'signature__v',
        signer: 'A. Turing',
        meaning: 'Approved',
        signed_at: '2026-02-01T10:00:00.000Z',
      });
    });

    it('omits the meaning where that is not requested, and reports a signature that cannot be read', async () => {
      const pair = makePair(await made('document'), { signature__v });
      await mesh.mirror(run(signed({ include_meaning: false })), pair);
      const { data } = await mesh.tap.next(
        'the entry',
        ({ subject, type }) => subject === pair.local.id && type.startsWith('integration.'),
      );
      expect(data.audit.metadata.details?.external_signature).to.include({ signer: 'A. Turing', meaning: null });
      const [unread] = (await mesh.mirror(run(signed()), next(pair, {}, { signature__v: { odd: 1 } }))).problems;
      expect(unread).to.include({ code: 'validation_failed', field: 'signature__v' });
      expect((await mesh.mirror(run(signed()), next(pair, {}, { signature__v: null }))).problems).to.deep.equal([]);
    });
  });
});
