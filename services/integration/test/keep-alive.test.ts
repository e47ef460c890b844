import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { authorizeBy, getRedirectUri } from './authorize.ts';
import { sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { startOauthPartner } from './oauth-partner.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

const MAPPINGS = [
  { entity_type: 'supplier', source_object: 'party', field_mappings: [{ source: 'name', target: 'name' }] },
];

const HOUR_MS = 3_600_000;

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

describe('an authorization that is renewed to keep a session alive', () => {
  it('is stored though the service stops before the partner has given it: the partner refuses the former one', async () => {
    let now = Date.now();
    const stops = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    const keepAlive: typeof plainConnector.keepAlive = {
      everyMs: 1,
      ping: ({ call, endpoints }) => call({ url: `${endpoints.api_base}/ping`, method: 'GET' }, () => undefined),
    };
    const mesh = await startIntegrationMesh({
      connectors: { tryton: { ...plainConnector, keepAlive } },
      keepAliveEveryMs: 10,
      clock: () => new Date(now),
      passStop({ part }) {
        if (part === 'work') stops.resolve();
        return new Promise(() => {});
      },
    });
    const partner = await startOauthPartner(getRedirectUri(mesh));
    try {
      const [api, by] = [mesh.client(), authorizeBy(mesh, partner)];
      const path = await by.create(api);
      await by.authorize(api, path);
      await api.put(`${path}/mappings`, { mappings: MAPPINGS });
      await api.post(`${path}/enable`);
      partner.acquire = async () => {
        requested.resolve();
        await answers.promise;
      };
      now += HOUR_MS;
      await requested.promise;
      const stopped = mesh.service.stop();
      await stops.promise;
      // What else stops does so in these turns of the loop.
      for (let turn = 0; turn < 200; turn += 1) await mesh.database.command({ ping: 1 });
      answers.resolve();
      await stopped;
      const kept = { org_id: api.orgId, version: 2 };
      expect(await mesh.database.collection('credential').countDocuments(kept)).to.equal(1);
    } finally {
      answers.resolve();
      await partner.stop();
      await mesh.stop();
    }
  });
});
