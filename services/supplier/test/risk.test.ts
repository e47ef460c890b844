import { newId } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';
import { systemCall } from '@qsc/service-kit';
import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeEntityClient } from '../src/entity.client.ts';
import { toChange } from '../src/risk/assessment.ts';
import { certificate, qualityEvent, type SupplierMesh, startSupplierMesh } from './mesh.ts';

const factors = [
  { category: 'quality_history', score: 80, details: 'Three deviations' },
  { category: 'single_source', score: 60 },
];

describe('the risk of a supplier', () => {
  const now = new Date('2026-05-31T12:00:00Z');
  let mesh: SupplierMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startSupplierMesh(() => now);
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const newSupplier = async (options?: Parameters<SupplierMesh['supplierApi']>[0]) => {
    const api = mesh.supplierApi(options);
    const body = { name: 'Acme', supplier_code: newId('event'), attributes: { country: 'DE' } };
    const { id } = (await api.post('/v1/suppliers', body)).body.data;
    return { api, id: id as string, path: `/v1/suppliers/${id}/risk` };
  };

  it('is answered with 201, is on the supplier at both entry points, and is read again unchanged', async () => {
    const { api, id, path } = await newSupplier();
    const answer = await api.post(path, { factors, notes: 'Annual' });
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([201, path]);
    const { data } = answer.body;
    expect(data).to.include({
      supplier_id: id,
      risk_score: 73,
      risk_level: 'high',
      notes: 'Annual',
      details: null,
      assessment_date: '2026-05-31',
      next_assessment_date: '2026-11-30',
    });
    expect(data.factors[0]).to.deep.equal({
      category: 'quality_history',
      score: 80,
      weight: 0.625,
      weighted_score: 50,
      details: 'Three deviations',
    });
    expect(data.recommendations).to.have.length(2);
    expect((await api.get(path)).body.data).to.deep.equal(data);
    for (const client of [api, mesh.entityApi(api.orgId)]) {
      const entryPoint = client === api ? 'suppliers' : 'entities';
      const { attributes } = (await client.get(`/v1/${entryPoint}/${id}`)).body.data;
      expect(attributes).to.include({ risk_score: 73, risk_level: 'high' });
    }
    expect((await api.get('/v1/suppliers?risk_level=high')).body.meta.total).to.equal(1);
  });

  it('is one audit entry, with the changes and what was assessed', async () => {
    const { api, id, path } = await newSupplier();
    const { data } = (await api.post(path, { factors }, { headers: { 'x-change-reason': 'annual review' } })).body;
    const event = await tap.next('the change', ({ subject, data: { record } }) => {
      return subject === id && (record as EntitySnapshot).version === 2;
    });
    const { audit } = event.data;
    expect([audit.action, audit.metadata.reason]).to.deep.equal(['update', 'annual review']);
    expect(audit.changes).to.deep.equal({
      'attributes.risk_score': { from: null, to: 73 },
      'attributes.risk_level': { from: null, to: 'high' },
    });
    const details = audit.metadata.details as Record<string, { id: string }>;
    expect(details['supplier.risk-assessment']?.id).to.equal(data.id);
  });

  it('is the latest assessment, whatever its day, even if it changes nothing', async () => {
    const { api, path } = await newSupplier();
    await api.post(path, { factors });
    const older = await api.post(path, { factors, assessment_date: '2026-01-31', notes: 'posted last' });
    expect(older.body.data.next_assessment_date).to.equal('2026-07-31');
    expect((await api.get(path)).body.data.id).to.equal(older.body.data.id);
  });

  it('refuses an invalid assessment, and stores nothing', async () => {
    const { api, id, path } = await newSupplier();
    const refused = [
      {},
      { factors: [] },
      { factors: [factors[0], factors[0]] },
      { factors: [{ category: 'weather', score: 1 }] },
      { factors: [{ category: 'single_source', score: 100.5 }] },
      { factors: [{ category: 'single_source', score: -1 }] },
      { factors, assessment_date: '2026-06-01' },
      { factors, assessment_date: '2026-02-30' },
      { factors, assessment_date: '0001-01-01' },
      { factors, other: 1 },
    ];
    for (const body of refused) {
      const answer = await api.post(path, body);
      expect([answer.status, answer.body.error.code], JSON.stringify(body)).to.deep.equal([422, 'validation_failed']);
    }
    expect((await api.get(path)).body.data.id).to.equal(null);
    expect((await api.get(`/v1/suppliers/${id}`)).body.data.version).to.equal(1);
  });

  it('needs a supplier of the organisation, permission, and the version of If-Match', async () => {
    const { api, path } = await newSupplier();
    expect((await mesh.supplierApi().post(path, { factors })).status).to.equal(404);
    expect((await mesh.supplierApi().get(path)).status).to.equal(404);
    expect((await api.get('/v1/suppliers/ent_none/risk')).status).to.equal(404);
    const reader = mesh.supplierApi({ orgId: api.orgId, scopes: ['suppliers:read'] });
    expect([(await reader.get(path)).status, (await reader.post(path, { factors })).status]).to.deep.equal([200, 403]);
    const stale = await api.post(path, { factors }, { headers: { 'if-match': '"7"' } });
    expect([stale.status, stale.headers.get('etag')]).to.deep.equal([412, '"1"']);
  });

  it('is written from the event where this service was killed after the change', async () => {
    const { api, id, path } = await newSupplier();
    const { data } = (await api.post(path, { factors })).body;
    const { supplier_id: _supplier, assessed_at: _at, details: _details, ...posted } = data;
    const entities = makeEntityClient(mesh.config.ENTITY_GRPC_URL, {
      name: 'supplier',
      secret: mesh.config.MESH_SECRET,
    });
    const change = toChange({ ...posted, id: newId('riskAssessment') });
    await entities.changeSupplier(systemCall(api.orgId, now), id, { change });
    entities.raw.close();
    const latest = await eventually('it is written', async () => {
      const read = (await api.get(path)).body.data;
      return read.id === change.companion.record.id && read;
    });
    expect({ ...latest, assessed_at: data.assessed_at, id: data.id }).to.deep.equal(data);
  });

  it('is a baseline without an assessment, from known data or none', async () => {
    const { api, id, path } = await newSupplier();
    const unknown = (await api.get(path)).body.data;
    expect(unknown).to.include({ id: null, risk_score: 50, risk_level: 'medium', assessed_by: null });
    expect(unknown.details).to.contain('nothing is known');
    mesh.publish(
      'certificate.certificate.expired.v1',
      api.orgId,
      certificate(id, { status: 'expired', expiry_date: '2026-05-01' }),
    );
    mesh.publish('quality.quality-event.created.v1', api.orgId, qualityEvent(id, { classification: 'critical' }));
    await mesh.settled();
    const known = (await api.get(path)).body.data;
    expect(known.factors.map((one: { category: string; score: number }) => [one.category, one.score])).to.deep.equal([
      ['quality_history', 80],
      ['certification_status', 60],
    ]);
    expect(known).to.include({ risk_score: 73, risk_level: 'high', id: null });
    expect(known.recommendations.join()).to.contain('critical deviations');
  });

  it('includes the relationships in the baseline', async () => {
    const { api, id, path } = await newSupplier();
    const entities = mesh.entityApi(api.orgId);
    const relate = async (attributes: object) => {
      const { id: target_id } = (await entities.post('/v1/entities', { type: 'component', name: 'C' })).body.data;
      await entities.post(`/v1/entities/${id}/relationships`, { type: 'supplies', target_id, attributes });
    };
    await relate({ is_primary_supplier: true, on_time_delivery_rate: 90 });
    await relate({ is_primary_supplier: false });
    await relate({});
    await mesh.settled();
    const { factors: known } = (await api.get(path)).body.data;
    expect(known.map((one: { category: string; score: number }) => [one.category, one.score])).to.deep.equal([
      ['delivery_performance', 10],
      ['single_source', 50],
    ]);
  });
});
