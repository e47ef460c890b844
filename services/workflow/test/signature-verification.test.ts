import { newId } from '@qsc/contracts';
import { formerKeysVariable, toEvidenceKey } from '@qsc/service-kit';
import { eventually, pdfForm } from '@qsc/test-kit';
import { expect } from 'chai';
import { withoutItsTransition } from './lost-transition.ts';
import {
  openDocument,
  openQualityEvent,
  type Person,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';
import { newSigningKey, openDatabase, sign, signedDeviation, storedSignatures } from './signed-record.ts';

describe('verification of signatures', () => {
  let mesh: WorkflowMesh;
  let maria: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(() => mesh.stop());

  const verify = async (id: string, by = maria) => {
    const { status, body } = await by.workflow.get(`/v1/signatures/${id}/verify`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  const readStored = async (id: string) => (await storedSignatures(mesh).findOne({ _id: id }))!;

  const keyIdNow = (): string => toEvidenceKey(mesh.config.WORKFLOW_SIGNING_KEY).kid;

  describe('beside the record', () => {
    /** Changes a quality event by hand, past its owner. */
    const tamper = (id: string, change: object) =>
      openDatabase(mesh, 'quality')
        .collection<{ _id: string }>('quality_event')
        .updateOne({ _id: id }, { $set: change });

    it('finds a signature valid while the record has the signed content', async () => {
      const { id, signatureId } = await signedDeviation(maria);
      const verdict = await verify(signatureId);
      expect(verdict).to.deep.include({
        signature_id: signatureId,
        status: 'valid',
        reason: null,
        record: { id, type: 'deviation', version: 2, current_version: 2 },
        key_id: keyIdNow(),
      });
      expect(verdict.current_hash)
        .to.equal(verdict.signed_hash)
        .and.match(/^[0-9a-f]{64}$/);
      expect(new Date(verdict.checked_at).toISOString()).to.equal(verdict.checked_at);
    });

    it('finds it valid after a later transition', async () => {
      const { id, signatureId } = await signedDeviation(maria);
      expect((await transition(maria, id, 'investigation')).status).to.equal(200);
      const verdict = await verify(signatureId);
      expect(verdict.status).to.equal('valid');
      expect(verdict.record).to.include({ version: 2, current_version: 3 });
    });

    it('compares with the record after the signed transition, where its service has not applied that yet', async () => {
      const { id } = await openQualityEvent(maria);
      const data = { root_cause: { category: 'method' } };
      const signatureId = await withoutItsTransition(mesh, maria, id, () => sign(maria, id, { data }));
      const verdict = await verify(signatureId);
      expect(verdict).to.include({ status: 'valid', reason: null });
      expect(verdict.record).to.include({ version: 2, current_version: 2 });
    });

    it('finds it stale when the content was changed since, and valid when that was undone', async () => {
      const { id, signatureId } = await signedDeviation(maria);
      const patch = (priority: string) => maria.quality.patch(`/v1/quality-events/${id}`, { priority });
      await patch('low');
      const verdict = await verify(signatureId);
      expect(verdict).to.include({ status: 'stale', reason: 'content_changed' });
      expect(verdict.record).to.include({ version: 2, current_version: 3 });
      expect(verdict.current_hash).not.to.equal(verdict.signed_hash);
      await patch('medium');
      expect(await verify(signatureId)).to.include({ status: 'valid', reason: null });
    });

    it('covers the documents that belong to the record: a new one, and another file, make it stale', async () => {
      const { id } = await openQualityEvent(maria);
      const attach = async (name: string) => {
        const metadata = { name, related_to: [{ type: 'quality_event', id }] };
        const form = pdfForm(metadata, { text: name, filename: `${name}.pdf` });
        const { status, body } = await maria.entity.post('/v1/documents', form);
        expect(status, JSON.stringify(body)).to.equal(201);
        return body.data;
      };
      const first = await attach('first');
      const signatureId = await sign(maria, id);
      const { attachments } = (await maria.workflow.get(`/v1/signatures/${signatureId}`)).body.data;
      expect(attachments).to.deep.equal([
        { document_id: first.id, version: 1, checksum: first.file.checksum, filename: 'first.pdf' },
      ]);
      expect(await verify(signatureId)).to.include({ status: 'valid', reason: null });
      const added = await attach('added');
      const stale = await verify(signatureId);
      expect(stale).to.include({ status: 'stale', reason: 'content_changed' });
      expect(stale.record).to.include({ version: 2, current_version: 2 });
      await maria.entity.delete(`/v1/entities/${added.id}`);
      expect(await verify(signatureId), 'the added one was deleted').to.include({ status: 'valid' });
      await tamper(id, { description: 'Nothing happened' });
      expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'changed_in_place' });
      await tamper(id, { description: 'Seen in the test' });
      const second = pdfForm({}, { text: 'second', filename: 'first.pdf' });
      expect((await maria.entity.put(`/v1/documents/${first.id}/content`, second)).status).to.equal(200);
      expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'content_changed' });
    });

    it('finds that the record was altered by hand in the database of its owner', async () => {
      const { id, signatureId } = await signedDeviation(maria);
      await tamper(id, { description: 'Nothing happened' });
      expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'changed_in_place' });
      await tamper(id, { version: 1 });
      expect(await verify(signatureId)).to.include({ status: 'stale', reason: 'record_behind' });
    });

    it('says that the record is gone', async () => {
      const { id } = await openDocument(maria);
      const signatureId = await sign(maria, id, { to: 'review' });
      expect((await verify(signatureId)).status).to.equal('valid');
      expect((await maria.entity.delete(`/v1/entities/${id}`)).status).to.equal(204);
      const verdict = await verify(signatureId);
      expect(verdict).to.include({ status: 'stale', reason: 'record_gone', current_hash: null });
      expect(verdict.record).to.deep.equal({ id, type: 'document', version: 1, current_version: null });
    });

    it('gives no verdict while the owner of the record is away', async () => {
      const { signatureId } = await signedDeviation(maria);
      const input = () => maria.workflow.get(`/v1/signatures/${signatureId}/verify`);
      mesh.wires.toQuality.cut();
      const { status, body } = await input();
      mesh.wires.toQuality.restore();
      expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
      const again = await eventually('the owner is reached', async () => {
        const answer = await input();
        return answer.status === 200 && answer;
      });
      expect(again.body.data.status).to.equal('valid');
    });
  });

  describe('of the signature itself', () => {
    let signatureId: string;
    let original: Awaited<ReturnType<typeof readStored>>;

    beforeEach(async () => {
      ({ signatureId } = await signedDeviation(maria));
      original = await readStored(signatureId);
    });

    const verdictAfter = async (change: object) => {
      await storedSignatures(mesh).updateOne({ _id: signatureId }, change);
      const verdict = await verify(signatureId);
      await storedSignatures(mesh).replaceOne({ _id: signatureId }, original);
      return verdict;
    };

    /** Every place in a stored document, and what stands there. */
    const listFields = (value: object, before = ''): [string, unknown][] =>
      Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
        typeof inner === 'object' && inner !== null && !(inner instanceof Date)
          ? listFields(inner, `${before}${name}.`)
          : [[`${before}${name}`, inner]],
      );

    /** Another value of the same kind, and one of another kind. */
    const othersFor = (value: unknown): unknown[] => {
      if (value instanceof Date) return [new Date(value.getTime() + 1), value.toISOString()];
      if (typeof value === 'number') return [value + 1, String(value)];
      return value === null ? ['something'] : [`${value}x`, null];
    };

    it('finds that any member of the stored signature was altered', async () => {
      const places = listFields(original).filter(([place]) => place !== '_id' && place !== 'org_id');
      expect(places.map(([place]) => place)).to.include.members(['signer_name', 'act.move', 'timestamp', 'seal']);
      expect(places).to.have.length(18);
      for (const [place, value] of places)
        for (const other of othersFor(value)) {
          const verdict = await verdictAfter({ $set: { [place]: other } });
          expect(verdict, `${place} is ${other}`).to.deep.include({
            status: 'invalid',
            reason: 'altered',
            record: null,
          });
        }
      expect((await verify(signatureId)).status).to.equal('valid');
    });

    it('finds that a member was taken away or added', async () => {
      for (const change of [{ $unset: { meaning: '' } }, { $unset: { 'act.move': '' } }, { $set: { note: 'added' } }])
        expect(await verdictAfter(change), JSON.stringify(change)).to.include({ status: 'invalid', reason: 'altered' });
    });

    it('shows one that was altered beyond recognition, alone and in the list, as stored', async () => {
      const { body: intact } = await maria.workflow.get(`/v1/signatures/${signatureId}`);
      expect(intact.data).to.include({ signature_id: signatureId, signer: maria.id }).and.not.have.property('altered');
      const altering: object = { $set: { signer_name: 7 }, $unset: { meaning: '' } };
      await storedSignatures(mesh).updateOne({ _id: signatureId }, altering);
      const { status, body } = await maria.workflow.get(`/v1/signatures/${signatureId}`);
      expect([status, body.data.altered, body.data.stored.signer_name]).to.deep.equal([200, true, 7]);
      const listed = await maria.workflow.get(`/v1/signatures?signer=${maria.id}`);
      expect(listed.status).to.equal(200);
      expect(listed.body.data[0]).to.deep.equal(body.data);
      await storedSignatures(mesh).replaceOne({ _id: signatureId }, original);
    });

    it('finds a signature that was copied: under another id, onto another record, into another organisation', async () => {
      const other = await openDocument(maria);
      const john = mesh.person();
      const copies = [
        { by: maria, copy: { ...original } },
        { by: maria, copy: { ...original, record_id: other.id } },
        { by: john, copy: { ...original, org_id: john.orgId } },
      ];
      for (const { by, copy } of copies) {
        const _id = newId('signature');
        await storedSignatures(mesh).insertOne({ ...copy, _id });
        expect(await verify(_id, by)).to.include({ status: 'invalid', reason: 'altered' });
      }
    });

    it('finds the seal of another signature', async () => {
      const { seal } = await readStored((await signedDeviation(maria)).signatureId);
      expect(await verdictAfter({ $set: { seal } })).to.include({ status: 'invalid', reason: 'altered' });
    });

    it('is of the organisation alone', async () => {
      const { workflow } = mesh.person();
      for (const path of [`/${signatureId}`, `/${signatureId}/verify`, '/sig_unknown'])
        expect((await workflow.get(`/v1/signatures${path}`)).status, path).to.equal(404);
    });
  });

  describe('after the key was rotated', () => {
    let signatureId: string;
    let formerId: string;

    beforeEach(async () => {
      ({ signatureId } = await signedDeviation(maria));
      formerId = keyIdNow();
    });

    const keySet = async () => (await maria.workflow.get('/v1/signatures/keys')).body.data;

    const restart = async (change: Parameters<WorkflowMesh['startWorkflow']>[0]): Promise<void> => {
      await mesh.stopWorkflow();
      await mesh.startWorkflow({ WORKFLOW_SIGNING_KEY: newSigningKey(), ...change });
    };

    it('finds former signatures valid by the keys that were published before, and signs with the new one', async () => {
      const published = formerKeysVariable.parse(JSON.stringify(await keySet()));
      await restart({ WORKFLOW_FORMER_KEYS: published });
      expect(await verify(signatureId)).to.include({ status: 'valid', key_id: formerId });
      const later = await signedDeviation(maria);
      expect(await verify(later.signatureId)).to.include({ status: 'valid', key_id: keyIdNow() });
      const current = toEvidenceKey(mesh.config.WORKFLOW_SIGNING_KEY);
      expect((await keySet()).keys).to.deep.equal([current, ...published]);
    });

    it('says that the key is unknown where the former public key is not configured', async () => {
      await restart({ WORKFLOW_FORMER_KEYS: [] });
      const verdict = await verify(signatureId);
      expect(verdict).to.include({ status: 'invalid', reason: 'unknown_key', key_id: formerId });
      expect(verdict.message).to.match(/key .* is not known/);
    });
  });
});
