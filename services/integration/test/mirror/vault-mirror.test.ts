import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCertificateService } from '../../../certificate/src/compose.ts';
import { EMBEDDED_FILES, SMALL_PDF } from '../../../certificate/test/mesh.ts';
import { type QualityMesh, startQualityMesh } from '../../../quality/test/mesh.ts';
import { type Connected, connect, field } from '../connector-mesh.ts';
import { type IntegrationMesh, startIntegrationMesh } from '../integration-mesh.ts';
import { startVaultSimulator, type VaultSimulator } from '../vault-simulator/vault-simulator.ts';

const DEVIATIONS = 'deviation__v';
const SIGNATURE = { signed_by__v: 'A. Turing', meaning__v: 'Approved', signed_date__v: '2026-02-01T10:00:00Z' };

describe('a synchronisation with a Vault that takes over more than fields', () => {
  let services: QualityMesh;
  let certificate: RunningService;
  let mesh: IntegrationMesh;
  let vault: VaultSimulator;

  before(async () => {
    services = await startQualityMesh();
    const files = { ...services.config, ...EMBEDDED_FILES };
    certificate = await startCertificateService(files, { queue: `test.${randomUUID()}` });
    const { MESH_SECRET, BASE_URL, AUTH_URL, IDENTITY_GRPC_URL, ENTITY_GRPC_URL, WORKFLOW_GRPC_URL } = services.config;
    mesh = await startIntegrationMesh({
      delaysMs: [1, 1, 1],
      passEveryMs: 20,
      config: {
        MESH_SECRET,
        BASE_URL,
        AUTH_URL,
        IDENTITY_GRPC_URL,
        ENTITY_GRPC_URL,
        WORKFLOW_GRPC_URL,
        QUALITY_GRPC_URL: `127.0.0.1:${services.quality.grpcPort}`,
        CERTIFICATE_GRPC_URL: `127.0.0.1:${certificate.grpcPort}`,
      },
    });
    vault = await startVaultSimulator();
  });
  after(async () => {
    await vault?.stop();
    await mesh?.stop();
    await certificate?.stop();
    await services?.stop();
  });

  const client: IntegrationMesh['client'] = ({ orgId = newId('organization') } = {}) => {
    const token = services.identity.token({ orgId, role: 'system_admin' });
    return { ...mesh.client().as(token), orgId };
  };

  const connected = (mapping: Record<string, unknown>): Promise<Connected> =>
    connect(
      { database: mesh.database, client, entities: services.entityApi },
      {
        type: 'veeva_vault',
        authentication: { type: 'session', ...vault.user },
        api_base: vault.url,
        changeField: null,
        mapping,
      },
    );

  const expectQuiet = async (connection: Connected) =>
    expect(await connection.sync()).to.deep.include({ status: 'success', records_attempted: 0 });

  it('brings the file and the signatures of a document once, and its next version as the one that supersedes it', async () => {
    const fields = { name__v: 'GMP of Basel', kind__c: 'gmp', signature__v: SIGNATURE };
    const document = vault.data.put('documents', fields);
    const putFile = (bytes: Buffer) =>
      vault.data.files.set(`${document.id}/file`, { name: 'GMP.pdf', mediaType: 'application/pdf', bytes });
    putFile(SMALL_PDF);
    const connection = await connected({
      entity_type: 'document',
      source_object: 'documents',
      field_mappings: [field('name__v', 'name'), field('kind__c', 'attributes.certificate_type')],
      content_sync: { enabled: true, rendition_type: null, storage: null, on_update: 'new_version' },
      esignature_sync: {
        enabled: true,
        signature_field: 'signature__v',
        sync_direction: 'inbound',
        include_meaning: true,
      },
    });
    expect(connection.first).to.include({ status: 'success', records_succeeded: 1, records_failed: 0 });
    const recordHere = async () =>
      (await services.entityApi(connection.orgId).get('/v1/entities?type=document')).body.data[0];
    const certificateHere = async () => {
      const { certificate_id } = (await recordHere()).attributes;
      return (await services.api(connection, certificate).get(`/v1/certificates/${certificate_id}`)).body.data;
    };
    const first = await certificateHere();
    expect(first).to.include({ type: 'gmp', name: 'GMP of Basel' });
    expect(first.document.filename).to.equal('GMP.pdf');
    const { id } = await recordHere();
    const signed = await mesh.tap.next(
      'the signature',
      ({ subject, type }) => subject === id && type.startsWith('integration.'),
    );
    expect(signed.data.audit.metadata.details?.external_signature).to.include({
      signer: 'A. Turing',
      meaning: 'Approved',
      external_id: String(document.id),
    });
    await expectQuiet(connection);

    putFile(Buffer.concat([SMALL_PDF, Buffer.from('%2\n%%EOF\n')]));
    vault.data.put('documents', { id: document.id, name__v: 'GMP of Basel, 2' });
    expect(await connection.sync()).to.include({ status: 'success', records_succeeded: 1, records_failed: 0 });
    expect((await certificateHere()).supersedes).to.equal(first.id);
    await expectQuiet(connection);
    const signatures = mesh.tap.events.filter(({ subject, type }) => subject === id && type.startsWith('integration.'));
    expect(signatures).to.have.length(1);
  });

  it('changes a deviation here by its workflow, and there by its lifecycle action, without an echo', async () => {
    const name = 'change_state_to_submitted_useraction__c';
    const states = { from: 'draft_state__c', to: 'submitted_state__c' };
    vault.data.actions.set(DEVIATIONS, [{ name, label: 'Submit', ...states }]);
    const fields = { description__c: 'Too warm.', state__v: 'draft_state__c' };
    const [one, two] = ['One', 'Two'].map((name__v) => vault.data.put(DEVIATIONS, { name__v, ...fields }));
    const pair = (external_state: string, service_state: string) => ({ external_state, service_state });
    const connection = await connected({
      entity_type: 'quality_event',
      event_subtype: 'deviation',
      source_object: DEVIATIONS,
      field_mappings: [field('name__v', 'name'), field('description__c', 'attributes.description')],
      workflow_sync: {
        enabled: true,
        lifecycle: 'state__v',
        state_mappings: [pair('draft_state__c', 'draft'), pair('submitted_state__c', 'submitted')],
        transition_triggers: { external_to_service: true, service_to_external: true },
      },
    });
    expect(connection.first).to.include({ status: 'success', records_succeeded: 2, records_failed: 0 });
    const quality = services.api(connection);
    const readDeviation = async (name: string) =>
      (await quality.get('/v1/quality-events')).body.data.find(({ title }: { title: string }) => title === name);
    expect((await readDeviation('One')).status).to.equal('draft');
    await expectQuiet(connection);

    vault.data.put(DEVIATIONS, { id: one?.id, state__v: 'submitted_state__c' });
    const { id } = await readDeviation('Two');
    expect((await quality.patch(`/v1/quality-events/${id}`, { status: 'submitted' })).status).to.equal(200);
    await connection.heard(1);
    const changed = await connection.sync();
    expect(changed.errors).to.deep.equal([]);
    expect(changed.status).to.equal('success');
    expect((await readDeviation('One')).status).to.equal('submitted');
    expect(vault.data.rows(DEVIATIONS).get(String(two?.id))?.state__v).to.equal('submitted_state__c');
    await eventually('nothing waits any more', async () => {
      const { outbound } = (await connection.api.get(`${connection.path}/health`)).body.data.pending_changes;
      return outbound === 0;
    });
    await expectQuiet(connection);
    const acts = vault.requests.filter((request) => /\/actions\/\w/.test(request));
    expect(acts).to.have.length(1);
  });
});
