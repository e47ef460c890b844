import { newId } from '@qsc/contracts';
import { evidenceKeyOf } from '@qsc/service-kit';
import { expect } from 'chai';
import { newSigningKey, type Person, type SignatureMesh, signed, startSignatureMesh } from './signature-mesh.ts';

describe('verification of signatures', () => {
  let mesh: SignatureMesh;
  let maria: Person;

  before(async () => {
    mesh = await startSignatureMesh();
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(() => mesh.stop());

  const verify = async (id: string, { api } = maria) => {
    const { status, body } = await api.get(`/signatures/${id}/verify`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  /** A signed record and its signature. */
  const signedRecord = async () => {
    const { id } = mesh.record(maria.orgId);
    const signatureId = await signed(maria, id);
    return { record: mesh.quality.records.get(id)!, signatureId };
  };

  const storedOf = async (id: string) => (await mesh.stored.findOne({ _id: id }))!;

  it('finds a signature valid while the record has the signed content', async () => {
    const { record, signatureId } = await signedRecord();
    const verdict = await verify(signatureId);
    expect(verdict).to.deep.include({
      signature_id: signatureId,
      status: 'valid',
      reason: null,
      record: { id: record.id, type: 'deviation', version: record.version, current_version: record.version },
      key_id: evidenceKeyOf(mesh.config.WORKFLOW_SIGNING_KEY).kid,
    });
    expect(verdict.current_hash)
      .to.equal(verdict.signed_hash)
      .and.match(/^[0-9a-f]{64}$/);
    expect(Date.parse(verdict.checked_at)).to.be.a('number');
  });

  it('finds it valid after a later move of state', async () => {
    const { record, signatureId } = await signedRecord();
    await maria.api.post(`/workflows/instances/${record.id}/transition`, { to_state: 'investigation' });
    const moved = mesh.quality.records.get(record.id)!;
    expect(moved.status).to.equal('investigation');
    const verdict = await verify(signatureId);
    expect(verdict.status).to.equal('valid');
    expect(verdict.record).to.include({ version: record.version, current_version: moved.version });
  });

  it('finds it stale when the content was changed since, also by hand in the database of its owner', async () => {
    const { record, signatureId } = await signedRecord();
    const content = { ...record.content, priority: 'low' };
    mesh.quality.change(record.id, { content, version: record.version + 1 });
    const verdict = await verify(signatureId);
    expect(verdict).to.include({ status: 'stale', reason: 'content_changed' });
    expect(verdict.current_hash).not.to.equal(verdict.signed_hash);
    mesh.quality.change(record.id, { version: record.version });
    expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'changed_in_place' });
    mesh.quality.change(record.id, { version: record.version - 1 });
    expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'record_behind' });
    mesh.quality.change(record.id, { content: record.content });
    expect(await verify(signatureId)).to.include({ status: 'valid' });
  });

  it('says that the record is gone', async () => {
    const { record, signatureId } = await signedRecord();
    mesh.quality.records.delete(record.id);
    const verdict = await verify(signatureId);
    expect(verdict).to.include({ status: 'stale', reason: 'record_gone', current_hash: null });
    expect(verdict.record).to.include({ id: record.id, current_version: null });
  });

  it('says nothing while the owner of the record is away', async () => {
    const { record, signatureId } = await signedRecord();
    mesh.quality.away = true;
    const { status, body } = await maria.api.get(`/signatures/${signatureId}/verify`);
    mesh.quality.away = false;
    expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
    expect(mesh.quality.records.has(record.id)).to.equal(true);
  });

  /** Every place in a stored document, and what stands there. */
  const placesOf = (value: object, before = ''): [string, unknown][] =>
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
      typeof inner === 'object' && inner !== null && !(inner instanceof Date)
        ? placesOf(inner, `${before}${name}.`)
        : [[`${before}${name}`, inner]],
    );

  /** Another value of the same kind, and one of another kind. */
  const othersFor = (value: unknown): unknown[] => {
    if (value instanceof Date) return [new Date(value.getTime() + 1), value.toISOString()];
    if (typeof value === 'number') return [value + 1, String(value)];
    return value === null ? ['something'] : [`${value}x`, null];
  };

  it('finds that any member of a stored signature was altered', async () => {
    const { signatureId } = await signedRecord();
    const original = await storedOf(signatureId);
    const places = placesOf(original).filter(([place]) => place !== '_id' && place !== 'org_id');
    expect(places.map(([place]) => place)).to.include.members(['signer_name', 'act.move', 'timestamp', 'seal']);
    expect(places).to.have.length(18);
    for (const [place, value] of places)
      for (const other of othersFor(value)) {
        await mesh.stored.updateOne({ _id: signatureId }, { $set: { [place]: other } });
        const verdict = await verify(signatureId);
        expect(verdict, `${place} is ${other}`).to.deep.include({ status: 'invalid', reason: 'altered', record: null });
        await mesh.stored.replaceOne({ _id: signatureId }, original);
      }
    expect((await verify(signatureId)).status).to.equal('valid');
  });

  it('finds that a member was taken away or added', async () => {
    const { signatureId } = await signedRecord();
    const original = await storedOf(signatureId);
    const changes = [{ $unset: { meaning: '' } }, { $unset: { 'act.move': '' } }, { $set: { note: 'added' } }];
    for (const change of changes) {
      await mesh.stored.updateOne({ _id: signatureId }, change as object);
      expect(await verify(signatureId), JSON.stringify(change)).to.include({ status: 'invalid', reason: 'altered' });
      await mesh.stored.replaceOne({ _id: signatureId }, original);
    }
  });

  it('finds a signature that was copied: under another id, onto another record, into another organisation', async () => {
    const { signatureId } = await signedRecord();
    const original = await storedOf(signatureId);
    const other = mesh.record(maria.orgId, { content: {} });
    const john = mesh.person();
    const copies = [
      { by: maria, copy: { ...original } },
      { by: maria, copy: { ...original, record_id: other.id } },
      { by: john, copy: { ...original, org_id: john.orgId } },
    ];
    for (const { by, copy } of copies) {
      const _id = newId('signature');
      await mesh.stored.insertOne({ ...copy, _id });
      expect(await verify(_id, by)).to.include({ status: 'invalid', reason: 'altered' });
    }
  });

  it('finds that the seal of one signature stands under another', async () => {
    const [one, other] = [await signedRecord(), await signedRecord()];
    const { seal } = await storedOf(other.signatureId);
    await mesh.stored.updateOne({ _id: one.signatureId }, { $set: { seal } });
    expect(await verify(one.signatureId)).to.include({ status: 'invalid', reason: 'altered' });
  });

  it('shows another organisation nothing', async () => {
    const { signatureId } = await signedRecord();
    const { api } = mesh.person();
    for (const path of [`/signatures/${signatureId}`, `/signatures/${signatureId}/verify`, '/signatures/sig_unknown'])
      expect((await api.get(path)).status, path).to.equal(404);
    expect((await api.get('/signatures')).body.data).to.deep.equal([]);
  });

  describe('after the key was rotated', () => {
    let former: ReturnType<typeof evidenceKeyOf>;
    let signatureId: string;

    beforeEach(async () => {
      ({ signatureId } = await signedRecord());
      former = evidenceKeyOf(mesh.config.WORKFLOW_SIGNING_KEY);
    });

    it('finds former signatures valid by the former public key, and signs with the new one', async () => {
      await mesh.restart({ WORKFLOW_SIGNING_KEY: newSigningKey(), WORKFLOW_FORMER_KEYS: [former] });
      const current = evidenceKeyOf(mesh.config.WORKFLOW_SIGNING_KEY);
      expect(await verify(signatureId)).to.include({ status: 'valid', key_id: former.kid });
      const later = await signedRecord();
      expect(await verify(later.signatureId)).to.include({ status: 'valid', key_id: current.kid });
      const { keys } = (await maria.api.get('/signatures/keys')).body.data;
      expect(keys).to.deep.equal([current, former]);
    });

    it('says that the key is unknown where the former public key is not configured', async () => {
      await mesh.restart({ WORKFLOW_SIGNING_KEY: newSigningKey(), WORKFLOW_FORMER_KEYS: [] });
      const verdict = await verify(signatureId);
      expect(verdict).to.include({ status: 'invalid', reason: 'unknown_key', key_id: former.kid });
      expect(verdict.message).to.match(/key .* is not known/);
    });
  });
});
