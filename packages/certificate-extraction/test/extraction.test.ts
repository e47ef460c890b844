import { expect } from 'chai';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { extractFrom } from '../src/extraction.ts';
import { ExtractionResult, extract } from '../src/index.ts';
import { layOut } from './table/lay-out.ts';

const CERTIFICATE = `
Certificate of Analysis
Batch No.: AB-2201

Test                 Specification        Result        Status
Assay                98.0 - 102.0 %       99.6 %        Pass
Water                NMT 0.5 %            0.7 %         Fail`;

const options = { filename: 'coa.pdf', now: new Date('2024-05-06T07:08:09Z') };
const fromText = (text: string) => extractFrom({ kind: 'pages', pages: [layOut(text)] }, options);

describe('extraction of a certificate', () => {
  it('puts rows, fields, confidence and time together', () => {
    const result = fromText(CERTIFICATE);
    expect(ExtractionResult.parse(result)).to.deep.equal(result);
    expect(result.certificate_id).to.equal(null);
    expect(result.extraction_status).to.equal('complete');
    expect(result.extracted_at).to.equal('2024-05-06T07:08:09.000Z');
    expect(result.extracted_data.batch_number).to.equal('AB-2201');
    expect(result.extracted_data.test_results.map(({ parameter, status }) => [parameter, status])).to.deep.equal([
      ['Assay', 'pass'],
      ['Water', 'fail'],
    ]);
    expect(result.confidence_score).to.be.within(0.9, 1);
    expect(Object.keys(result.extracted_data.test_results[0]!)).to.not.include('signs');
  });

  it('states the certificate that it belongs to', () => {
    const pages = [layOut(CERTIFICATE)];
    const { certificate_id } = extractFrom({ kind: 'pages', pages }, { ...options, certificateId: 'cert_1' });
    expect(certificate_id).to.equal('cert_1');
  });

  it('gives no rows and a low score for what is no certificate', () => {
    const result = fromText(CERTIFICATE.replace('Certificate of Analysis', 'Price list'));
    expect(result.extracted_data.test_results).to.deep.equal([]);
    expect(result.confidence_score).to.be.below(0.2);
  });

  it('trusts only heads where no title says what the document is', () => {
    const labels = 'Dear Ms Smith\n\nMoisture: 14.6 %';
    expect(fromText(labels).extracted_data.test_results).to.deep.equal([]);
    expect(fromText(CERTIFICATE.replace('Certificate of Analysis', 'Acme')).extracted_data.test_results).to.have.length(
      2,
    );
  });

  it('tells the warnings of the reading with their pages', () => {
    const page = { ...layOut(CERTIFICATE), warnings: ['text and picture disagree'] };
    const { warnings } = extractFrom({ kind: 'pages', pages: [page] }, options).extracted_data;
    expect(warnings).to.deep.equal(['page 1: text and picture disagree']);
  });

  it('warns where the numbers contradict the printed word, which stays the status', () => {
    const { test_results, warnings } = fromText(`
Certificate of Analysis

Test                 Specification        Result        Status
Assay                98.0 - 102.0 %       97.2 %        Pass
Water                NMT 0.5 %            0.2 %         Does not comply
Appearance           White powder         White powder  Complies
Ash                  NMT 0.1 %            0.1 %         Pass
Chloride             NMT 0.1 %            0.3 %`).extracted_data;
    expect(test_results.map(({ status }) => status)).to.deep.equal(['pass', 'fail', 'pass', 'pass', 'fail']);
    expect(warnings).to.deep.equal([
      'Assay: stated as pass, but "97.2 %" against "98.0 - 102.0 %" gives fail',
      'Water: stated as fail, but "0.2 %" against "NMT 0.5 %" gives pass',
    ]);
  });

  it('warns of contradictions in data too', () => {
    const rows = [
      ['Test', 'Specification', 'Result', 'Status'],
      ['Water', 'NMT 0.5 %', '0.7 %', 'Pass'],
    ];
    const { warnings } = extractFrom({ kind: 'table', format: 'csv', rows }, options).extracted_data;
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^Water: stated as pass/);
  });

  it('reads rows and fields from data', () => {
    const rows = [
      ['Batch Number', 'Test', 'Specification', 'Result'],
      ['AB-2201', 'Water', 'NMT 0.5 %', '0.1 %'],
    ];
    const { extracted_data } = extractFrom({ kind: 'table', format: 'csv', rows }, options);
    expect(extracted_data.batch_number).to.equal('AB-2201');
    expect(extracted_data.test_results[0]).to.include({ parameter: 'Water', status: 'pass' });
  });

  it('reads the bytes of a document', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([700, 842]);
    const font = await pdf.embedFont(StandardFonts.Courier);
    CERTIFICATE.split('\n').forEach((text, at) => void page.drawText(text, { x: 30, y: 800 - at * 14, size: 9, font }));
    const result = await extract(await pdf.save(), options);
    expect(result.extracted_data.test_results.map(({ result: found }) => found)).to.deep.equal(['99.6 %', '0.7 %']);
  });
});
