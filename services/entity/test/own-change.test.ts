import { newId } from '@qsc/contracts';
import { type EventTap, eventually, ownChangesOf, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;

describe('the changes of entities that their history tells of', () => {
  let mesh: EntityMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startEntityMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const told = (orgId: string, from = new Date(Date.now() - HOUR_MS), to = new Date(Date.now() + HOUR_MS)) =>
    ownChangesOf({ name: 'entity', service: mesh.service, meshSecret: mesh.identity.meshSecret }, { orgId, from, to });

  it('are told for a period, each with an audit entry of the same version, also when the entity is gone', async () => {
    const api = mesh.client();
    const { id } = (await api.post('/v1/entities', { type: 'equipment', name: 'Mill' })).body.data;
    await api.patch(`/v1/entities/${id}`, { name: 'Mill 2' });
    await api.patch(`/v1/entities/${id}`, { name: 'Mill 2' });
    await api.delete(`/v1/entities/${id}`);
    await api.post(`/v1/entities/${id}/restore`);
    expect((await api.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(204);
    expect(await told(api.orgId)).to.deep.equal([1, 2, 3, 4].map((version) => `${id}/${version}`));
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
    expect(await told(api.orgId, new Date(0), new Date(Date.now() - HOUR_MS))).to.deep.equal([]);
    expect(await told(newId('organization'))).to.deep.equal([]);
  });
});
