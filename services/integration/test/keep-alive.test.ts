import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

const MAPPINGS = [
  { entity_type: 'supplier', source_object: 'party', field_mappings: [{ source: 'name', target: 'name' }] },
];

const alive = (partner: PlainPartner): number => partner.seen.filter(({ path }) => path === 'POST /alive').length;

describe('sessions that would end when they are idle', () => {
  let mesh: IntegrationMesh;
  let partners: PlainPartner[];

  before(async () => {
    const keepAlive: typeof plainConnector.keepAlive = {
      everyMs: 1,
      ping: ({ call, endpoints }) => call({ url: `${endpoints.api_base}/alive`, method: 'POST' }, () => undefined),
    };
    mesh = await startIntegrationMesh({
      connectors: { tryton: { ...plainConnector, keepAlive } },
      keepAliveEveryMs: 10,
    });
    partners = [await startPlainPartner(), await startPlainPartner()];
  });
  after(async () => {
    await mesh.stop();
    for (const partner of partners) await partner.stop();
  });

  it('are kept alive while their connection is active, and no other', async () => {
    const api = mesh.client();
    const [used, unused] = partners as [PlainPartner, PlainPartner];
    for (const partner of [unused, used]) {
      const made = await api.post('/integrations/connections', sessionConnection(partner));
      const path = `/integrations/connections/${made.body.data.id}`;
      await api.post(`${path}/authorize`);
      await api.put(`${path}/mappings`, { mappings: MAPPINGS });
      if (partner === used) await api.post(`${path}/enable`);
    }
    await eventually('the session is kept alive again and again', () => alive(used) > 2);
    expect(used.seen.filter(({ path }) => path === 'POST /alive').at(-1)?.headers).to.have.property('x-session');
    expect(alive(unused)).to.equal(0);
  });
});
