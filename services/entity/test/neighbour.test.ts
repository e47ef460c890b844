import { newId } from '@qsc/contracts';
import type { Link__Output } from '@qsc/contracts/grpc/entity/v1/Link';
import type { LinkedEntity__Output } from '@qsc/contracts/grpc/entity/v1/LinkedEntity';
import type { Neighbours__Output } from '@qsc/contracts/grpc/entity/v1/Neighbours';
import { type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import { toStored } from '../src/entity/entity.store.ts';
import type { Relationship } from '../src/entity/entity.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';
import { catchRefusal } from './record-client.ts';

const MANY = 10_000;
const FEW = 50;
const BATCHES = 2_500;
const TIMEOUT_MS = 300_000;
const ITEMS = ['supplier', 'component', 'product'];

type Profile = { planSummary: string; keysExamined: number; docsExamined: number; command: { filter?: object } };

describe('the neighbours of entities', () => {
  let mesh: EntityMesh;
  let client: GrpcClient;
  let connection: Connection;

  before(async () => {
    mesh = await startEntityMesh();
    const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
    const target = { address: `127.0.0.1:${mesh.service.grpcPort}`, name: 'entity', definition };
    client = makeGrpcClient(target, { name: 'quality', secret: mesh.identity.meshSecret });
    connection = await mongoose.createConnection(mesh.mongodbUri, { dbName: `${mesh.prefix}entity` }).asPromise();
  });
  after(async () => {
    client.close();
    await connection.close();
    await mesh.stop();
  });

  const ask = async (org_id: string, ids: string[], more: object = {}) => {
    const request = { org_id, ids, types: ITEMS, attributes: ['status'], ...more };
    const met = { entities: [] as LinkedEntity__Output[], links: [] as Link__Output[], parts: 0 };
    for await (const part of client.stream<object, Neighbours__Output>('ListNeighbours', request, TIMEOUT_MS)) {
      met.entities.push(...part.entities);
      met.links.push(...part.links);
      met.parts += 1;
    }
    return met;
  };

  const organization = () => {
    const api = mesh.client();
    const make = async (type: string, name: string, to: object[] = [], attributes: object = {}): Promise<string> =>
      (await api.post('/v1/entities', { type, name, attributes, relationships: to })).body.data.id;
    return { api, make };
  };
  const names = (entities: LinkedEntity__Output[]) => entities.map(({ name }) => name).toSorted();

  it('are those that they point to and those that point to them, each once, with the attributes asked for', async () => {
    const { api, make } = organization();
    const supplier = await make('supplier', 'Acme');
    const film = await make('component', 'Film', [{ type: 'supplied_by', target_id: supplier }], {
      status: 'active',
      secret: 'x',
    });
    const tablet = await make('product', 'Tablet', [
      { type: 'contains', target_id: film },
      { type: 'replaces', target_id: film },
    ]);
    const met = await ask(api.orgId, [film]);
    expect(names(met.entities)).to.deep.equal(['Acme', 'Tablet']);
    expect(met.links).to.have.deep.members([
      { source_id: film, target_id: supplier, type: 'supplied_by' },
      { source_id: tablet, target_id: film, type: 'contains' },
      { source_id: tablet, target_id: film, type: 'replaces' },
    ]);
    const [own] = (await ask(api.orgId, [film], { include_asked: true })).entities;
    expect([own?.name, JSON.parse(own?.attributes_json ?? '')]).to.deep.equal(['Film', { status: 'active' }]);
  });

  it('of several at once come with each link between those once, also in a ring', async () => {
    const { api, make } = organization();
    const one = await make('component', 'One');
    const two = await make('component', 'Two', [{ type: 'part_of', target_id: one }]);
    await api.post(`/v1/entities/${one}/relationships`, { type: 'part_of', target_id: two });
    const met = await ask(api.orgId, [one, two], { include_asked: true });
    expect(names(met.entities)).to.deep.equal(['One', 'Two']);
    expect(met.links).to.have.deep.members([
      { source_id: two, target_id: one, type: 'part_of' },
      { source_id: one, target_id: two, type: 'part_of' },
    ]);
    expect(met.links).to.have.length(2);
  });

  it('are of the types asked for, of the organisation, and not deleted', async () => {
    const { api, make } = organization();
    const gone = await make('component', 'Gone');
    const paper = await make('document', 'Paper');
    const product = await make('product', 'Tablet', [
      { type: 'contains', target_id: gone },
      { type: 'described_by', target_id: paper },
    ]);
    await make('facility', 'Plant', [{ type: 'makes', target_id: product }]);
    await api.delete(`/v1/entities/${gone}`);
    expect((await ask(api.orgId, [product])).entities).to.deep.equal([]);
    expect((await ask(newId('organization'), [product], { include_asked: true })).parts).to.equal(0);
    expect((await ask(api.orgId, [newId('entity')], { include_asked: true })).entities).to.deep.equal([]);
    expect(names((await ask(api.orgId, [gone], { include_asked: true })).entities)).to.deep.equal(['Tablet']);
  });

  it('are not asked for attributes by anything but plain names', async () => {
    for (const name of ['$where', 'a.b', '', '__proto__'])
      expect((await catchRefusal(ask('org_1', ['ent_1'], { attributes: [name] }))).code).to.equal('invalid_request');
  });

  describe(`where ${MANY} are linked`, () => {
    const orgId = newId('organization');
    const record = (type: 'supplier' | 'component' | 'product', to: string[], attributes: object = {}) => ({
      id: newId('entity'),
      org_id: orgId,
      type,
      name: `A ${type}`,
      attributes: { status: 'active', ...attributes },
      relationships: to.map(
        (target_id): Relationship => ({ id: newId('relationship'), type: 'linked', target_id, attributes: {} }),
      ),
      version: 1,
      created_at: new Date(),
      updated_at: new Date(),
      created_by: 'usr_1',
      deleted: false,
    });
    const supplier = record('supplier', []);
    const batches = Array.from({ length: 10 }, (_, index) => ({
      batch_number: `B-${index}`,
      status: 'released',
      units: 9,
    }));
    const components = Array.from({ length: MANY }, (_, index) =>
      record('component', [supplier.id], index < BATCHES ? { batches } : {}),
    );

    before(async () => {
      const entities = connection.collection('entity');
      for (let from = 0; from < MANY; from += 2_500)
        await entities.insertMany(components.slice(from, from + 2_500).map(toStored) as never[]);
      await entities.insertMany([toStored(supplier)] as never[]);
    });

    it('come in parts of which each fits into a message', async () => {
      const met = await ask(orgId, [supplier.id], { attributes: ['status', 'batches'] });
      expect(met.entities).to.have.length(MANY);
      expect(new Set(met.entities.map(({ id }) => id)).size).to.equal(MANY);
      expect(met.links).to.have.length(MANY);
      expect(met.parts).to.be.at.least(3);
    });

    it('are found out of indexes, by their ids and by those that they point to', async () => {
      const database = connection.getClient().db(connection.name);
      await database.command({ profile: 2 });
      // Of few, since the profiler leaves out what it would tell of ten thousand ids.
      const few = components.slice(0, FEW).map(({ id }) => id);
      const met = await ask(orgId, few);
      await database.command({ profile: 0 });
      const profiles = (await database
        .collection('system.profile')
        .find({ ns: `${connection.name}.entity`, op: 'query' })
        .toArray()) as unknown as Profile[];
      expect(names(met.entities)).to.deep.equal(['A supplier']);
      expect(met.links).to.have.length(FEW);
      expect(profiles).to.have.length(3);
      for (const { planSummary, docsExamined } of profiles) {
        expect(planSummary).to.match(/^IXSCAN \{ (_id: 1|org_id: 1, relationships.target_id: 1, _id: 1) \}$/);
        expect(docsExamined).to.be.at.most(FEW);
      }
    });
  });
});
