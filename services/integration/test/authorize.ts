import type { ApiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { oauthConnection } from './connection-body.ts';
import type { IntegrationMesh } from './integration-mesh.ts';
import type { OauthPartner } from './oauth-partner.ts';

/** The address of the service that users come back to. */
export const getRedirectUri = ({ config }: Pick<IntegrationMesh, 'config'>): string =>
  new URL('/v1/integrations/callback', config.BASE_URL).href;

/** What an administrator and a browser do to authorize connections to a partner. */
export const authorizeBy = (mesh: IntegrationMesh, partner: OauthPartner) => {
  const create = async (
    api: ApiClient,
    change?: Readonly<Record<string, unknown>>,
    type = 'tryton',
  ): Promise<string> => {
    const made = await api.post('/integrations/connections', { ...oauthConnection(partner, change), type });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return `/integrations/connections/${made.body.data.id}`;
  };

  /** What the browser of the user does with the address that it comes back to: nobody sends a credential. */
  const comeBack = (address: URL) =>
    fetch(`http://127.0.0.1:${mesh.service.httpPort}${address.pathname}${address.search}`);

  const start = async (api: ApiClient, path: string) => {
    const started = await api.post(`${path}/authorize`);
    expect(started.status, JSON.stringify(started.body)).to.equal(200);
    return started.body.data as { authorization_url: string; state: string; expires_at: string; status: string };
  };

  const authorize = async (api: ApiClient, path: string): Promise<void> => {
    const { authorization_url } = await start(api, path);
    const answer = await comeBack(await partner.visit(authorization_url));
    expect(answer.status, await answer.text()).to.equal(200);
  };

  const readStatus = async (api: ApiClient, path: string): Promise<string> => (await api.get(path)).body.data.status;

  const test = async (api: ApiClient, path: string) => (await api.post(`${path}/test`)).body.data;

  return { create, comeBack, start, authorize, readStatus, test };
};
