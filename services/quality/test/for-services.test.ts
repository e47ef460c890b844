import { newId } from '@qsc/contracts';
import { QualityEventSnapshot } from '@qsc/contracts/events';
import type { ListRelatedQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsResponse';
import type { ScanQualityEventsResponse__Output } from '@qsc/contracts/grpc/quality/v1/ScanQualityEventsResponse';
import { type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { readOwnChanges, referencesTo, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCapaMesh } from './capa-mesh.ts';
import type { Client } from './mesh.ts';

const HOUR_MS = 3_600_000;

describe('quality events for other services', () => {
  const on = startBeforeTests(() => startCapaMesh());
  let client: GrpcClient;
  before(() => {
    client = makeGrpcClient(
      {
        address: `127.0.0.1:${on.mesh.quality.grpcPort}`,
        name: 'quality',
        definition: loadService('quality/v1/quality.proto', 'qsc.quality.v1.QualityService'),
      },
      { name: 'supplier', secret: on.mesh.identity.meshSecret },
    );
  });
  after(() => client.close());

  const create = async (api: Client, more: object = {}) => {
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.', ...more };
    return (await api.post('/v1/quality-events', body)).body.data as { id: string };
  };

  it('are listed by related entity, newest first, as the API shows them', async () => {
    const api = on.mesh.api();
    const { body } = await on.mesh.entityApi(api.orgId).post('/v1/entities', { type: 'supplier', name: 'Acme' });
    const { id } = body.data as { id: string };
    const related_entities = [{ type: 'supplier', id }];
    const events = [await create(api, { related_entities }), await create(api, { related_entities })];
    await create(api);
    const request = { org_id: api.orgId, related_id: id, page: 1, per_page: 1 };
    const list = (page: number, org_id = api.orgId) =>
      client.call<object, ListRelatedQualityEventsResponse__Output>('ListRelatedQualityEvents', {
        ...request,
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

  it('are scanned over all organisations', async () => {
    const made = [await create(on.mesh.api()), await create(on.mesh.api()), await create(on.mesh.api())].map(
      ({ id }) => id,
    );
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

  const to = (orgId: string, id: string) =>
    referencesTo({ name: 'quality', service: on.mesh.quality, meshSecret: on.mesh.identity.meshSecret }, { orgId, id });

  it('are listed as references of their related entities, each once', async () => {
    const api = on.mesh.api();
    const supplier = await on.document(api, 'supplier');
    const related_entities = [{ type: 'supplier', id: supplier }];
    const { id, number } = await on.event(api, 'complaint', { related_entities });
    expect(await to(api.orgId, supplier)).to.deep.equal([{ type: 'complaint', id, name: number }]);
    expect(await to(newId('organization'), supplier)).to.deep.equal([]);
    expect(await to(api.orgId, await on.document(api))).to.deep.equal([]);
  });

  it('tell whether a document may be attached', async () => {
    const api = on.mesh.api();
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
    const { id } = (await api.post('/v1/quality-events', body)).body.data;
    const ask = (org_id: string) => client.call('CheckAttachable', { org_id, id });
    expect(await ask(api.orgId)).to.deep.equal({});
    const refused = await ask('org_other').catch(({ code }: { code: string }) => code);
    expect(refused, 'of another organisation').to.equal('not_found');
  });

  it('are listed as references of documents that are evidence of an action, of either kind', async () => {
    const api = on.mesh.api();
    const capa = await on.capa(api, { preventive_actions: [{ description: 'Train the staff' }] });
    for (const index of [0, 1]) {
      const document = await on.document(api);
      expect((await capa.patchAction({ evidence: [document] }, { index })).status).to.equal(200);
      const { id, number } = await capa.read();
      expect(await to(api.orgId, document)).to.deep.equal([{ type: 'capa', id, name: number }]);
      expect((await capa.patchAction({ evidence: null }, { index })).status).to.equal(200);
      expect(await to(api.orgId, document)).to.deep.equal([]);
    }
  });

  it('report their creation and their latest version as the changes of a period', async () => {
    const api = on.mesh.api();
    const open = async (): Promise<string> => {
      const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
      return (await api.post('/v1/quality-events', body)).body.data.id;
    };
    const [changed, untouched] = [await open(), await open()];
    await api.patch(`/v1/quality-events/${changed}`, { title: 'Another' });
    const { body } = await api.patch(`/v1/quality-events/${changed}`, { title: 'A third' });
    const listChanges = (from: number, to: number) =>
      readOwnChanges(
        { name: 'quality', service: on.mesh.quality, meshSecret: on.mesh.identity.meshSecret },
        { orgId: api.orgId, from: new Date(from), to: new Date(to) },
      );
    expect(await listChanges(Date.now() - HOUR_MS, Date.now() + HOUR_MS)).to.have.members([
      `${changed}/1`,
      `${untouched}/1`,
      `${changed}/${body.data.version}`,
    ]);
    expect(await listChanges(0, Date.now() - HOUR_MS)).to.deep.equal([]);
  });
});
