import { dayAfter, UTC } from '@qsc/contracts';
import { openCollection } from '@qsc/service-kit';
import { expect } from 'chai';
import { certificateRowDefinition, qualityRowDefinition } from '../src/read-model/source-row.ts';
import { supplierRowDefinition } from '../src/read-model/supplier-row.ts';
import { makeSupplierFigures } from '../src/supplier/metric.query.ts';
import { certificate, qualityEvent, type SupplierMesh, startSupplierMesh } from './mesh.ts';

const TODAY = new Date('2026-06-01T12:00:00Z');
const NOTHING = {
  total_components: 0,
  active_certificates: 0,
  expiring_certificates: 0,
  open_deviations: null,
  on_time_delivery_rate: null,
};

describe('the metrics of a supplier', () => {
  let mesh: SupplierMesh;
  let figures: ReturnType<typeof makeSupplierFigures>;
  before(async () => {
    mesh = await startSupplierMesh();
    figures = makeSupplierFigures({
      suppliers: openCollection(mesh.database, supplierRowDefinition),
      certificates: openCollection(mesh.database, certificateRowDefinition),
      qualityEvents: openCollection(mesh.database, qualityRowDefinition),
      localTime: async () => ({ now: TODAY, zone: UTC }),
    });
  });
  after(() => mesh.stop());

  const supplierWith = async (attributes: object = {}) => {
    const api = mesh.supplierApi();
    const created = await api.post('/v1/suppliers', { name: 'S', supplier_code: 'S', attributes });
    return { api, entities: mesh.entityApi(api.orgId), id: created.body.data.id as string };
  };

  const readMetrics = async (orgId: string, id: string) => {
    await mesh.settled();
    return figures.metrics(orgId, id);
  };

  it('are null where nothing is known', async () => {
    const { api, id } = await supplierWith();
    expect(await readMetrics(api.orgId, id)).to.deep.equal(NOTHING);
    const other = (await api.post('/v1/suppliers', { name: 'O', supplier_code: 'O' })).body.data.id;
    mesh.publish('quality.quality-event.created.v1', api.orgId, qualityEvent(other));
    expect((await readMetrics(api.orgId, id)).open_deviations).to.equal(0);
  });

  it('count certificates by their dates as of today, and by component', async () => {
    const { api, id } = await supplierWith();
    const publish = (more: object) =>
      mesh.publish('certificate.certificate.validated.v1', api.orgId, certificate(id, more));
    publish({ expiry_date: dayAfter({ now: TODAY, zone: UTC }, 0), component_id: 'ent_c' });
    publish({ expiry_date: dayAfter({ now: TODAY, zone: UTC }, 90), status: 'expired' });
    publish({ expiry_date: dayAfter({ now: TODAY, zone: UTC }, 91), component_id: 'ent_c' });
    publish({ expiry_date: null });
    publish({ expiry_date: dayAfter({ now: TODAY, zone: UTC }, -1), component_id: 'ent_c' });
    for (const status of ['pending', 'rejected', 'superseded'])
      publish({ expiry_date: dayAfter({ now: TODAY, zone: UTC }, 3), status });
    const metrics = await readMetrics(api.orgId, id);
    expect(metrics).to.include({ active_certificates: 4, expiring_certificates: 2 });
    expect((await figures.readFigures(api.orgId, id)).expired_certificates).to.equal(1);
    expect([...(await figures.activeByComponent(api.orgId, id))]).to.deep.equal([['ent_c', 2]]);
  });

  it('count deviations that are open, and which of them are critical', async () => {
    const { api, id } = await supplierWith();
    const publish = (more: object) =>
      mesh.publish('quality.quality-event.created.v1', api.orgId, qualityEvent(id, more));
    publish({ classification: 'critical' });
    publish({ status: 'draft' });
    publish({ type: 'audit_finding' });
    publish({ status: 'rejected' });
    const closing = qualityEvent(id, { classification: 'critical' });
    mesh.publish('quality.quality-event.created.v1', api.orgId, closing);
    mesh.publish('quality.quality-event.updated.v1', api.orgId, { ...closing, status: 'closed', version: 2 });
    await mesh.settled();
    expect(await figures.readFigures(api.orgId, id)).to.include({ open_deviations: 2, critical_deviations: 1 });
  });

  it('use the delivery rate of the relationships, otherwise that of the supplier', async () => {
    const { api, entities, id } = await supplierWith({ on_time_delivery_rate: 80 });
    expect((await readMetrics(api.orgId, id)).on_time_delivery_rate).to.equal(80);
    for (const rate of [90, 95.5, null, '99', 150, -1])
      await entities.post('/v1/entities', {
        type: 'component',
        name: `C ${rate}`,
        relationships: [{ type: 'supplied_by', target_id: id, attributes: { on_time_delivery_rate: rate } }],
      });
    expect(await readMetrics(api.orgId, id)).to.include({ on_time_delivery_rate: 92.8, total_components: 6 });
  });

  it('are not found for a supplier that is deleted or of another organisation', async () => {
    const { api, entities, id } = await supplierWith();
    const refusal = (orgId: string) =>
      readMetrics(orgId, id).then(
        () => 'none',
        ({ code }: { code: string }) => code,
      );
    expect(await refusal(mesh.supplierApi().orgId)).to.equal('not_found');
    await entities.delete(`/v1/entities/${id}`);
    expect(await refusal(api.orgId)).to.equal('not_found');
  });
});
