import { expect } from 'chai';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
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

  it('tells on which page and where on it each row and field stands, as shares of the page', () => {
    const pages = [layOut('Certificate of Analysis'), layOut(CERTIFICATE, { number: 2 })];
    const { test_results, field_places } = extractFrom({ kind: 'pages', pages }, options).extracted_data;
    // Letters are 5 points wide and lines 13 points apart, from 40 points of a page of 700 by 842.
    const computeShare = (letter: number) => Math.round(((40 + letter * 5) / 700) * 10_000) / 10_000;
    const lineAt = (line: number) => Math.round(((40 + line * 13) / 842) * 10_000) / 10_000;
    expect(test_results.map(({ page }) => page)).to.deep.equal([2, 2]);
    const [assay, water] = test_results.map(({ box }) => box!);
    expect(assay![0]).to.equal(computeShare(0));
    const [left = 0, , width = 0] = assay!;
    expect(left + width).to.be.closeTo(computeShare(60), 0.001);
    expect([assay![1], water![1]]).to.deep.equal([lineAt(4), lineAt(5)]);
    expect(assay![3]).to.be.closeTo(10 / 842, 0.0002);
    expect(field_places.batch_number?.page).to.equal(2);
    expect(field_places.batch_number?.box.slice(0, 2)).to.deep.equal([computeShare(11), lineAt(1)]);
    expect(field_places).to.not.have.property('expiry_date');
  });

  it('tells where a value stands on the page as it is shown, also where its text runs up the page', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([842, 700]);
    const font = await pdf.embedFont(StandardFonts.Courier);
    CERTIFICATE.split('\n').forEach(
      (text, at) => void page.drawText(text, { x: 100 + at * 14, y: 30, size: 9, font, rotate: degrees(90) }),
    );
    const { test_results } = (await extract(await pdf.save(), options)).extracted_data;
    const [left = 0, top = 0, width = 0, height = 0] = test_results[0]!.box!;
    // The fourth line below the empty first one runs upwards from 30 points above the bottom.
    expect(left).to.be.within((100 + 5 * 14 - 9) / 842, (100 + 5 * 14) / 842);
    expect(top + height).to.be.closeTo(1 - 30 / 700, 0.005);
    expect(height).to.be.above(5 * width);
  });

  it('tells no place in data, which has no pages', () => {
    const rows = [
      ['Batch Number', 'Test', 'Specification', 'Result'],
      ['AB-2201', 'Water', 'NMT 0.5 %', '0.1 %'],
    ];
    const { extracted_data } = extractFrom({ kind: 'table', format: 'csv', rows }, options);
    expect(extracted_data.test_results[0]).to.include({ page: null, box: null });
    expect(extracted_data.field_places).to.deep.equal({});
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
