import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  certificateDefinition,
  historyDefinition,
  makeCertificateStore,
} from '../src/certificate/certificate.store.ts';
import type { Certificate } from '../src/certificate/certificate.ts';
import { findDisagreements } from '../src/extraction/disagreement.ts';
import { makeExtractionWorker } from '../src/extraction/extraction.worker.ts';
import { ORG, openStage, type Stage, type WorkerProgram } from './certificate-stage.ts';
import { coa, makeReadings } from './extraction-readings.ts';

describe('extraction of certificates', () => {
  let stage: Stage;
  let good: Uint8Array;
  const { readExtraction, ended, findRecord, histories } = makeReadings(() => stage);
  const events = ({ id }: Certificate) =>
    stage.tap.events.filter(({ type, subject }) => type === 'certificate.certificate.extracted.v1' && subject === id);
  const reader = (worker: WorkerProgram) => eventually('its reader', () => worker.readers()[0]);

  before(async () => {
    stage = await openStage();
    good = await coa();
  });
  after(() => stage.stop());

  describe('while a worker is there', () => {
    before(() => stage.startWorker());

    it('begins with the upload and ends in what the document says', async () => {
      const certificate = await stage.upload(good);
      const shown = await ended(certificate);
      expect(shown).to.include({ certificate_id: certificate.id, extraction_status: 'complete', error: null });
      expect(shown.confidence_score).to.be.above(0.5);
      expect(shown.extracted_data.test_results.map(({ parameter }: { parameter: string }) => parameter)).to.deep.equal([
        'Assay',
        'Water',
      ]);
      expect(shown.extracted_at).to.be.a('string');
    });

    it('is one line of the history and one update by the system that names the run and who asked', async () => {
      const certificate = await stage.upload(good);
      await ended(certificate);
      const event = await stage.tap.next(
        'the event',
        ({ subject, type }) => subject === certificate.id && type.includes('extracted'),
      );
      const details = { run: 1, requested_by: 'usr_uploader', extraction_status: 'complete' };
      expect(event.data.audit).to.include({ action: 'update', entity_id: certificate.id });
      expect(event.data.audit.user.id).to.equal('system');
      expect(event.data.audit.metadata.details).to.include(details);
      const [line, ...others] = await histories(certificate);
      expect(others).to.deep.equal([]);
      expect(line).to.include({ action: 'extracted', user: 'system' });
      expect(line?.details).to.include(details);
    });

    it('never changes what the metadata said, and tells where the document says something else', async () => {
      const certificate = await stage.upload(good, { batch_number: 'XY-1', expiry_date: '2028-01-31' });
      const shown = await ended(certificate);
      expect(await findRecord(certificate)).to.include({
        batch_number: 'XY-1',
        expiry_date: '2028-01-31',
        issue_date: null,
      });
      expect(shown.extracted_data.batch_number).to.equal('AB-2201');
      expect(shown.extracted_data.warnings).to.include(
        'The metadata says batch_number "XY-1"; the document says "AB-2201".',
      );
      expect(shown.extracted_data.warnings.join()).to.not.include('expiry_date');
    });

    it('is failed with the coded reason where the document cannot be read', async () => {
      const certificate = await stage.upload(await coa({ password: 'secret' }));
      const shown = await ended(certificate);
      expect(shown).to.include({ extraction_status: 'failed', extracted_data: null });
      expect(shown.error.code).to.equal('validation_failed');
      expect(shown.error.message).to.match(/password/);
      expect((await histories(certificate))[0]?.details).to.include({ extraction_status: 'failed' });
    });

    it('is done once more whenever it is asked for, and answers with the result', async () => {
      const certificate = await stage.upload(good);
      await ended(certificate);
      const requested = await stage.api.post(`/v1/certificates/${certificate.id}/extract`);
      expect(requested.status).to.be.oneOf([200, 202]);
      expect((await ended(certificate, 2)).extraction_status).to.equal('complete');
      await eventually('both lines', async () => (await histories(certificate)).length === 2);
      if (requested.status === 200) expect(requested.body.data.extraction_status).to.equal('complete');
    });

    it('gives the reason of who asked to the audit', async () => {
      const certificate = await stage.upload(good);
      await ended(certificate);
      const headers = { 'x-change-reason': 'The scan was read badly' };
      await stage.api.post(`/v1/certificates/${certificate.id}/extract`, {}, { headers });
      const event = await stage.tap.next(
        'the second run',
        ({ subject, data }) => subject === certificate.id && data.audit?.metadata.details?.run === 2,
      );
      expect(event.data.audit.metadata.reason).to.equal('The scan was read badly');
    });

    it('keeps a correction with its row, wherever a further run finds it, and leaves out what fits no row', async () => {
      const by = { from: '9 %', by: 'usr_1', at: new Date(), reason: null };
      const overrides = [
        { path: 'test_results.0.result', parameter: 'Water', value: '0.3 %', ...by },
        { path: 'test_results.1.result', parameter: 'Loss on drying', value: '7 %', ...by },
      ];
      const certificate = await stage.upload(good, { overrides });
      await ended(certificate);
      const { extracted_data: shown } = (await stage.api.get(`/v1/certificates/${certificate.id}`)).body.data;
      expect(shown.test_results.map(({ result }: { result: string }) => result)).to.deep.equal(['99.6 %', '0.3 %']);
      expect(shown.overrides).to.have.length(2);
      expect(shown.warnings.join()).to.match(/test_results\.1\.result \("Loss on drying"\) fits no row/);
      expect(shown.warnings.join()).to.not.include('Water');
      const [line] = await histories(certificate);
      expect(line?.details).to.deep.include({ overrides_left_out: ['test_results.1.result'] });
    });

    it('is failed where the stored document is not the one that was uploaded', async () => {
      const certificate = await stage.upload(good);
      await ended(certificate);
      const wrong = { ...certificate.document, checksum: `sha256:${'0'.repeat(64)}` };
      const changed = await stage.place({ ...certificate, id: newId('certificate'), document: wrong });
      await stage.api.post(`/v1/certificates/${changed.id}/extract`);
      expect((await ended(changed, 2)).error.code).to.equal('internal_error');
    });
  });

  describe('without a worker', () => {
    let certificate: Certificate;

    before(async () => {
      await stage.stop();
      stage = await openStage();
      certificate = await stage.upload(good);
    });

    it('waits, and says so', async () => {
      expect(await readExtraction(certificate)).to.include({ extraction_status: 'pending', extracted_data: null });
    });

    it('answers 202 with where the result will be, and the same once more for the same key', async () => {
      const path = `/v1/certificates/${certificate.id}/extract`;
      const headers = { 'idempotency-key': newId('request') };
      const requested = await stage.api.post(path, undefined, { headers });
      expect([requested.status, requested.headers.get('location')]).to.deep.equal([
        202,
        `/v1/certificates/${certificate.id}/extraction`,
      ]);
      expect(requested.body.data.extraction_status).to.equal('processing');
      const again = await stage.api.post(path, undefined, { headers });
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([202, 'true']);
      expect((await findRecord(certificate)).extraction.run).to.equal(2);
    });

    it('refuses a run for a certificate in a final state, one that is not there, and a version that has passed', async () => {
      const rejected = await stage.place({ status: 'rejected' });
      const foreign = await stage.place({ org_id: 'org_other' });
      const ask = async (id: string, headers: Record<string, string> = {}) =>
        (await stage.api.post(`/v1/certificates/${id}/extract`, undefined, { headers })).body.error?.code;
      expect(await ask(rejected.id)).to.equal('conflict');
      expect(await ask(foreign.id)).to.equal('not_found');
      expect(await ask(newId('certificate'))).to.equal('not_found');
      expect(await ask(certificate.id, { 'if-match': '"1"' })).to.equal('precondition_failed');
      expect((await stage.api.get(`/v1/certificates/${foreign.id}/extraction`)).status).to.equal(404);
    });

    it('takes the latest run alone, though an earlier one is asked for too', async () => {
      await stage.startWorker();
      expect((await ended(certificate, 2)).extraction_status).to.equal('complete');
      expect((await histories(certificate)).map(({ details }) => details.run)).to.deep.equal([2]);
    });
  });

  describe('whose worker is killed', () => {
    let certificate: Certificate;
    let first: WorkerProgram;

    before(async () => {
      await stage.stop();
      stage = await openStage();
      first = await stage.startWorker();
      // A reader that is stopped reads without an end.
      process.kill(await reader(first), 'SIGSTOP');
      certificate = await stage.upload(good);
      await eventually(
        'it is processing',
        async () => (await readExtraction(certificate)).extraction_status === 'processing',
      );
    });

    it('says that it is processing while it is', async () => {
      expect(await readExtraction(certificate)).to.include({ extraction_status: 'processing', error: null });
    });

    it('is done by the next one, once', async () => {
      await first.kill('SIGKILL');
      await stage.startWorker();
      expect((await ended(certificate)).extraction_status).to.equal('complete');
      await stage.tap.next(
        'the event',
        ({ subject, type }) => subject === certificate.id && type.includes('extracted'),
      );
      expect(await histories(certificate)).to.have.length(1);
      expect(events(certificate)).to.have.length(1);
    });
  });

  describe('that fails again and again for a fault of ours', () => {
    it('is failed in the end, reported once, and keeps nobody from validating', async () => {
      await stage.stop();
      stage = await openStage();
      const certificate = await stage.upload(good);
      const { kit, files } = stage;
      const { open, unitOfWork, log, clock } = kit;
      const store = makeCertificateStore({
        certificates: open(certificateDefinition),
        histories: open(historyDefinition),
      });
      const pool = { extract: () => Promise.reject(new Error('a fault')) };
      const worker = makeExtractionWorker({ store, files, pool, unitOfWork, clock, log });
      const payload = { certificate_id: certificate.id, run: 1, requested_by: 'usr_uploader', reason: null };
      const task = { id: newId('event'), type: 'certificate.extract.v1', orgid: ORG, requestid: 'req_1', payload };
      expect(await worker.handle(task).catch((error: Error) => error.message)).to.equal('a fault');
      expect((await readExtraction(certificate)).extraction_status).to.equal('processing');
      for (let time = 0; time < 2; time += 1) await worker.giveUp(task);
      expect(await readExtraction(certificate)).to.deep.include({ extraction_status: 'failed' });
      expect((await readExtraction(certificate)).error.code).to.equal('internal_error');
      expect(await histories(certificate)).to.have.length(1);
      const finding = { status: 'rejected', notes: 'It cannot be read' };
      expect((await stage.api.post(`/v1/certificates/${certificate.id}/validate`, finding)).status).to.equal(200);
    });
  });

  describe('that a newer run overtakes', () => {
    it('is dropped when it ends at last', async () => {
      await stage.stop();
      stage = await openStage();
      const worker = await stage.startWorker();
      const pid = await reader(worker);
      process.kill(pid, 'SIGSTOP');
      const certificate = await stage.upload(good);
      await eventually(
        'it is processing',
        async () => (await readExtraction(certificate)).extraction_status === 'processing',
      );
      expect((await stage.api.post(`/v1/certificates/${certificate.id}/extract`)).status).to.equal(202);
      process.kill(pid, 'SIGCONT');
      await ended(certificate, 2);
      expect((await histories(certificate)).map(({ details }) => details.run)).to.deep.equal([2]);
      expect(events(certificate).length).to.be.at.most(1);
    });
  });
});

describe('record and document', () => {
  const nothing = { batch_number: null, issue_date: null, expiry_date: null };
  const disagreements = (record: object, read: object): string[] =>
    findDisagreements({ ...nothing, ...record }, { ...nothing, ...read });

  it('agree where they differ in spaces and capitals alone, and where the document says nothing', () => {
    expect(disagreements({ batch_number: 'ab 2201' }, { batch_number: 'AB2201' })).to.deep.equal([]);
    expect(disagreements({ expiry_date: '2028-01-31' }, {})).to.deep.equal([]);
  });

  it('disagree by other values, and where the record says nothing of what the document says', () => {
    expect(disagreements({ expiry_date: '2028-01-31' }, { expiry_date: '2028-01-30' })).to.deep.equal([
      'The metadata says expiry_date "2028-01-31"; the document says "2028-01-30".',
    ]);
    expect(disagreements({}, { issue_date: '2026-01-01' })[0]).to.match(/issue_date.* an override takes over/);
  });
});
