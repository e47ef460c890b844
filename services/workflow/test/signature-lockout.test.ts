import { randomUUID } from 'node:crypto';
import type { RunningService } from '@qsc/service-kit';
import { type ApiClient, apiClient, deleteQueue, type EventTap, tapEvents, testServiceConfig } from '@qsc/test-kit';
import { expect } from 'chai';
import { startUnderTest, type Tenant, type UnderTest } from '../../identity/test/identity-under-test.ts';
import { startWorkflowService } from '../src/compose.ts';
import { deviationOf, newSigningKey, submit } from './signature-mesh.ts';
import { type StandInOwner, startStandInOwner } from './stand-in-owner.ts';

const REQUEST_ID = 'r-signed-1';

describe('signing with the identity service itself', () => {
  let identity: UnderTest;
  let quality: StandInOwner;
  let workflow: RunningService;
  let tap: EventTap;
  let tenant: Tenant;
  let manager: ApiClient;
  const queue = `test.${randomUUID()}`;

  before(async () => {
    identity = await startUnderTest();
    const { MESH_SECRET, AUTH_URL, BASE_URL } = identity.config;
    quality = await startStandInOwner('quality', MESH_SECRET);
    const grpcAddress = `127.0.0.1:${identity.service.grpcPort}`;
    const asked = { meshSecret: MESH_SECRET, issuer: AUTH_URL, audience: BASE_URL, grpcAddress };
    workflow = await startWorkflowService(
      {
        ...testServiceConfig(identity.environment, asked),
        JWKS_URL: `${identity.url}/.well-known/jwks.json`,
        QUALITY_GRPC_URL: quality.address,
        ENTITY_GRPC_URL: '127.0.0.1:1',
        WORKFLOW_SIGNING_KEY: newSigningKey(),
        WORKFLOW_FORMER_KEYS: [],
      },
      { queue },
    );
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
    const { access_token } = await identity.logIn(tenant.manager.email);
    manager = apiClient(`http://127.0.0.1:${workflow.httpPort}/v1`, access_token);
  });

  after(async () => {
    await tap.close();
    await workflow.stop();
    await quality.stop();
    await deleteQueue(identity.environment.amqpUrl, `${queue}.starts`);
    await identity.end();
  });

  const record = (): string => {
    const made = deviationOf(tenant.org_id, {});
    quality.records.set(made.id, made);
    return made.id;
  };

  it('shows the printed name and role of the account, locks after five failures and tells of it, until it is unlocked', async () => {
    const first = await submit({ api: manager }, record());
    expect(first.body.data.signature_record).to.include({ signer: tenant.manager.id, signer_name: 'Max Manager' });

    const headers = { 'x-request-id': REQUEST_ID, 'user-agent': 'inspector/1' };
    const wrong = { to_state: 'submitted', signature: { meaning: 'Authorship', password: 'wrong' } };
    const id = record();
    for (let failure = 0; failure < 5; failure += 1) {
      const { status, body } = await manager.post(`/workflows/instances/${id}/transition`, wrong, { headers });
      expect([status, body.error.code]).to.deep.equal([403, 'signature_invalid']);
    }
    const locked = await submit({ api: manager }, id);
    expect([locked.status, locked.body.error.code]).to.deep.equal([423, 'account_locked']);

    const { orgid, data } = await tap.next('the lockout', ({ type, subject }) => {
      return type === 'identity.signature.lockout.v1' && subject === tenant.manager.id;
    });
    expect(orgid).to.equal(tenant.org_id);
    expect(data.audit.client).to.deep.include({ ip_address: '127.0.0.1', user_agent: 'inspector/1' });
    expect(data.audit.metadata.request_id).to.equal(REQUEST_ID);

    await identity.api.as(tenant.token).post(`/v1/users/${tenant.manager.id}/unlock`);
    expect((await submit({ api: manager }, id)).status).to.equal(200);
  });
});
