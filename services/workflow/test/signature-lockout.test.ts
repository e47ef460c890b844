import { randomUUID } from 'node:crypto';
import type { RunningService } from '@qsc/service-kit';
import { type ApiClient, apiClient, deleteQueue, type EventTap, tapEvents, testServiceConfig } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityService } from '../../entity/src/compose.ts';
import { NOT_ASKED } from '../../entity/test/not-asked.ts';
import { PASSWORD, startUnderTest, type Tenant, type UnderTest } from '../../identity/test/identity-under-test.ts';
import { startQualityService } from '../../quality/src/compose.ts';
import { startWorkflowService } from '../src/compose.ts';
import { newSigningKey, signedTransition } from './signed-record.ts';

const HOST = '127.0.0.1';
/** Where nobody answers. */
const NOWHERE = `${HOST}:9`;
const QUEUES = ['entity', 'quality', 'workflow.starts', 'workflow.reactions'];

describe('signing with the identity service itself', () => {
  const queue = `test.${randomUUID()}`;
  let identity: UnderTest;
  let entity: RunningService;
  let quality: RunningService;
  let workflow: RunningService;
  let tap: EventTap;
  let tenant: Tenant;
  let manager: { workflow: ApiClient; quality: ApiClient; password: string };

  const startServices = async (): Promise<void> => {
    const { MESH_SECRET: meshSecret, AUTH_URL: issuer, BASE_URL: audience } = identity.config;
    const known = { meshSecret, issuer, audience, grpcAddress: `${HOST}:${identity.service.grpcPort}` };
    const base = {
      ...testServiceConfig(identity.environment, known),
      JWKS_URL: `${identity.url}/.well-known/jwks.json`,
    };
    entity = await startEntityService(
      { ...base, ...NOT_ASKED, WORKFLOW_GRPC_URL: NOWHERE },
      { queue: `${queue}.entity` },
    );
    const ENTITY_GRPC_URL = `${HOST}:${entity.grpcPort}`;
    quality = await startQualityService(
      { ...base, ENTITY_GRPC_URL, CERTIFICATE_GRPC_URL: NOWHERE, WORKFLOW_GRPC_URL: NOWHERE },
      { queue: `${queue}.quality` },
    );
    const keys = { WORKFLOW_SIGNING_KEY: newSigningKey(), WORKFLOW_FORMER_KEYS: [] };
    const owner = { AUDIT_GRPC_URL: NOWHERE, ENTITY_GRPC_URL, QUALITY_GRPC_URL: `${HOST}:${quality.grpcPort}` };
    workflow = await startWorkflowService({ ...base, ...owner, ...keys }, { queue: `${queue}.workflow` });
  };

  before(async () => {
    identity = await startUnderTest();
    await startServices();
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
    const { access_token } = await identity.logIn(tenant.manager.email);
    const client = ({ httpPort }: RunningService) => apiClient(`http://${HOST}:${httpPort}`, access_token);
    manager = { workflow: client(workflow), quality: client(quality), password: PASSWORD };
  });

  after(async () => {
    await tap.close();
    await workflow.stop();
    await quality.stop();
    await entity.stop();
    for (const name of QUEUES) await deleteQueue(identity.environment.amqpUrl, `${queue}.${name}`);
    await identity.end();
  });

  const deviation = async (): Promise<string> => {
    const input = { type: 'deviation', title: 'A deviation', description: 'Seen in the test' };
    return (await manager.quality.post('/v1/quality-events', input)).body.data.id;
  };

  it('prints the name of the account, locks after five failures and reports it, until it is unlocked', async () => {
    const first = await signedTransition(manager, await deviation());
    expect(first.body.data.signature_record).to.include({ signer: tenant.manager.id, signer_name: 'Max Manager' });

    const id = await deviation();
    const headers = { 'x-request-id': 'r-signed-1', 'user-agent': 'inspector/1' };
    const wrong = { to_state: 'submitted', signature: { meaning: 'Authorship', password: 'wrong' } };
    for (let failure = 0; failure < 5; failure += 1) {
      const { status, body } = await manager.workflow.post(`/v1/workflows/instances/${id}/transition`, wrong, {
        headers,
      });
      expect([status, body.error.code]).to.deep.equal([403, 'signature_invalid']);
    }
    const locked = await signedTransition(manager, id);
    expect([locked.status, locked.body.error.code]).to.deep.equal([423, 'account_locked']);

    const { orgid, data } = await tap.next(
      'the lockout',
      ({ type, subject }) => type === 'identity.signature.lockout.v1' && subject === tenant.manager.id,
    );
    expect(orgid).to.equal(tenant.org_id);
    expect(data.audit.client).to.deep.include({ ip_address: HOST, user_agent: 'inspector/1' });
    expect(data.audit.metadata.request_id).to.equal('r-signed-1');

    await identity.api.as(tenant.token).post(`/v1/users/${tenant.manager.id}/unlock`);
    expect((await signedTransition(manager, id)).status).to.equal(200);
  });
});
