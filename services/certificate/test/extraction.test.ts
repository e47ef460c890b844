import type { TestResult } from '@qsc/certificate-extraction/result';
import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import PDFDocument from 'pdfkit';
import {
  certificateDefinition,
  historyDefinition,
  makeCertificateStore,
} from '../src/certificate/certificate.store.ts';
import { type Certificate, type Extraction, FIRST_RUN } from '../src/certificate/certificate.ts';
import { disagreementsOf } from '../src/extraction/disagreement.ts';
import { makeExtractionWorker } from '../src/extraction/extraction.worker.ts';
import { ORG, openStage, type Stage, type WorkerProgram } from './certificate-stage.ts';

const ROWS = [
  ['Test', 'Specification', 'Result', 'Status'],
  ['Assay', '98.0 - 102.0 %', '99.6 %', 'Pass'],
  ['Water', 'NMT 0.5 %', '0.2 %', 'Pass'],
];

const EARLIER = new Date('2026-01-05T08:00:00Z');

const pdf = async ({ password, rows = ROWS }: { password?: string; rows?: string[][] } = {}): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: 'A4', ...(password === undefined ? {} : { userPassword: password }) });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.fontSize(16).text('Certificate of Analysis', 60, 60).fontSize(10).text('Batch No.: AB-2201', 60, 100);
  document.text('Expiry date: 2028-01-31', 60, 115);
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) document.text(cell, 60 + column * 120, 160 + row * 20);
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(parts);
};

