import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import { printPage } from './printed-page.ts';

const readFieldValues = (text: string) =>
  Object.fromEntries(Object.entries(readFields([printPage(text)]).fields).filter(([, value]) => value !== null));

describe('number and date at the title of a certificate', () => {
  it('stand in the line below, with the edition and a word of issue', () => {
    const fields = readFieldValues(`
                    BULLETIN D’ANALYSE
N° 2024-55871 / 2 — édité le 12/12/2024`);
    expect(fields).to.deep.equal({ certificate_number: '2024-55871 / 2', issue_date: '2024-12-12' });
  });

  it('stand beside each other, parted by a point in the middle', () => {
    const fields = readFieldValues('\nCertificate of Analysis\nCertificate No. CA-2025-118 · Issued 12-Mar-25');
    expect(fields).to.deep.equal({ certificate_number: 'CA-2025-118', issue_date: '2025-03-12' });
  });

  it('stand behind it, with the page', () => {
    const fields = readFieldValues('\nTest Report TR-2024-0091 / issued 14 March 2024 / page 1 of 2');
    expect(fields).to.deep.equal({ certificate_number: 'TR-2024-0091', issue_date: '2024-03-14' });
    expect(readFieldValues('\nPruefbericht 24-1123 / Seite 1 von 2')).to.deep.equal({ certificate_number: '24-1123' });
    expect(readFieldValues('\nLaudo de análise 3327/24').certificate_number).to.equal('3327/24');
    expect(readFieldValues('\nCertified Mill Test Report 24-1182').certificate_number).to.equal('24-1182');
  });

  it('stand in one line with other entries, parted by commas', () => {
    expect(readFieldValues('\nTest report\nLot 24-001-A, manufactured 03/2024, expires 01/2027')).to.deep.equal({
      batch_number: '24-001-A',
      manufacturing_date: '2024-03-01',
      expiry_date: '2027-01-31',
    });
  });

  it('stand behind each other without a label for the date', () => {
    const fields = readFieldValues('\nAnalysenzertifikat Nr. 2024-0071 vom 12.03.2024');
    expect(fields).to.deep.equal({ certificate_number: '2024-0071', issue_date: '2024-03-12' });
    expect(readFieldValues('\nCertificate of Analysis\nReport no.: 24-11 of 2024-03-14').issue_date).to.equal(
      '2024-03-14',
    );
    const period = readFieldValues('\nCertificate of Analysis\nReport no.: 24-11 from 2024-03-14 to 2024-04-14');
    expect(period.issue_date).to.equal(undefined);
  });

  it('stand in cells of their own', () => {
    expect(readFieldValues('\nCertificate of Analysis\nNo.          QC-7781-2').certificate_number).to.equal(
      'QC-7781-2',
    );
    expect(readFieldValues('\nInspection Certificate 3.1\nCertificate     AZ 24/05518').certificate_number).to.equal(
      'AZ 24/05518',
    );
  });

  it('name no standard, no number of the goods and no result', () => {
    expect(readFieldValues('\nInspection certificate EN10204-3.1')).to.deep.equal({});
    expect(readFieldValues('\nCertificate of Analysis CAS 50-99-7')).to.deep.equal({});
    expect(readFieldValues('\nTest report\n\n\n\nCertificate     1.1500')).to.deep.equal({});
    expect(readFieldValues('\nTest report\n\n\n\nMelting range     Report     12345')).to.deep.equal({});
  });

  it('stand in a sentence about this certificate', () => {
    const text = '\nCertificate of Analysis\n\n\n\nThis certificate LRM-C-0472 is valid only in full.';
    expect(readFieldValues(text).certificate_number).to.equal('LRM-C-0472');
    expect(readFieldValues('\nCertificate of Analysis\nThis certificate LRM-C-11 copies')).to.deep.equal({});
  });
});

describe('the date of issue without a label of its own', () => {
  it('stands under the department that signs', () => {
    expect(
      readFieldValues('\nCertificate of Analysis\n\n\n\n     Quality Assurance Dept.\n                  2024.11.05'),
    ).to.deep.equal({ issue_date: '2024-11-05' });
    expect(readFieldValues('\nCertificate of Analysis\n\n\n\n     Sampling Dept.\n     2024.11.05')).to.deep.equal({});
    expect(
      readFieldValues('\nCertificate of Analysis\n\n\n     Quality Control\n     2024.11.05 13:20 RT'),
    ).to.deep.equal({});
  });
});

describe('a plain date', () => {
  it('is the date of issue in a grid where other acts have values of their own', () => {
    const fields = readFieldValues(`
Inspection certificate 3.1
Customer order       PO 55-10021
Date                 07 May 2024`);
    expect(fields.issue_date).to.equal('2024-05-07');
  });

  it('is that of who approved it beside a date of analysis', () => {
    const fields = readFieldValues(`
Certificate of Analysis



Batch no. 118-A   Date of analysis 2024-02-02
Approved by: J. Smith   Date: 2024-02-05`);
    expect(fields.issue_date).to.equal('2024-02-05');
  });

  it('is that of who prepared it, and then no date of issue', () => {
    expect(
      readFieldValues('\nCertificate of Analysis\n\n\nPrepared by:   J. Smith 4711\nDate:          2024-02-05'),
    ).to.deep.equal({});
  });
});
