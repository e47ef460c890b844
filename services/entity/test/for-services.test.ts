import { newId } from '@qsc/contracts';
import type { Documents__Output } from '@qsc/contracts/grpc/entity/v1/Documents';
import type { Entity__Output } from '@qsc/contracts/grpc/entity/v1/Entity';
import type { ListSuppliedItemsResponse__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsResponse';
import type { ScanEntitiesResponse__Output } from '@qsc/contracts/grpc/entity/v1/ScanEntitiesResponse';
import {
  type EventTap,
  eventually,
  pdfForm,
  readOwnChanges,
  startBeforeTests,
  tapEvents,
  testEnvironment,
} from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { commandClient } from './command-client.ts';
import { startEntityMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;

describe('what other services read of entities', () => {
  const mesh = startBeforeTests(() => startEntityMesh());
  let grpc: ReturnType<typeof commandClient>;
  let tap: EventTap;
  before(async () => {
    grpc = commandClient(mesh);
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    grpc.close();
    await tap.close();
  });

  const scanAll = async (types: string[], limit: number): Promise<Entity__Output[]> => {
    const all: Entity__Output[] = [];
    for (let after_id = ''; ; ) {
      const { entities } = await grpc.call<ScanEntitiesResponse__Output>('ScanEntities', { types, after_id, limit });
      const last = entities.at(-1);
      if (!last) return all;
      all.push(...entities);
      after_id = last.id;
    }
  };

  it('are the items that a supplier supplies, by both relations, each once', async () => {
    const api = mesh.client();
    const make = async (type: string, name: string, relationships: object[] = []): Promise<string> =>
      (await api.post('/v1/entities', { type, name, relationships })).body.data.id;
    const [film, gone, facility] = [
      await make('component', 'Film'),
      await make('component', 'Gone'),
      await make('facility', 'Plant'),
    ];
    const supplier = await make('supplier', 'S', [
      { type: 'supplies', target_id: film, attributes: { is_primary_supplier: true } },
      { type: 'supplies', target_id: gone },
      { type: 'supplies', target_id: facility },
      { type: 'part_of', target_id: film },
    ]);
    await make('product', 'Tablet', [{ type: 'supplied_by', target_id: supplier, attributes: { lead: 3 } }]);
    await make('product', 'Other', [{ type: 'audits', target_id: supplier }]);
    await api.post(`/v1/entities/${film}/relationships`, {
      type: 'supplied_by',
      target_id: supplier,
      attributes: { is_primary_supplier: false, last_delivery: '2026-01-05' },
    });
    await api.delete(`/v1/entities/${gone}`);
    const requested = { org_id: api.orgId, supplier_id: supplier };
    const { items } = await grpc.call<ListSuppliedItemsResponse__Output>('ListSuppliedItems', requested);
    expect(
      items.map(({ item, relationship_attributes_json }) => [item?.name, JSON.parse(relationship_attributes_json)]),
    ).to.deep.equal([
      ['Film', { is_primary_supplier: true, last_delivery: '2026-01-05' }],
      ['Tablet', { lead: 3 }],
    ]);
    for (const refused of [
      { ...requested, supplier_id: film },
      { ...requested, org_id: newId('organization') },
    ])
      expect((await grpc.refusal(grpc.call('ListSuppliedItems', refused))).code).to.equal('not_found');
  });

  it('are all entities of some types in the order of their ids, those deleted too, however small the steps', async () => {
    const [one, other] = [mesh.client(), mesh.client()];
    const ids: string[] = [];
    for (const [index, api] of [one, other, one, other, one].entries())
      ids.push((await api.post('/v1/entities', { type: 'equipment', name: `E${index}` })).body.data.id);
    await one.post('/v1/entities', { type: 'document', name: 'not asked for' });
    await one.delete(`/v1/entities/${ids[2]}`);
    const scanned = await scanAll(['equipment'], 2);
    expect(scanned.map(({ id }) => id)).to.deep.equal(ids.toSorted());
    expect(scanned.filter(({ deleted }) => deleted).map(({ id }) => id)).to.deep.equal([ids[2]]);
    expect(scanned[1]).to.include({ org_id: other.orgId, version: 1 });
  });

  it('fit into a message also where entities are as large as they may be', async () => {
    const api = mesh.client();
    const attributes = { text: 'x'.repeat(60_000) };
    const entities = Array.from({ length: 80 }, (_, index) => ({ type: 'facility', name: `F${index}`, attributes }));
    await api.post('/v1/entities/bulk', { entities });
    const { entities: step } = await grpc.call<ScanEntitiesResponse__Output>('ScanEntities', {
      types: ['facility'],
      after_id: '',
      limit: 500,
    });
    expect(step.length).to.be.within(1, 79);
    const all = await scanAll(['facility'], 500);
    expect(all.filter(({ org_id }) => org_id === api.orgId)).to.have.length(80);
  });

  describe('the changes of entities that their history tells of', () => {
    const reported = (orgId: string, from = new Date(Date.now() - HOUR_MS), to = new Date(Date.now() + HOUR_MS)) =>
      readOwnChanges(
        { name: 'entity', service: mesh.service, meshSecret: mesh.identity.meshSecret },
        { orgId, from, to },
      );

    it('are told for a period, each with an audit entry of the same version, also when the entity is gone', async () => {
      const api = mesh.client();
      const { id } = (await api.post('/v1/entities', { type: 'equipment', name: 'Mill' })).body.data;
      await api.patch(`/v1/entities/${id}`, { name: 'Mill 2' });
      await api.patch(`/v1/entities/${id}`, { name: 'Mill 2' });
      await api.delete(`/v1/entities/${id}`);
      await api.post(`/v1/entities/${id}/restore`);
      expect((await api.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(204);
      expect(await reported(api.orgId)).to.deep.equal([1, 2, 3, 4].map((version) => `${id}/${version}`));
      const entries = () =>
        tap.events.flatMap(({ data }) => (data.audit?.entity_id === id ? [data.audit.entity_version] : []));
      await eventually('an entry of each', () => entries().length === 5);
      expect(entries()).to.include.members([1, 2, 3, 4]);
    });

    it('are read in the order of an index', async () => {
      const { mongodbUri, prefix } = mesh;
      const connection = await mongoose.createConnection(mongodbUri, { dbName: `${prefix}entity` }).asPromise();
      const explained = await connection
        .collection('entity_history')
        .find({ org_id: 'org_1', changed_at: { $gte: new Date(0) } })
        .sort({ changed_at: 1 })
        .explain();
      await connection.close();
      const plan = JSON.stringify(explained.queryPlanner.winningPlan);
      expect(plan).to.contain('IXSCAN').and.not.to.contain('SORT');
    });

    it('are those of the period and of the organisation alone', async () => {
      const api = mesh.client();
      await api.post('/v1/entities', { type: 'equipment', name: 'Mill' });
      expect(await reported(api.orgId, new Date(0), new Date(Date.now() - HOUR_MS))).to.deep.equal([]);
      expect(await reported(newId('organization'))).to.deep.equal([]);
    });
  });

  it('are documents with their version and file, by their ids or by the record that they belong to', async () => {
    const api = mesh.client();
    const upload = async (name: string, related_to: object[]) => {
      const form = pdfForm({ name, related_to }, { text: name, filename: `${name}.pdf` });
      const { data } = (await api.post('/v1/documents', form)).body;
      return { document_id: data.id, version: 1, checksum: data.file.checksum, filename: `${name}.pdf` };
    };
    const post = async (type: string) => (await api.post('/v1/entities', { type, name: 'A record' })).body.data.id;
    const product = await post('product');
    const [first, second, deleted] = [
      await upload('first', [{ type: 'product', id: product }]),
      await upload('second', [{ type: 'product', id: product }]),
      await upload('deleted', [{ type: 'product', id: product }]),
    ];
    await api.delete(`/v1/entities/${deleted.document_id}`);
    await api.patch(`/v1/entities/${second.document_id}`, { name: 'Renamed' });
    const renamed = { ...second, version: 2 };
    const bare = await post('document');
    const read = async (ids: string[], org_id = api.orgId) =>
      (await grpc.call<Documents__Output>('ReadDocuments', { org_id, ids })).documents;
    const attached = async (org_id = api.orgId) =>
      (await grpc.call<Documents__Output>('ListAttachments', { org_id, record_id: product })).documents;
    const [one, other] = await attached();
    expect(one).to.deep.include(first);
    expect(other).to.deep.include(renamed);
    expect(await attached(newId('organization'))).to.deep.equal([]);
    const found = await read([second.document_id, bare, product, deleted.document_id, 'ent_none']);
    expect(found.map(({ document_id }) => document_id)).to.have.members([second.document_id, bare]);
    expect(found.find(({ document_id }) => document_id === bare)).to.deep.equal({ document_id: bare, version: 1 });
    expect(await read([first.document_id], newId('organization'))).to.deep.equal([]);
  });
});
