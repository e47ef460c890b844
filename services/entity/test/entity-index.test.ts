import { newId } from '@qsc/contracts';
import { openCollection } from '@qsc/service-kit';
import { testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import { filterOf, sortOf } from '../src/entity/entity.query.ts';
import { EntityListQuery } from '../src/entity/entity.schemas.ts';
import { entityDefinition, toStored } from '../src/entity/entity.store.ts';
import { ENTITY_TYPES } from '../src/entity/entity.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

const ENTITIES = 100_000;
const BATCH = 5_000;
const COUNTRIES = ['DE', 'FR', 'IN', 'US', 'CN', 'IT', 'ES', 'PL', 'CH', 'JP'];

type Plan = { stage: string; inputStage?: Plan; indexName?: string };
type Stats = { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };

const stagesOf = (plan: Plan): string[] => [plan.stage, ...(plan.inputStage ? stagesOf(plan.inputStage) : [])];

describe('the indexes of entities, at 100,000 entities', () => {
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

  const explain = async (text: string): Promise<{ stages: string[]; stats: Stats }> => {
    const query = EntityListQuery.parse(Object.fromEntries(new URLSearchParams(text)));
    const entities = openCollection(connection, entityDefinition);
    const explained = (await entities.model
      .find(filterOf(orgId, query))
      .sort(sortOf(query.sort))
      .limit(query.per_page)
      .explain('executionStats')) as unknown as { queryPlanner: { winningPlan: Plan }; executionStats: Stats };
    return { stages: stagesOf(explained.queryPlanner.winningPlan), stats: explained.executionStats };
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
    ['attributes.country=DE', 25],
    ['attributes.code=C-77777', 1],
    ['attributes.risk.score=55&attributes.country=DE', 400],
    ['attributes.country=DE&type=supplier', 400],
  ] as const)
    it(`answers ${query} out of an index, without a sort in memory`, async () => {
      const { stages, stats } = await explain(query);
      expect(stages).to.include('IXSCAN').and.not.include('COLLSCAN').and.not.include('SORT');
      expect(stats.totalKeysExamined).to.be.at.most(keys + 2);
    });

  it('looks for a part of a name in the keys of the index, and fetches only what fits', async () => {
    const { stages, stats } = await explain('name=tity%2099999&sort=name');
    expect(stages).to.include('IXSCAN').and.not.include('COLLSCAN');
    expect([stats.nReturned, stats.totalDocsExamined]).to.deep.equal([1, 1]);
  });

  it('finds who points to an entity by an index', async () => {
    const explained = (await openCollection(connection, entityDefinition)
      .model.find({ org_id: orgId, 'relationships.target_id': 'ent_target' })
      .explain('executionStats')) as unknown as { queryPlanner: { winningPlan: Plan }; executionStats: Stats };
    expect(stagesOf(explained.queryPlanner.winningPlan)).to.include('IXSCAN');
    expect(explained.executionStats.totalKeysExamined).to.be.at.most(100);
  });

  it('answers the same over HTTP', async () => {
    const api = mesh.client({ orgId });
    const { body } = await api.get('/v1/entities?attributes.country=DE&type=supplier&per_page=5');
    expect(body.meta.total).to.equal(1_429);
    expect(body.data).to.have.length(5);
  });
});
