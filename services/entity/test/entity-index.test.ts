import { newId } from '@qsc/contracts';
import { openCollection } from '@qsc/service-kit';
import { testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import { entityDefinition, toStored } from '../src/entity/entity.store.ts';
import { ENTITY_TYPES } from '../src/entity/entity.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

const ENTITIES = 28_000;
const BATCH = 4_000;
const DOCUMENT = ENTITY_TYPES.indexOf('document');
const COUNTRIES = ['DE', 'FR', 'IN', 'US', 'CN', 'IT', 'ES', 'PL', 'CH', 'JP'];

type Plan = { stage: string; inputStage?: Plan; indexName?: string };
type Stats = { totalKeysExamined: number };
type Profile = {
  planSummary: string;
  hasSortStage?: boolean;
  keysExamined: number;
  docsExamined: number;
  nreturned: number;
};

const listStages = (plan: Plan): string[] => [plan.stage, ...(plan.inputStage ? listStages(plan.inputStage) : [])];

describe('the indexes of entities, at 28,000 entities', () => {
  const orgId = newId('organization');
  let mesh: EntityMesh;
  let connection: Connection;

  const entity = (index: number) =>
    toStored({
      id: newId('entity'),
      org_id: orgId,
      type: ENTITY_TYPES[index % ENTITY_TYPES.length] ?? 'supplier',
      name: `Entity ${index} of ${COUNTRIES[index % COUNTRIES.length]}`,
      attributes: { country: COUNTRIES[index % COUNTRIES.length], code: `C-${index}`, risk: { score: index % 101 } },
      relationships:
        index > 0 && index % 1_000 === 0
          ? [{ id: newId('relationship'), type: 'part_of', target_id: 'ent_target', attributes: {} }]
          : [],
      version: 1,
      created_at: new Date(1_700_000_000_000 + index * 1_000),
      updated_at: new Date(1_700_000_000_000 + index * 2_000),
      created_by: 'usr_1',
      deleted: false,
      ...(index % ENTITY_TYPES.length === DOCUMENT
        ? { related_to: [{ type: 'quality_event', id: index % 1_000 < 10 ? 'qev_one' : `qev_${index % 97}` }] }
        : {}),
    });

  before(async () => {
    mesh = await startEntityMesh();
    connection = await mongoose
      .createConnection(testEnvironment().mongodbUri, { dbName: `${mesh.prefix}entity` })
      .asPromise();
    for (let from = 0; from < ENTITIES; from += BATCH)
      await connection
        .collection('entity')
        .insertMany(Array.from({ length: BATCH }, (_, index) => entity(from + index)) as never[]);
  });
  after(async () => {
    await connection.close();
    await mesh.stop();
  });

  /** What the database did for a list over HTTP: for its page, and for its count. */
  const profiled = async (
    query: string,
    path = '/v1/entities',
  ): Promise<{ page: Profile; count: Profile | undefined }> => {
    const database = connection.getClient().db(connection.name);
    await database.command({ profile: 2 });
    expect((await mesh.client({ orgId }).get(`${path}?${query}`)).status).to.equal(200);
    await database.command({ profile: 0 });
    const profiles = await database
      .collection('system.profile')
      .find({ ns: `${connection.name}.entity` })
      .toArray();
    await database.dropCollection('system.profile');
    const of = (command: string) => profiles.find((profile) => command in profile.command) as Profile | undefined;
    return { page: of('find') as Profile, count: of('aggregate') };
  };

  for (const [query, keys] of [
    ['sort=-created_at', 25],
    ['sort=created_at', 25],
    ['sort=-updated_at', 25],
    ['sort=name', 25],
    ['type=supplier', 25],
    ['created_after=2023-11-15T00:00:00Z&sort=created_at', 25],
    ['created_before=2023-11-15T00:00:00Z', 25],
    ['updated_after=2023-11-15T00:00:00Z&sort=updated_at', 25],
    ['attributes.country=DE', 25 + ENTITY_TYPES.length],
    ['attributes.country=DE&sort=created_at', 25 + ENTITY_TYPES.length],
    ['attributes.country=DE,FR', 25 + 2 * ENTITY_TYPES.length],
    ['attributes.code=C-7777', 1 + ENTITY_TYPES.length],
    ['attributes.risk.score=55&attributes.country=DE', 400],
    ['attributes.country=DE&type=supplier', 25],
    ['attributes.country=DE&type=supplier,product', 25 + 2],
  ] as const)
    it(`answers ${query} out of an index, without a sort in memory`, async () => {
      const { page } = await profiled(query);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false).to.equal(false);
      expect(page.keysExamined).to.be.at.most(keys + 2);
    });

  for (const [query, keys] of [
    ['attributes.country=DE', 2_800],
    ['attributes.code=C-7777', 1],
    ['attributes.country=DE&type=supplier', 400],
    ['attributes.country=DE,FR&type=supplier,product', 1_600],
    ['attributes.country=DE&created_before=2023-11-15T00:00:00Z&type=supplier', 400],
    ['created_after=2023-11-15T00:00:00Z', ENTITIES],
    ['name=tity%209999', ENTITIES],
  ] as const)
    it(`counts ${query} in the keys of an index and fetches nothing`, async () => {
      const { count } = await profiled(query);
      expect(count?.docsExamined).to.equal(0);
      expect(count?.keysExamined).to.be.at.most(keys + 5);
    });

  it('looks for a part of a name in the keys of the index, and fetches only what fits', async () => {
    const { page } = await profiled('name=tity%209999&sort=name');
    expect([page.nreturned, page.docsExamined]).to.deep.equal([1, 1]);
  });

  it('finds words by their index', async () => {
    for (const [query, keys] of [
      ['q=27999', 5],
      ['q=c-7777', 40],
    ] as const) {
      const { page, count } = await profiled(query);
      expect(page.planSummary, query).to.contain('words: 1');
      expect(page.keysExamined, query).to.be.at.most(keys);
      expect(count?.keysExamined, query).to.be.at.most(keys);
    }
  });

  it('finds who points to an entity by an index', async () => {
    const explained = (await openCollection(connection, entityDefinition)
      .model.find({ org_id: orgId, 'relationships.target_id': 'ent_target' })
      .explain('executionStats')) as unknown as { queryPlanner: { winningPlan: Plan }; executionStats: Stats };
    expect(listStages(explained.queryPlanner.winningPlan)).to.include('IXSCAN');
    expect(explained.executionStats.totalKeysExamined).to.be.at.most(28);
  });

  it('lists and counts the documents of a record by the index of what they belong to', async () => {
    const { page, count } = await profiled('related_to=qev_one', '/v1/documents');
    expect(page.planSummary).to.contain('related_to.id: 1');
    expect(page.hasSortStage ?? false).to.equal(false);
    expect([page.nreturned, page.docsExamined]).to.deep.equal([25, 25]);
    expect([count?.keysExamined, count?.docsExamined]).to.deep.equal([41, 0]);
  });

  it('answers the same over HTTP', async () => {
    const api = mesh.client({ orgId });
    const { body } = await api.get('/v1/entities?attributes.country=DE&type=supplier&per_page=5');
    expect(body.meta.total).to.equal(400);
    expect(body.data).to.have.length(5);
  });
});