describe('extraction of certificates', () => {
  let stage: Stage;
  let good: Uint8Array;

  const extractionOf = async ({ id }: Certificate) =>
    (await stage.api.get(`/v1/certificates/${id}/extraction`)).body.data;
  const ended = (certificate: Certificate, run = 1) =>
    eventually('the run has ended', async () => {
      const shown = await extractionOf(certificate);
      const stored = await recordOf(certificate);
      return stored?.extraction.run === run && ['complete', 'failed'].includes(shown.extraction_status) && shown;
    });
  const recordOf = ({ id }: Certificate) =>
    stage.kit.connection.collection('certificate').findOne({ _id: id as never }) as unknown as Promise<Certificate>;
  const histories = ({ id }: Certificate) =>
    stage.kit.open(historyDefinition).find({ org_id: ORG, certificate_id: id });
  const events = ({ id }: Certificate) =>
    stage.tap.events.filter(({ type, subject }) => type === 'certificate.certificate.extracted.v1' && subject === id);
  const reader = (worker: WorkerProgram) => eventually('its reader', () => worker.readers()[0]);

  before(async () => {
    stage = await openStage();
    good = await pdf();
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
      expect(await recordOf(certificate)).to.include({
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
      const certificate = await stage.upload(await pdf({ password: 'secret' }));
      const shown = await ended(certificate);
      expect(shown).to.include({ extraction_status: 'failed', extracted_data: null });
      expect(shown.error.code).to.equal('validation_failed');
      expect(shown.error.message).to.match(/password/);
      expect((await histories(certificate))[0]?.details).to.include({ extraction_status: 'failed' });
    });

    it('is done once more whenever it is asked for, and answers with the result', async () => {
      const certificate = await stage.upload(good);
      await ended(certificate);
      const asked = await stage.api.post(`/v1/certificates/${certificate.id}/extract`);
      expect(asked.status).to.be.oneOf([200, 202]);
      expect((await ended(certificate, 2)).extraction_status).to.equal('complete');
      await eventually('both lines', async () => (await histories(certificate)).length === 2);
      if (asked.status === 200) expect(asked.body.data.extraction_status).to.equal('complete');
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

    describe('after another one', () => {
      const READ = { extraction_status: { from: 'processing', to: 'complete' } };

      const again = async (
        certificate: Certificate,
        extraction: Partial<Extraction>,
        more: Partial<Certificate> = {},
      ) => {
        const { data } = (await recordOf(certificate)).extraction;
        const former = data && { ...data, ...extraction.data };
        const id = newId('certificate');
        const placed = await stage.place({
          ...{ ...certificate, id, ...more },
          extraction: { ...FIRST_RUN, status: 'complete', extracted_at: EARLIER, ...extraction, data: former },
        });
        await stage.api.post(`/v1/certificates/${id}/extract`);
        await ended(placed, 2);
        const [line] = await histories(placed);
        if (!line) throw new Error('The run is not in the history.');
        const { audit } = (await stage.tap.next('its event', ({ subject }) => subject === id)).data;
        return { placed, line, audit };
      };

      it('tells the audit what differs from what was read before, and keeps the whole of that in the history', async () => {
        const certificate = await stage.upload(good);
        const { extracted_data } = await ended(certificate);
        const [assay, water] = extracted_data.test_results;
        const ash = { ...water, parameter: 'Ash' };
        const former = { batch_number: 'AB-2207', test_results: [assay, { ...water, result: '0.1 %' }, ash] };
        const { line, audit } = await again(certificate, { confidence_score: 0.7, data: former as never });
        expect(audit.changes).to.deep.equal({
          ...READ,
          'extracted_data.batch_number': { from: 'AB-2207', to: 'AB-2201' },
          'extracted_data.test_results.1': { from: { ...water, result: '0.1 %' }, to: water },
          'extracted_data.test_results.2': { from: ash, to: null },
        });
        expect(line.changes).to.deep.equal(audit.changes);
        const { replaced } = line.details as { replaced: { extracted_data: typeof former } };
        expect(replaced).to.include({ confidence_score: 0.7, extracted_at: EARLIER.toISOString() });
        expect(replaced.extracted_data).to.deep.include(former);
        expect(audit.metadata.details).to.not.have.property('replaced');
      });

      it('tells nothing where it says the same', async () => {
        const certificate = await stage.upload(good);
        await ended(certificate);
        const { line, audit } = await again(certificate, {});
        expect([audit.changes, line.changes]).to.deep.equal([READ, READ]);
        expect(line.details).to.not.have.property('replaced');
      });

      it('tells the audit rows that are too many for an event by their number and digest', async () => {
        const certificate = await stage.upload(good);
        const { extracted_data } = await ended(certificate);
        const [row] = extracted_data.test_results;
        const rows = Array.from({ length: 2_000 }, (_, at) => ({ ...row, parameter: `${at} ${'x'.repeat(200)}` }));
        const { line, audit } = await again(certificate, { data: { test_results: rows } as never });
        const { from, to } = audit.changes['extracted_data.test_results'] as Record<'from' | 'to', { rows: number }>;
        expect([from.rows, to.rows]).to.deep.equal([2_000, 2]);
        expect(audit.changes).to.have.all.keys([...Object.keys(READ), 'extracted_data.test_results']);
        const { replaced } = line.details as { replaced: { extracted_data: { test_results: unknown } } };
        expect(replaced.extracted_data.test_results).to.deep.equal(rows);
      });

      describe('of a certificate that was found valid', () => {
        const found = { validated_at: EARLIER, validated_by: 'usr_1', validation_notes: null };
        const valid = { status: 'valid', validation: found } as const;
        const none = { data: { test_results: [] } as never };
        const warningsOf = async ({ id }: Certificate): Promise<string> =>
          (await stage.api.get(`/v1/certificates/${id}`)).body.data.extracted_data.warnings.join();
        let certificate: Certificate;
        let water: TestResult;
        let failing_rows: unknown[];

        before(async () => {
          const [head = [], assay = []] = ROWS;
          certificate = await stage.upload(await pdf({ rows: [head, assay, ['Water', 'NMT 0.5 %', '0.9 %', 'Fail']] }));
          water = (await ended(certificate)).extracted_data.test_results[1];
          const { parameter, specification, result } = water;
          failing_rows = [{ index: 1, parameter, specification, result }];
        });

        it('tells the rows that fail since, and warns where no notes say why it is valid', async () => {
          const { placed, audit } = await again(certificate, none, valid);
          expect(audit.metadata.details).to.deep.include({ failing_rows });
          expect(await warningsOf(placed)).to.match(/found valid, these rows fail their specification: Water\./);
        });

        it('tells them beside notes that were written before, without a warning', async () => {
          const noted = { ...valid, validation: { ...found, validation_notes: 'The scan is bad.' } };
          const { placed, audit } = await again(certificate, none, noted);
          expect(audit.metadata.details).to.deep.include({ failing_rows });
          expect(await warningsOf(placed)).to.not.include('found valid');
        });

        it('tells no row that failed before', async () => {
          const { audit } = await again(certificate, { data: { batch_number: 'AB-2207' } as never }, valid);
          expect(audit.metadata.details).to.not.have.property('failing_rows');
        });

        it('judges a corrected row by its texts', async () => {
          const by = { by: 'usr_1', at: EARLIER, reason: null };
          const at = { ...by, parameter: 'Water' };
          const overrides = [
            { ...at, path: 'test_results.1.result', from: '0.9 %', value: '0.7 %' },
            { ...at, path: 'test_results.1.status', from: 'fail', value: 'pass' },
          ];
          const former = { test_results: [{ ...water, specification: 'NMT 0.8 %' }] };
          const { audit } = await again(certificate, { data: former as never }, { ...valid, overrides });
          const corrected = { index: 1, parameter: 'Water', specification: 'NMT 0.5 %', result: '0.7 %' };
          expect(audit.metadata.details?.failing_rows).to.deep.equal([corrected]);
        });

        it('asks nobody to reject what has expired', async () => {
          const { placed } = await again(certificate, none, { ...valid, expiry_date: '2026-01-31' });
          expect(await warningsOf(placed)).to.not.include('found valid');
        });
      });
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
      expect(await extractionOf(certificate)).to.include({ extraction_status: 'pending', extracted_data: null });
    });

    it('answers 202 with where the result will be, and the same once more for the same key', async () => {
      const path = `/v1/certificates/${certificate.id}/extract`;
      const headers = { 'idempotency-key': newId('request') };
      const asked = await stage.api.post(path, undefined, { headers });
      expect([asked.status, asked.headers.get('location')]).to.deep.equal([
        202,
        `/v1/certificates/${certificate.id}/extraction`,
      ]);
      expect(asked.body.data.extraction_status).to.equal('processing');
      const again = await stage.api.post(path, undefined, { headers });
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([202, 'true']);
      expect((await recordOf(certificate)).extraction.run).to.equal(2);
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
        async () => (await extractionOf(certificate)).extraction_status === 'processing',
      );
    });

    it('says that it is processing while it is', async () => {
      expect(await extractionOf(certificate)).to.include({ extraction_status: 'processing', error: null });
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
    it('is failed in the end, told once, and keeps nobody from validating', async () => {
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
      expect((await extractionOf(certificate)).extraction_status).to.equal('processing');
      for (let time = 0; time < 2; time += 1) await worker.giveUp(task);
      expect(await extractionOf(certificate)).to.deep.include({ extraction_status: 'failed' });
      expect((await extractionOf(certificate)).error.code).to.equal('internal_error');
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
        async () => (await extractionOf(certificate)).extraction_status === 'processing',
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
    disagreementsOf({ ...nothing, ...record }, { ...nothing, ...read });

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
