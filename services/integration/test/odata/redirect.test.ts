import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Cap, startCap } from '../cap/cap.ts';
import { type ConnectorMesh, connect, field, startConnectorMesh } from '../connector-mesh.ts';

describe('a service that sends elsewhere for a while, as in maintenance', () => {
  let [mesh, cap]: [ConnectorMesh, Cap] = [] as never;

  before(async () => {
    [mesh, cap] = await Promise.all([startConnectorMesh(), startCap()]);
  });
  after(async () => {
    await Promise.all([mesh?.stop(), cap?.stop()]);
  });

  it('is called again later by a connection whose credential cannot be renewed', async () => {
    const { api, path, start } = await connect(mesh, {
      type: 'odata_v4',
      api_base: cap.base('v4/quality'),
      changeField: 'modifiedAt',
      mapping: { entity_type: 'supplier', source_object: 'Suppliers', field_mappings: [field('name', 'name')] },
    });
    await cap.fault({ path: '/odata', times: 100, status: 302, headers: { location: '/maintenance' } });
    const id = await start();
    const sync = await eventually('it is put off or ends', async () => {
      const { data } = (await api.get(`${path}/syncs/${id}`)).body;
      return (data.status !== 'running' || Date.parse(data.next_attempt_at) > Date.now()) && data;
    });
    expect(sync).to.include({ status: 'running', error: null });
    expect((await api.get(path)).body.data.status).to.equal('active');
  });
});
