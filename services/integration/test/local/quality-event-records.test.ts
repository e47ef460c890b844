import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import type { LocalWrite, LocalWriteResult } from '../../src/local/local-record.ts';
import { type RecordMesh, startRecordMesh } from './record-mesh.ts';
import { makeCall } from './sync-call.ts';

describe('records of the mesh that are quality events', () => {
  let mesh: RecordMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startRecordMesh();
    tap = await tapEvents(mesh.services.config.AMQP_URL);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const create = (attributes: object = {}, eventSubtype: string | null = 'deviation'): LocalWrite => ({
    kind: 'create',
    commandId: randomUUID(),
    entityType: 'quality_event',
    eventSubtype,
    name: 'Temperature excursion',
    attributes: { description: 'Too warm.', ...attributes },
  });

  const change = (id: string, attributes: object, of: { version?: number; name?: string } = {}): LocalWrite => ({
    kind: 'change',
    commandId: randomUUID(),
    entityType: 'quality_event',
    id,
    version: null,
    attributes: { ...attributes },
    ...of,
  });

  const written = (result: LocalWriteResult | undefined) => {
    if (!result?.ok) throw new Error(`It was refused: ${result?.code} ${result?.message}`);
    return result.record;
  };

  const createdIn = async (orgId: string, attributes: object = {}) =>
    written((await mesh.records.write(makeCall(orgId), [create(attributes)]))[0]);

  const problems = (results: LocalWriteResult[]) =>
    results.map((result) => (result.ok ? result.record.version : [result.kind, result.code, result.field]));

  it('are created as over HTTP, by their kind, with the synchronisation in the audit entry', async () => {
    const { orgId, ...api } = mesh.services.api();
    const supplier = (await mesh.services.entityApi(orgId).post('/v1/entities', { type: 'supplier', name: 'Acme' }))
      .body.data;
    const related_entities = [{ type: 'supplier', id: supplier.id }];
    const record = await createdIn(orgId, { priority: 'high', related_entities });
    expect(record).to.deep.include({
      entityType: 'quality_event',
      name: 'Temperature excursion',
      version: 1,
      deleted: false,
    });
    expect(record.attributes).to.deep.include({
      status: 'draft',
      priority: 'high',
      type: 'deviation',
      related_entities,
    });
    expect((await api.get(`/v1/quality-events/${record.id}`)).body.data).to.deep.include({
      number: record.attributes.number,
      title: 'Temperature excursion',
      created_by: 'system',
    });
    const { data } = await tap.next('the entry', ({ subject }) => subject === record.id);
    expect(data.audit).to.include({ action: 'create', entity_type: 'deviation' });
    expect(data.audit.metadata.details).to.have.nested.property('synchronization.sync_id', 'sync_1');
  });

  it('are changed field by field and refused by the rules of their endpoint', async () => {
    const { orgId } = mesh.services.api();
    const { id } = await createdIn(orgId, { root_cause: { category: 'equipment' } });
    const results = await mesh.records.write(makeCall(orgId), [
      create({ priority: 'urgent' }),
      create({}, 'capa'),
      create({}, null),
      create({ assigned_to: newId('user') }),
      create({ audit_details: { area: 'A' } }),
      change('qe_unknown', { priority: 'low' }),
      change(id, { priority: 'low' }, { version: 9 }),
      { kind: 'delete', commandId: randomUUID(), entityType: 'quality_event', id, version: null },
      change(id, { root_cause: { description: 'Worn.' } }, { version: 1, name: 'Excursion' }),
    ]);
    expect(problems(results)).to.deep.equal([
      ['refused', 'validation_failed', 'attributes.priority'],
      ['refused', 'validation_failed', 'attributes.type'],
      ['refused', 'validation_failed', 'attributes.type'],
      ['refused', 'validation_failed', 'attributes.assigned_to'],
      ['refused', 'validation_failed', 'attributes.audit_details'],
      ['gone', 'not_found', null],
      ['version_clash', 'precondition_failed', null],
      ['refused', 'conflict', null],
      2,
    ]);
    const [read] = await mesh.records.read(orgId, 'quality_event', [id]);
    expect(read?.name).to.equal('Excursion');
    expect(read?.attributes.root_cause).to.deep.include({ category: 'equipment', description: 'Worn.' });
  });

  it('change state by the guards of their workflow, with the synchronisation in the audit entry', async () => {
    const { orgId } = mesh.services.api();
    const { id } = await createdIn(orgId);
    const [skipped] = await mesh.records.write(makeCall(orgId), [change(id, { status: 'closed' })]);
    expect(skipped).to.include({ ok: false, code: 'invalid_transition' });
    const [changed] = await mesh.records.write(makeCall(orgId), [change(id, { status: 'submitted' })]);
    expect(written(changed).attributes.status).to.equal('submitted');
    const { data } = await tap.next(
      'the transition',
      (event) => event.subject === id && event.data.audit.action === 'transition',
    );
    expect(data.audit.metadata).to.nested.include({
      workflow_state: 'submitted',
      'details.synchronization.connection_id': 'conn_1',
    });
    const [missing] = await mesh.records.write(makeCall(orgId), [change(id, { status: 'rejected' })]);
    expect(missing).to.include({ code: 'missing_required_fields', field: 'attributes.rejection_reason' });
  });

  it('act once for each command, also a transition, and a repetition gets the first result', async () => {
    const { orgId, ...api } = mesh.services.api();
    const writes = [create(), create(), create()];
    const first = await mesh.records.write(makeCall(orgId), writes);
    expect(await mesh.records.write(makeCall(orgId), writes)).to.deep.equal(first);
    expect((await api.get('/v1/quality-events')).body.meta.total).to.equal(3);
    const { id } = written(first[0]);
    for (const repeated of [change(id, { priority: 'high' }), change(id, { status: 'submitted' })]) {
      const [once] = await mesh.records.write(makeCall(orgId), [repeated]);
      await mesh.records.write(makeCall(orgId), [change(id, { priority: 'low' })]);
      expect((await mesh.records.write(makeCall(orgId), [repeated]))[0]).to.deep.equal(once);
      expect((await api.get(`/v1/quality-events/${id}`)).body.data.priority).to.equal('low');
    }
  });

  it('are read and found by their number, in their own organisation', async () => {
    const { orgId } = mesh.services.api();
    const [one, two] = [await createdIn(orgId), await createdIn(orgId)];
    const numbers = [one, two].map(({ attributes }) => String(attributes.number));
    const found = await mesh.records.find(orgId, 'quality_event', {
      field: 'attributes.number',
      values: [...numbers, 'DEV-1'],
    });
    expect([...found]).to.have.deep.members([
      [numbers[0], one.id],
      [numbers[1], two.id],
    ]);
    expect(await mesh.records.read(orgId, 'quality_event', [one.id, 'qe_unknown'])).to.deep.equal([one]);
    const other = mesh.services.api().orgId;
    expect(await mesh.records.read(other, 'quality_event', [one.id])).to.deep.equal([]);
    const foreign = await mesh.records.find(other, 'quality_event', { field: 'attributes.number', values: numbers });
    expect(foreign.size).to.equal(0);
  });

  it('are gone through in the order of their ids, page by page', async () => {
    const { orgId } = mesh.services.api();
    const made = [await createdIn(orgId), await createdIn(orgId), await createdIn(orgId)].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    const first = await mesh.records.scan(orgId, 'quality_event', { after: '', limit: 2 });
    const rest = await mesh.records.scan(orgId, 'quality_event', { after: first.at(-1)?.id ?? '', limit: 2 });
    expect([...first, ...rest]).to.deep.equal(made);
    expect(await mesh.records.scan(orgId, 'quality_event', { after: made[2]?.id ?? '', limit: 2 })).to.deep.equal([]);
  });

  it('and entities are written by one call, each by its owner, with the results in order', async () => {
    const { orgId } = mesh.services.api();
    const supplier = (name: string): LocalWrite =>
      ({ ...create(), entityType: 'supplier', eventSubtype: null, name, attributes: {} }) as LocalWrite;
    const results = await mesh.records.write(makeCall(orgId), [supplier('A'), create(), supplier('B')]);
    expect(results.map((result) => written(result).name)).to.deep.equal(['A', 'Temperature excursion', 'B']);
  });
});
