import type { ExtractedData, TestResult } from '@qsc/certificate-extraction/result';
import { newId } from '@qsc/contracts';
import { canonicalHash } from '@qsc/service-kit/pure';
import { expect } from 'chai';
import { type Certificate, type Extraction, FIRST_RUN } from '../src/certificate/certificate.ts';
import { replacedReading } from '../src/extraction/replaced.ts';
import { openStage, type Stage } from './certificate-stage.ts';
import { coa, makeReadings, ROWS } from './extraction-readings.ts';

const EARLIER = new Date('2026-01-05T08:00:00Z');

describe('a further run of extraction', () => {
  let stage: Stage;
  let good: Uint8Array;
  const { ended, findRecord, histories } = makeReadings(() => stage);

  before(async () => {
    stage = await openStage();
    good = await coa();
    await stage.startWorker();
  });
  after(() => stage.stop());

  const READ = { extraction_status: { from: 'processing', to: 'complete' } };

  const again = async (certificate: Certificate, extraction: Partial<Extraction>, more: Partial<Certificate> = {}) => {
    const { data } = (await findRecord(certificate)).extraction;
    const former = data && { ...data, ...extraction.data };
    const id = newId('certificate');
    const placed = await stage.place({
      ...certificate,
      id,
      ...more,
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

  it('keeps rows that are too many for the history by their number and digest', async () => {
    const certificate = await stage.upload(good);
    await ended(certificate);
    const { extraction } = await findRecord(certificate);
    if (!extraction.data) throw new Error('Nothing was read.');
    const [row] = extraction.data.test_results;
    const rows = Array.from({ length: 13 }, () => ({ ...row, result: 'x'.repeat(1024 * 1024) }) as TestResult);
    const former = { ...extraction, data: { ...extraction.data, test_results: rows } };
    const { replaced } = replacedReading(former, extraction) as { replaced: { extracted_data: ExtractedData } };
    expect(replaced.extracted_data).to.include({ batch_number: 'AB-2201' });
    expect(replaced.extracted_data.test_results).to.deep.equal({ rows: 13, sha256: canonicalHash(rows) });
  });

  describe('of a certificate that was found valid', () => {
    const found = { validated_at: EARLIER, validated_by: 'usr_1', validation_notes: null };
    const valid = { status: 'valid', validation: found } as const;
    const none = { data: { test_results: [] } as never };
    const readWarnings = async ({ id }: Certificate): Promise<[string, string]> => {
      const paths = [`/v1/certificates/${id}`, `/v1/certificates/${id}/extraction`];
      const [shown = '', read = ''] = await Promise.all(
        paths.map(async (path) => (await stage.api.get(path)).body.data.extracted_data.warnings.join()),
      );
      return [shown, read];
    };
    let certificate: Certificate;
    let water: TestResult;
    let failing_rows: object[];

    before(async () => {
      const [head = [], assay = []] = ROWS;
      certificate = await stage.upload(await coa({ rows: [head, assay, ['Water', 'NMT 0.5 %', '0.9 %', 'Fail']] }));
      water = (await ended(certificate)).extracted_data.test_results[1];
      const { parameter, specification, result } = water;
      failing_rows = [{ index: 1, parameter, specification, result }];
    });

    it('tells the rows that fail since, and warns where no notes say why it is valid', async () => {
      const { placed, audit } = await again(certificate, none, valid);
      expect(audit.metadata.details).to.deep.include({ failing_rows });
      for (const warnings of await readWarnings(placed))
        expect(warnings).to.match(/found valid, these rows fail their specification: Water\./);
    });

    it('tells them beside notes that were written before, without a warning', async () => {
      const noted = { ...valid, validation: { ...found, validation_notes: 'The scan is bad.' } };
      const { placed, audit } = await again(certificate, none, noted);
      expect(audit.metadata.details).to.deep.include({ failing_rows });
      expect((await readWarnings(placed)).join()).to.not.include('found valid');
    });

    it('tells no row that failed before', async () => {
      const { audit } = await again(certificate, { data: { batch_number: 'AB-2207' } as never }, valid);
      expect(audit.metadata.details).to.not.have.property('failing_rows');
    });

    it('tells a row with the texts of one that failed before', async () => {
      const [head = [], assay = []] = ROWS;
      const water = ['Water', 'NMT 0.5 %', '0.9 %', 'Fail'];
      const twice = await stage.upload(await coa({ rows: [head, assay, water, water] }));
      const [, first, second] = (await ended(twice)).extracted_data.test_results;
      const former = { test_results: [first, { ...second, result: '0.2 %', status: 'pass' }] };
      const { audit } = await again(twice, { data: former as never }, valid);
      expect(audit.metadata.details?.failing_rows).to.deep.equal([{ ...failing_rows[0], index: 2 }]);
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
      expect((await readWarnings(placed)).join()).to.not.include('found valid');
    });
  });
});
