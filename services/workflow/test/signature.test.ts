import { createPublicKey, verify as verifySeal } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { canonicalHash, canonicalJson } from '@qsc/service-kit';
import { expect } from 'chai';
import { PASSWORD, type Person, type SignatureMesh, signed, startSignatureMesh, submit } from './signature-mesh.ts';

describe('electronic signatures', () => {
  let mesh: SignatureMesh;
  let maria: Person;

  before(async () => {
    mesh = await startSignatureMesh();
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(() => mesh.stop());

  const signatureCount = (orgId: string) => mesh.stored.countDocuments({ org_id: orgId });

  /** What was refused, after it was seen that neither the instance nor the signatures changed. */
  const refused = async (person: Pick<Person, 'api' | 'orgId'>, asked: Parameters<typeof submit>[2] = {}) => {
    const { id } = mesh.record(maria.orgId);
    const { status, body } = await submit(person, id, asked);
    const instance = await maria.api.get(`/workflows/instances/${id}`);
    expect(instance.body.data.current_state.id).to.equal('draft');
    expect(await signatureCount(maria.orgId)).to.equal(0);
    return { status, ...body.error };
  };

  it('show who signed, the printed name, when and what it means, and the record as it is after the act', async () => {
    const record = mesh.record(maria.orgId);
    const { status, body } = await submit(maria, record.id, { meaning: '  Authorship ' });
    expect(status).to.equal(200);
    const shown = body.data.signature_record;
    expect(shown).to.deep.include({ signer: maria.id, signer_name: 'Maria Keller', meaning: 'Authorship' });
    const { data } = (await maria.api.get(`/signatures/${shown.signature_id}`)).body;
    expect(data).to.deep.include({
      ...shown,
      org_id: maria.orgId,
      signer_email: `${maria.id}@example.test`,
      signer_role: 'quality_manager',
      entity_id: record.id,
      entity_type: 'deviation',
      entity_version: record.version + 1,
      entity_hash: canonicalHash(record.content),
      act: { action: 'transition', move: 1, from_state: 'draft', to_state: 'submitted', approval_id: null },
    });
    expect(mesh.quality.records.get(record.id)!.version).to.equal(data.entity_version);
  });

  it('bind what the signed move itself brings to the record', async () => {
    const { id, content } = mesh.record(maria.orgId);
    const { body } = await maria.api.post(`/workflows/instances/${id}/transition`, {
      to_state: 'submitted',
      data: { 'root_cause.category': 'method' },
      signature: { meaning: 'Authorship', password: PASSWORD },
    });
    const { data } = (await maria.api.get(`/signatures/${body.data.signature_record.signature_id}`)).body;
    const after = { ...content, root_cause: { ...(content.root_cause as object), category: 'method' } };
    expect(data.entity_hash).to.equal(canonicalHash(after));
  });

  it('can be checked outside with the published keys alone', async () => {
    const { data } = (await maria.api.get(`/signatures/${await signed(maria, mesh.record(maria.orgId).id)}`)).body;
    const { keys } = (await maria.api.get('/signatures/keys')).body.data;
    const { seal, ...stated } = data;
    const [head, body, signature] = seal.split('.');
    expect(body).to.equal('');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).to.deep.equal({
      alg: 'EdDSA',
      typ: 'signature+jws',
      kid: data.key_id,
    });
    const jwk = keys.find((key: { kid: string }) => key.kid === data.key_id);
    const text = `${head}.${Buffer.from(canonicalJson(stated)).toString('base64url')}`;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verifySeal(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).to.equal(true);
    expect(JSON.stringify(keys)).not.to.include('"d"');
  });

  it('are refused with a wrong password, and nothing moves', async () => {
    expect(await refused(maria, { password: 'wrong' })).to.include({ status: 403, code: 'signature_invalid' });
  });

  it('are locked after five failures, for the right password too', async () => {
    const { id } = mesh.record(maria.orgId);
    for (let failure = 0; failure < 5; failure += 1)
      expect((await submit(maria, id, { password: 'wrong' })).status).to.equal(403);
    expect(await refused(maria)).to.include({ status: 423, code: 'account_locked' });
  });

  it('need a meaning', async () => {
    const error = await refused(maria, { meaning: '   ' });
    expect(error).to.include({ status: 422, code: 'validation_failed' });
    expect(error.details.fields[0].field).to.equal('signature.meaning');
  });

  it('are not given by an application, which has no password', async () => {
    const token = mesh.identity.token({ orgId: maria.orgId, kind: 'application' });
    const error = await refused({ ...maria, api: maria.api.as(token) });
    expect(error).to.include({ status: 403, code: 'forbidden' });
    expect(error.details).to.deep.equal({ reason: 'user_required' });
  });

  it('are not given by a system administrator, whatever the token still says', async () => {
    const admin = mesh.person('system_admin', maria.orgId);
    const stale = admin.api.as(admin.token({ role: 'quality_manager' }));
    for (const api of [admin.api, stale]) {
      const error = await refused({ ...admin, api });
      expect(error).to.include({ status: 403, code: 'forbidden' });
      expect(error.details).to.deep.equal({ reason: 'system_admin' });
    }
  });

  it('are given through an API key with the password of its user', async () => {
    const api = maria.api.as(maria.token({ keyId: newId('apiKey') }));
    const { data } = (await maria.api.get(`/signatures/${await signed({ api }, mesh.record(maria.orgId).id)}`)).body;
    expect(data.signer).to.equal(maria.id);
  });

  it('are in the audit entry of the signed act', async () => {
    const { id } = mesh.record(maria.orgId, { id: newId('entity'), type: 'document', content: { attributes: {} } });
    const { body } = await maria.api.post(`/workflows/instances/${id}/transition`, {
      to_state: 'review',
      signature: { meaning: 'Authorship', password: PASSWORD },
    });
    const { signature_id } = body.data.signature_record;
    const { data } = await mesh.events.next(
      'the move',
      ({ subject, data }) => subject === id && data.audit.signature.signed,
    );
    expect(data.audit.signature).to.deep.equal({ required: false, signed: true, signature_id, meaning: 'Authorship' });
    expect(data.audit).to.deep.include({ action: 'transition', entity_id: id });
  });

  it('come with the move to the owner of the record, which writes the audit entry', async () => {
    const { id } = mesh.record(maria.orgId);
    const signature_id = await signed(maria, id);
    const { data } = await mesh.events.nextNotice(
      'the move',
      ({ subject, type }) => subject === id && type.endsWith('moved.v1'),
    );
    expect(data.record).to.deep.include({ signature_required: false });
    expect((data.record as { signature: object }).signature).to.include({ signature_id, meaning: 'Authorship' });
  });
});
