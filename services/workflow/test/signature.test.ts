import { createPublicKey, verify as verifySeal } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { canonicalHash, canonicalJson } from '@qsc/service-kit';
import { expect } from 'chai';
import {
  openDocument,
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';
import { sign, signedDeviation, signedTransition, storedSignatures, toContent } from './signed-record.ts';

describe('electronic signatures', () => {
  let mesh: WorkflowMesh;
  let maria: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(() => mesh.stop());

  const shown = async (id: string) => (await maria.workflow.get(`/v1/signatures/${id}`)).body.data;

  const readEvent = async (id: string) => (await maria.quality.get(`/v1/quality-events/${id}`)).body.data;

  /** What was refused, after it was seen that neither the instance nor the signatures changed. */
  const refused = async (
    by: Pick<Person, 'workflow' | 'password'>,
    input: Parameters<typeof signedTransition>[2] = {},
  ) => {
    const { id } = await openQualityEvent(maria);
    const { status, body } = await signedTransition(by, id, input);
    expect((await readInstance(maria, id)).current_state.id).to.equal('draft');
    expect(await storedSignatures(mesh).countDocuments({ org_id: maria.orgId })).to.equal(0);
    return { status, ...body.error };
  };

  it('show who signed, the printed name, when and what it means, and the record as it is after the act', async () => {
    const { id } = await openQualityEvent(maria);
    const { status, body } = await signedTransition(maria, id, { meaning: '  Authorship ' });
    expect(status).to.equal(200);
    const { signature_record: record } = body.data;
    expect(record).to.deep.include({ signer: maria.id, meaning: 'Authorship' });
    expect(await shown(record.signature_id)).to.deep.include({
      ...record,
      org_id: maria.orgId,
      signer_name: `quality_manager ${maria.id}`,
      signer_email: `${maria.id}@example.test`,
      signer_role: 'quality_manager',
      entity_id: id,
      entity_type: 'deviation',
      entity_version: 2,
      act: { action: 'transition', move: 1, from_state: 'draft', to_state: 'submitted', approval_id: null },
    });
    expect((await readEvent(id)).version).to.equal(2);
  });

  it('bind the content that anybody computes from what the API answers, of every kind of record', async () => {
    const { body } = await maria.entity.post('/v1/entities', { type: 'product', name: 'Ampoule', attributes: {} });
    const product = body.data.id;
    const related_entities = [{ type: 'product', id: product }];
    const root_cause = { category: 'equipment', description: 'Ä door seal, 9.40 °C' };
    for (const type of ['deviation', 'audit_finding', 'complaint', 'change_request']) {
      const { id } = await openQualityEvent(maria, type, { related_entities, root_cause, due_date: '2030-01-31' });
      const { entity_hash } = await shown(await sign(maria, id));
      expect(canonicalHash(toContent(await readEvent(id))), type).to.equal(entity_hash);
    }
    const document = await openDocument(maria, {
      attributes: { edition: 1.5, 10: 'ten' },
      relationships: [{ type: 'describes', target_id: product }],
    });
    const { entity_hash } = await shown(await sign(maria, document.id, { to: 'review' }));
    const { data } = (await maria.entity.get(`/v1/entities/${document.id}`)).body;
    expect(canonicalHash(toContent(data))).to.equal(entity_hash);
  });

  it('cover the data of the signed transition', async () => {
    const { id } = await openQualityEvent(maria);
    const signatureId = await sign(maria, id, { data: { 'root_cause.category': 'method' } });
    const after = await readEvent(id);
    expect(after.root_cause.category).to.equal('method');
    expect((await shown(signatureId)).entity_hash).to.equal(canonicalHash(toContent(after)));
  });

  it('can be checked outside with the published keys alone', async () => {
    const { seal, ...stated } = await shown((await signedDeviation(maria)).signatureId);
    const { keys } = (await maria.workflow.get('/v1/signatures/keys')).body.data;
    const [head, body, signature] = seal.split('.');
    expect(body).to.equal('');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).to.deep.equal({
      alg: 'EdDSA',
      typ: 'signature+jws',
      kid: stated.key_id,
    });
    const jwk = keys.find((key: { kid: string }) => key.kid === stated.key_id);
    const text = `${head}.${Buffer.from(canonicalJson(stated)).toString('base64url')}`;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verifySeal(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).to.equal(true);
    expect(JSON.stringify(keys)).not.to.include('"d"');
  });

  it('are refused with a wrong password, and nothing changes', async () => {
    expect(await refused(maria, { password: 'wrong' })).to.include({ status: 403, code: 'signature_invalid' });
  });

  it('need a meaning', async () => {
    const error = await refused(maria, { meaning: '   ' });
    expect(error).to.include({ status: 422, code: 'validation_failed' });
    expect(error.details.fields[0].field).to.equal('signature.meaning');
  });

  it('are not given by an application, which has no password', async () => {
    const { workflow } = mesh.person({ orgId: maria.orgId, kind: 'application' });
    const error = await refused({ workflow, password: maria.password });
    expect(error).to.include({ status: 403, code: 'forbidden' });
    expect(error.details).to.deep.equal({ reason: 'user_required' });
  });

  it('are not given by a system administrator, whatever the token still says', async () => {
    const { orgId } = maria;
    const admin = mesh.person({ role: 'system_admin', orgId });
    const token = mesh.identity.token({ orgId, userId: admin.id, role: 'quality_manager' });
    for (const workflow of [admin.workflow, admin.workflow.as(token)]) {
      const error = await refused({ workflow, password: admin.password });
      expect(error).to.include({ status: 403, code: 'forbidden' });
      expect(error.details).to.deep.equal({ reason: 'system_admin' });
    }
  });

  it('are given through an API key with the password of its user', async () => {
    const { id: userId, orgId, password } = maria;
    const workflow = maria.workflow.as(mesh.identity.token({ orgId, userId, keyId: newId('apiKey') }));
    const { id } = await openQualityEvent(maria);
    expect((await shown(await sign({ workflow, password }, id))).signer).to.equal(userId);
  });

  it('are in the one audit entry of the signed act, which the owner of a changed record writes', async () => {
    const { id, signatureId } = await signedDeviation(maria);
    const signature = { required: false, signed: true, signature_id: signatureId, meaning: 'Authorship' };
    await mesh.tap.next('the entry', ({ subject, data }) => subject === id && data.audit.signature.signed);
    await transition(maria, id, 'investigation');
    const isLast = ({ metadata }: { metadata: { workflow_state: string | null } }) =>
      metadata.workflow_state === 'investigation';
    await mesh.tap.next('the next entry', ({ subject, data }) => subject === id && isLast(data.audit));
    const entries = mesh.tap.events.filter(({ subject, data }) => subject === id && data.audit.signature.signed);
    expect(entries.map(({ type }) => type)).to.deep.equal(['quality.quality-event.updated.v1']);
    expect(entries[0]?.data.audit).to.deep.include({ action: 'transition', entity_id: id, signature });
  });

  it('are in the audit entry of the workflow where the record stays as it is', async () => {
    const { id } = await openDocument(maria);
    const signatureId = await sign(maria, id, { to: 'review' });
    const { type, data } = await mesh.tap.next(
      'the entry',
      ({ subject, data }) => subject === id && data.audit.signature.signed,
    );
    expect(type).to.equal('workflow.instance.moved.v1');
    expect(data.audit.signature.signature_id).to.equal(signatureId);
  });
});
