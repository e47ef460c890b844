import { QualityEventSnapshot } from '@qsc/contracts/events';
import type { ListRelatedQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsResponse';
import type { ScanQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ScanQualityEventsResponse';
import { type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { expect } from 'chai';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

describe('quality events for other services', () => {
  let mesh: QualityMesh;
  let client: GrpcClient;
  before(async () => {
    mesh = await startQualityMesh();
    client = makeGrpcClient(
      {
        address: `127.0.0.1:${mesh.quality.grpcPort}`,
        name: 'quality',
        definition: loadService('quality/v1/quality.proto', 'qsc.quality.v1.QualityService'),
      },
      { name: 'supplier', secret: mesh.identity.meshSecret },
    );
  });
  after(async () => {
    client.close();
    await mesh.stop();
  });

  const create = async (api: Client, more: object = {}) => {
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.', ...more };
    return (await api.post('/v1/quality-events', body)).body.data as { id: string };
  };

  it('are listed by what they are about, newest first, as the API shows them', async () => {
    const api = mesh.api();
    const { body } = await mesh.entityApi(api.orgId).post('/v1/entities', { type: 'supplier', name: 'Acme' });
    const { id } = body.data as { id: string };
    const related_entities = [{ type: 'supplier', id }];
    const events = [await create(api, { related_entities }), await create(api, { related_entities })];
    await create(api);
    const asked = { org_id: api.orgId, related_id: id, page: 1, per_page: 1 };
    const list = (page: number, org_id = api.orgId) =>
      client.call<object, ListRelatedQualityEventsResponse__Output>('ListRelatedQualityEvents', {
        ...asked,
        page,
        org_id,
      });
    const [newest, oldest] = [await list(1), await list(2)];
    expect([newest.total, oldest.total]).to.deep.equal([2, 2]);
    expect([...newest.events_json, ...oldest.events_json].map((json) => JSON.parse(json))).to.deep.equal(
      events.toReversed(),
    );
    expect(await list(1, 'org_other')).to.deep.equal({ events_json: [], total: 0 });
  });

  it('are read one after the other, of all organisations, until none is left', async () => {
    const made = [await create(mesh.api()), await create(mesh.api()), await create(mesh.api())].map(({ id }) => id);
    const found: string[] = [];
    for (let after_id = ''; ; after_id = found.at(-1) ?? '') {
      const { events } = await client.call<object, ScanQualityEventsResponse__Output>('ScanQualityEvents', {
        after_id,
        limit: 2,
      });
      if (events.length === 0) break;
      found.push(...events.map(({ snapshot_json }) => QualityEventSnapshot.parse(JSON.parse(snapshot_json)).id));
    }
    expect(found).to.include.members(made);
    expect(found).to.deep.equal(found.toSorted());
  });
});
