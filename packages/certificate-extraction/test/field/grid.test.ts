import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import type { Page } from '../../src/page.ts';
import { printPage } from './printed-page.ts';

const read = (text: string) => readFields([printPage(text)]);
const readFieldValues = (text: string) =>
  Object.fromEntries(Object.entries(read(text).fields).filter(([, value]) => value !== null));

// The lines with these numbers are printed small and close under the line before them.
const withCaptions = (page: Page, lines: readonly number[]): Page => ({
  ...page,
  words: page.words.map((word) => {
    const isCaption = lines.includes(Math.round((word.y0 - 40) / 12));
    return isCaption ? { ...word, y0: word.y0 - 2, y1: word.y1 - 5 } : word;
  }),
});

describe('grids of labels and values', () => {
  const captions = `
CERTIFICATE OF ANALYSIS     Bella Labs
BP-EDB-0417        1,880 units
BATCH NUMBER       BATCH SIZE
17 Apr 2025        22 Apr 2025
PRODUCTION DATE    COLLECTED ON
1 May 2025         2 May 2025
COMPLETED ON       REPORT ISSUED`;

  it('read the values above where the labels are captions', () => {
    const { fields, confidence } = readFields([withCaptions(printPage(captions), [2, 4, 6])]);
    expect(fields).to.include({
      batch_number: 'BP-EDB-0417',
      manufacturing_date: '2025-04-17',
      issue_date: '2025-05-02',
    });
    expect(confidence.batch_number).to.be.lessThan(0.9);
  });

  it('are no captions where one of the labels stands close over its value', () => {
    const page = printPage(`${captions}\n\nEXPIRY DATE\n1 May 2027`);
    const { fields } = readFields([withCaptions(page, [2, 4, 6, 8])]);
    expect(fields.batch_number).to.not.equal('BP-EDB-0417');
  });

  it('read the values below where the lines stand at one distance', () => {
    const fields = readFieldValues(`
Certificate of Analysis
BATCH NUMBER        MANUFACTURED        BEST BEFORE
AB-1172             MAR-2025            2027. 03. 12.
PRODUCER            LICENSE             DISTRIBUTOR
Blue Hill Farms     C11-0000412-LIC     Coast Inc.`);
    expect(fields).to.deep.equal({
      batch_number: 'AB-1172',
      manufacturing_date: '2025-03-01',
      expiry_date: '2027-03-12',
      manufacturer: 'Blue Hill Farms',
    });
  });

  it('end an address before the next label of the column, known or not', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Manufacturer    Vindhya Botanicals Pvt. Ltd.
Label Claim     Withania somnifera (L.) Dunal`);
    expect(fields).to.deep.equal({ manufacturer: 'Vindhya Botanicals Pvt. Ltd.' });
  });

  it('read an address on beside the second line of its label', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Manufacturer    Vindhya Botanicals Pvt. Ltd.
as registered   Plot 12, Pune 411001`);
    expect(fields.manufacturing_site).to.equal('Plot 12, Pune 411001');
  });

  it('take no code of an entry of EN 10168 for a value', () => {
    expect(
      readFieldValues('\nInspection certificate 3.1\nB07 Heat     C00          C01\n             Specimen'),
    ).to.deep.equal({});
  });
});

describe('a batch of the laboratory', () => {
  it('in a line about its work gives way to the batch of the goods', () => {
    const { fields, confidence, warnings } = read(`
Certificate of Analysis
Batch Number:  DSRT-24-1107B
Sample Prep: BM 11/25/2024   Batch Number: 60117   Volume: 40 mL`);
    expect(fields.batch_number).to.equal('DSRT-24-1107B');
    expect(confidence.batch_number).to.be.at.least(0.9);
    expect(warnings).to.deep.equal([]);
  });
});

describe('the letterhead of a maker', () => {
  it('names none where a house that sells steel issues the certificate of the mill', () => {
    expect(readFieldValues('\nSteel Service Center, Inc.\nMill test report EN 10204 3.1')).to.deep.equal({});
  });

  it('gives way to the label, but not to one of an order', () => {
    const fields = readFieldValues(`
Inspection certificate 3.1 EN 10204
A01 Manufacturer's works: Edelstahl Nord GmbH      A08 Manufacturer's order No. 4471/2`);
    expect(fields).to.deep.equal({ manufacturer: 'Edelstahl Nord GmbH' });
  });

  it('names it with its address in one line', () => {
    const fields = readFieldValues(`
SCHRAUBENWERK TANNHOF
Schraubenwerk Tannhof GmbH & Co. KG, Eisenstr. 12, 58849 Herscheid
INSPECTION CERTIFICATE 3.1 according to EN 10204`);
    expect(fields).to.deep.equal({
      manufacturer: 'Schraubenwerk Tannhof GmbH & Co. KG',
      manufacturing_site: 'Eisenstr. 12, 58849 Herscheid',
    });
  });
});
