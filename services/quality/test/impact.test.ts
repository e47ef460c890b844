import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import { type ApiClient, deleteQueue, type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { EMBEDDED_FILES } from '../../../packages/file-store/src/index.ts';
import { startCertificateService } from '../../certificate/src/compose.ts';
import { SMALL_PDF } from '../../certificate/test/mesh.ts';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

type Product = { id: string; name: string; impact_level: string; reason: string };
type Batch = { batch_number: string; product: string | null; status: string | null; units: number | null };

describe('the impact analysis of a quality event', () => {
  const queue = `test.${randomUUID()}`;
  let mesh: QualityMesh;
  let certificates: RunningService;
  let quality: RunningService;
  let tap: EventTap;

  before(async () => {
    mesh = await startQualityMesh();
    certificates = await startCertificateService({ ...mesh.config, ...EMBEDDED_FILES }, { queue });
    quality = await mesh.startReplica({ CERTIFICATE_GRPC_URL: `127.0.0.1:${certificates.grpcPort}` });
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await quality.stop();
    await certificates.stop();
    await mesh.stop();
    await deleteQueue(testEnvironment().amqpUrl, queue);
  });

  type To = readonly [type: string, target: string];

  const organization = () => {
    const api: Client = mesh.api({}, quality);
    const entities = mesh.entityApi(api.orgId);
    const make = async (
      type: string,
      name: string,
      attributes: object = {},
      to: readonly To[] = [],
    ): Promise<string> => {
      const relationships = to.map(([of, target_id]) => ({ type: of, target_id }));
      const answer = await entities.post('/v1/entities', { type, name, attributes, relationships });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      return answer.body.data.id;
    };
    const link = (from: string, type: string, target_id: string) =>
      entities.post(`/v1/entities/${from}/relationships`, { type, target_id });
    const event = async (related: readonly (readonly [string, string])[], more: object = {}): Promise<string> => {
      const related_entities = related.map(([type, id]) => ({ type, id }));
      const body = { type: 'deviation', title: 'Odd colour', description: 'It is grey.', related_entities, ...more };
      const answer = await api.post('/v1/quality-events', body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      return answer.body.data.id;
    };
    const analyze = async (id: string, of: ApiClient = api) => {
      const answer = await of.post(`/v1/quality-events/${id}/impact-analysis`);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body.data as {
        event_id: string;
        analysis_timestamp: string;
        products_affected: Product[];
        batches_affected: Batch[];
        regulatory_impact: { reportable: boolean; reason: string; jurisdictions: string[] };
        recommended_actions: string[];
      };
    };
    const levels = async (id: string) =>
      (await analyze(id)).products_affected.map(({ name, impact_level }) => [name, impact_level]);
    const certify = async (metadata: object) => {
      const form = new FormData();
      form.append('metadata', JSON.stringify({ type: 'coa', name: 'CoA', ...metadata }));
      form.append('file', new Blob([SMALL_PDF]), 'coa.pdf');
      const { status } = await fetch(`http://127.0.0.1:${certificates.httpPort}/v1/certificates`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mesh.identity.token({ orgId: api.orgId })}` },
        body: form,
      });
      expect(status).to.equal(201);
    };
    return { api, entities, make, link, event, analyze, levels, certify };
  };

  describe('walks', () => {
    it('in both directions: related entities and those one step away are direct, others indirect, each with a reason', async () => {
      const { make, event, analyze } = organization();
      const supplier = await make('supplier', 'Acme');
      const starch = await make('component', 'Starch', {}, [['supplied_by', supplier]]);
      const tablet = await make('product', 'Tablet', {}, [['contains', starch]]);
      const pack = await make('product', 'Pack', {}, [['contains', tablet]]);
      const sold = await make('product', 'Own product', {}, [['supplied_by', supplier]]);
      const { products_affected, event_id } = await analyze(await event([['supplier', supplier]]));
      expect(event_id).to.match(/^qe_/);
      expect(products_affected).to.deep.equal([
        {
          ...{ id: sold, name: 'Own product', impact_level: 'direct' },
          reason: 'It is linked to the supplier "Acme", which is related to the event.',
        },
        {
          ...{ id: pack, name: 'Pack', impact_level: 'indirect' },
          reason:
            'It is linked to the product "Tablet", 3 steps from the supplier "Acme", which is related to the event.',
        },
        {
          ...{ id: tablet, name: 'Tablet', impact_level: 'indirect' },
          reason:
            'It is linked to the component "Starch", 2 steps from the supplier "Acme", which is related to the event.',
        },
      ]);
      const own = await analyze(await event([['product', tablet]]));
      expect(
        own.products_affected.map(({ name, impact_level, reason }) => [name, impact_level, reason]),
      ).to.deep.include([...['Tablet', 'direct', 'It is related to the event.']]);
    });

    it('from entities that are no items, and over items alone', async () => {
      const { make, event, levels } = organization();
      const mixer = await make('equipment', 'Mixer');
      const plant = await make('facility', 'Plant', {}, [['has', mixer]]);
      await make('product', 'Mixed', {}, [['made_with', mixer]]);
      await make('product', 'Other', {}, [['made_at', plant]]);
      expect(await levels(await event([['equipment', mixer]]))).to.deep.equal([['Mixed', 'direct']]);
    });

    it('from a deleted component, from products that the assessment names, and from nothing', async () => {
      const { make, event, levels, entities, analyze } = organization();
      const gone = await make('component', 'Gone');
      const product = await make('product', 'Of gone', {}, [['contains', gone]]);
      const id = await event([['component', gone]]);
      await entities.delete(`/v1/entities/${gone}`);
      expect(await levels(id)).to.deep.equal([['Of gone', 'direct']]);
      const named = await event([], { impact_assessment: { products_affected: [product, newId('entity'), 'Film'] } });
      expect(await levels(named)).to.deep.equal([['Of gone', 'direct']]);
      const nothing = await analyze(await event([]));
      expect([nothing.products_affected, nothing.batches_affected]).to.deep.equal([[], []]);
    });
  });

  it('lists batches of the event, of certificates and of the entities met, each once', async () => {
    const { make, event, analyze, certify } = organization();
    const supplier = await make('supplier', 'Acme');
    const starch = await make('component', 'Starch', { batches: [{ batch_number: 'S-1', status: 'quarantine' }] }, [
      ['supplied_by', supplier],
    ]);
    await make(
      'product',
      'Tablet',
      {
        batches: [
          { batch_number: 'T-10', status: 'released', units: 500 },
          { batch_number: 'T-9', status: 'rejected', units: 20 },
          { batch_number: '' },
          'odd',
          null,
        ],
      },
      [['contains', starch]],
    );
    const other = await make('component', 'Other', {}, [['supplied_by', supplier]]);
    await certify({ component_id: starch, supplier_id: supplier, batch_number: 'S-1' });
    await certify({ component_id: starch, batch_number: 'S-2' });
    await certify({ component_id: other, supplier_id: supplier, batch_number: 'O-1' });
    await certify({ supplier_id: supplier, batch_number: 'L-1' });
    const impact_assessment = { batches_affected: ['T-9', 'X-1'] };
    const batch = (
      batch_number: string,
      product: string | null,
      status: string | null = null,
      units: number | null = null,
    ) => ({
      ...{ batch_number, product, status, units },
    });
    const ofComponent = await analyze(await event([['component', starch]], { impact_assessment }));
    expect(ofComponent.batches_affected).to.deep.equal([
      batch('S-1', 'Starch', 'quarantine'),
      batch('S-2', 'Starch'),
      batch('T-9', 'Tablet', 'rejected', 20),
      batch('T-10', 'Tablet', 'released', 500),
      batch('X-1', null),
    ]);
    const ofSupplier = await analyze(await event([['supplier', supplier]]));
    expect(ofSupplier.batches_affected.map(({ batch_number }) => batch_number)).to.deep.equal([
      ...['L-1', 'O-1', 'S-1', 'S-2', 'T-9', 'T-10'],
    ]);
  });

  describe('requires a report to the authorities', () => {
    const assess = async (attributes: object, more: object = {}) => {
      const { make, event, analyze } = organization();
      const product = await make('product', 'Tablet', attributes);
      return (await analyze(await event([['product', product]], more))).regulatory_impact;
    };
    const released = { batches: [{ batch_number: 'T-1', status: 'Released' }] };

    it('where the impact on patients is high', async () => {
      const { reportable, reason } = await assess({}, { impact_assessment: { patient_impact: 'High' } });
      expect([reportable, reason]).to.deep.equal([true, 'The impact on patients is high.']);
    });

    it('where one of two records of a batch says that it is released', async () => {
      const batches = [null, 'released', 'quarantine'].map((status) => ({ batch_number: 'T-1', status }));
      const { reportable, reason } = await assess({ batches }, { classification: 'critical' });
      expect([reportable, reason]).to.deep.equal([true, 'The event is critical, and batch T-1 is released.']);
    });

    it('where the event is critical and a batch is released or a product on the market, and says which', async () => {
      const critical = { classification: 'critical' };
      const batch = await assess(released, critical);
      expect([batch.reportable, batch.reason]).to.deep.equal([
        ...[true, 'The event is critical, and batch T-1 is Released.'],
      ]);
      for (const attributes of [
        { market_status: 'on market' },
        { status: 'marketed' },
        { on_market: true },
        { markets: ['US'] },
      ]) {
        const { reportable, reason } = await assess(attributes, critical);
        expect([reportable, reason]).to.deep.equal([
          ...[true, 'The event is critical, and the product "Tablet" is on the market.'],
        ]);
      }
    });

    it('and not otherwise', async () => {
      const unsold = {
        batches: [{ batch_number: 'T-1', status: 'quarantine' }],
        status: 'in_development',
        markets: ['US'],
      };
      expect((await assess(unsold, { classification: 'critical' })).reportable).to.equal(false);
      expect(
        (await assess({ market_status: 'withdrawn', markets: ['US'] }, { classification: 'critical' })).reportable,
      ).to.equal(false);
      expect((await assess(released, { classification: 'major' })).reportable).to.equal(false);
      const lesser = { classification: 'major', impact_assessment: { patient_impact: 'medium' } };
      expect(await assess(released, lesser)).to.deep.equal({
        reportable: false,
        reason: 'The event is not critical, and the impact on patients is not high.',
        jurisdictions: [],
      });
    });

    it('with the jurisdictions of the countries of products and suppliers met, each once', async () => {
      const { make, event, analyze } = organization();
      const supplier = await make('supplier', 'Acme', { country: 'IN' });
      const product = await make('product', 'Tablet', { markets: ['US', 'de', 'FR'], countries: ['Atlantis', 7] }, [
        ['supplied_by', supplier],
      ]);
      await make('component', 'Starch', { country: 'JP' }, [['part_of', product]]);
      const { regulatory_impact } = await analyze(await event([['product', product]]));
      expect(regulatory_impact.jurisdictions).to.deep.equal(['EU EMA', 'IN CDSCO', 'US FDA']);
    });
  });

  it('recommends actions by the situation, most urgent first', async () => {
    const { make, event, analyze } = organization();
    const batches = [
      { batch_number: 'T-1', status: 'released' },
      { batch_number: 'T-2', status: 'quarantine' },
    ];
    const supplier = await make('supplier', 'Acme', { country: 'US' });
    const product = await make('product', 'Tablet', { batches }, [['supplied_by', supplier]]);
    const severe = { classification: 'critical', impact_assessment: { batches_affected: ['X-1'] } };
    expect((await analyze(await event([['product', product]], severe))).recommended_actions).to.deep.equal([
      'Report to the authorities within their time limits: US FDA.',
      'Decide on a recall of 1 released batch.',
      'Do not release 1 batch until the event is closed.',
      'Find out the status of 1 batch that nothing is known of.',
      'Assess the quality of 1 product that the event affects directly.',
      'Inform 1 supplier of what the event affects, and ask for their assessment.',
      'Assess the impact on patients.',
      'Find the root cause.',
      'Open a CAPA for the event, unless one is open.',
    ]);
    const slight = { classification: 'minor', impact_assessment: { patient_impact: 'none' } };
    expect((await analyze(await event([], slight))).recommended_actions).to.deep.equal([]);
  });

  it('does not change the event, and records a read with the outcome', async () => {
    const { api, make, event, analyze } = organization();
    const id = await event([['product', await make('product', 'Tablet', { markets: ['US'] })]]);
    const path = `/v1/quality-events/${id}`;
    const headers = { 'idempotency-key': 'once' };
    const first = await api.post(`${path}/impact-analysis`, undefined, { headers });
    const again = await api.post(`${path}/impact-analysis`, undefined, { headers });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect((await api.get(path)).body.data.version).to.equal(1);
    await analyze(id);
    const isIt = ({ type, subject }: { type: string; subject: string }) =>
      type.endsWith('analyzed.v1') && subject === id;
    const { data } = await tap.next('the analysis', isIt);
    expect(data.audit).to.deep.include({ action: 'read', entity_id: id, entity_version: 1, changes: {} });
    expect(data.audit.metadata.details).to.deep.equal({
      impact_analysis: {
        ...{ products_affected: 1, batches_affected: 0 },
        ...first.body.data.regulatory_impact,
      },
    });
    await tap.next('the second', (one) => isIt(one) && tap.events.filter(isIt).length === 2);
  });

  it('is refused for an unknown event, for one of another organisation, and without permission', async () => {
    const { api, event } = organization();
    const id = await event([]);
    const path = `/v1/quality-events/${id}/impact-analysis`;
    expect((await mesh.api({}, quality).post(path)).status).to.equal(404);
    expect((await api.post(`/v1/quality-events/${newId('qualityEvent')}/impact-analysis`)).status).to.equal(404);
    const reader = mesh.api({ orgId: api.orgId, scopes: ['quality-events:read'] }, quality);
    expect((await reader.post(path)).body.error.details.required_scope).to.equal('quality-events:write');
    const surplus = await api.post(`${path}?depth=2`);
    expect(surplus.body.error.code).to.equal('validation_failed');
  });

  it('is refused where more batches are linked than it can hold', async () => {
    const { api, make, event } = organization();
    const supplier = await make('supplier', 'Acme');
    // Few long ones: each would have a key in the indexes of entities.
    const batches = Array.from({ length: 16 }, (_, index) => `BATCH-2026-EUROPE-${String(index).padStart(3_860, '0')}`);
    const item = { type: 'component', name: 'Acid', attributes: { batches } };
    const entities = Array.from({ length: 35 }, () => ({
      ...item,
      relationships: [{ type: 'supplied_by', target_id: supplier }],
    }));
    for (let bulk = 0; bulk < 16; bulk += 1)
      expect((await mesh.entityApi(api.orgId).post('/v1/entities/bulk', { entities })).body.meta.failed).to.equal(0);
    const id = await event([['supplier', supplier]]);
    const answer = await api.post(`/v1/quality-events/${id}/impact-analysis`);
    expect([answer.status, answer.body.error?.code]).to.deep.equal([409, 'conflict']);
  });

  it('answers 503, and no partial result, while the certificate service is not reachable', async () => {
    const { api, make, event } = organization();
    const id = await event([['product', await make('product', 'Tablet')]]);
    const alone = mesh.api({ orgId: api.orgId });
    const answer = await alone.post(`/v1/quality-events/${id}/impact-analysis`);
    expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'service_unavailable']);
    expect(tap.events.some(({ type, subject }) => type.endsWith('analyzed.v1') && subject === id)).to.equal(false);
  });
});
