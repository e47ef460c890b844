import { expect } from 'chai';
import { readFieldPairs, readFields } from '../../src/field/read-fields.ts';
import { printPage } from './printed-page.ts';

const read = (...texts: string[]) => readFields(texts.map((text, index) => printPage(text, { number: index + 1 })));

describe('confidence of fields', () => {
  it('is high for an exact label beside a plausible value', () => {
    const { confidence } = read('CERTIFICATE OF ANALYSIS\nBatch No.: AB1234\nExpiry date: 2027-03-31');
    expect(confidence.batch_number).to.be.at.least(0.95);
    expect(confidence.expiry_date).to.be.at.least(0.95);
  });

  it('rises where the same header repeats on the next page', () => {
    const header = 'CERTIFICATE OF ANALYSIS\nBatch No.: AB1234';
    expect(read(header, header).confidence.batch_number).to.be.greaterThan(read(header).confidence.batch_number ?? 1);
  });

  it('is low, with a warning, where equal labels contradict each other', () => {
    const found = read('CERTIFICATE OF ANALYSIS\nBatch No.: AB1234', 'CERTIFICATE OF ANALYSIS\nBatch No.: CD5678');
    expect(found.fields.batch_number).to.equal('AB1234');
    expect(found.confidence.batch_number).to.be.at.most(0.6);
    expect(found.warnings.join()).to.contain('CD5678');
  });

  it('gives no batch to a certificate with a column for each batch', () => {
    const found = read(
      'CERTIFICATE OF ANALYSIS\nTest        Limit       Batch No.\n                        A1234       B5678       C9012',
    );
    expect(found.fields.batch_number).to.equal(null);
    expect(found.warnings).to.deep.equal(['batch_number: several batches']);
  });

  it('gives no batch to a certificate with a row for each batch', () => {
    const found = read(
      'CERTIFICATE OF ANALYSIS\nHeat Batch     Weight\n25106-77       1.530\n25106-73       1.536\n\nLot No.\n25106-77\n25106-73',
    );
    expect(found.fields.batch_number).to.equal(null);
  });

  it('takes no date from a column of a table of results', () => {
    expect(
      read('CERTIFICATE OF ANALYSIS\nAnalyte      Result      Date\nLead         0.1         2024-05-01').fields
        .issue_date,
    ).to.equal(null);
  });

  it('is low for dates that cannot be', () => {
    const { confidence } = read('CERTIFICATE OF ANALYSIS\nMfg. Date: 2027-03-31\nExpiry date: 2024-03-31');
    expect(confidence.expiry_date).to.be.at.most(0.4);
  });

  it('takes the other order where the hinted one makes dates impossible', () => {
    const { fields } = read('CERTIFICATE OF ANALYSIS\nMfg. Date: 02/05/2024\nReport date: 03/04/2024');
    expect(fields).to.deep.include({ manufacturing_date: '2024-02-05', issue_date: '2024-03-04' });
  });

  it('is below 0.9 for two numbers behind one label', () => {
    const { fields, confidence } = read('CERTIFICATE OF ANALYSIS\nHeat / Lot: A118822 / L22');
    expect(fields.batch_number).to.equal('A118822 / L22');
    expect(confidence.batch_number).to.be.lessThan(0.9);
  });

  it('is that of a number without its edition', () => {
    const { fields } = read('CERTIFICATE OF ANALYSIS\nReport no.: COA/24/1182 Rev. 2');
    expect(fields.certificate_number).to.equal('COA/24/1182');
  });

  it('is below 0.9 for a date with a speck among its figures', () => {
    const { fields, confidence } = read('CERTIFICATE OF ANALYSIS\nReported: 09/2.4/2024\nExpires: 1.2/31/2026');
    expect(fields).to.include({ issue_date: '2024-09-24', expiry_date: '2026-12-31' });
    expect(confidence.issue_date).to.be.lessThan(0.9);
  });

  it('follows the confidence of the recognition', () => {
    const page = printPage('CERTIFICATE OF ANALYSIS\nBatch No.: AB1234', { origin: 'ocr', confidence: 0.5 });
    expect(readFields([page]).confidence.batch_number).to.be.lessThan(0.75);
  });

  it('prefers the exact label to one that only may name the field', () => {
    const found = read(
      'CERTIFICATE OF ANALYSIS\nHarvest/Lot ID: HB-0231-C0082\nBatch#: 9335 6375 1131\nDate: 2024-01-02\nDate of issue: 2024-01-05',
    );
    expect(found.fields).to.deep.include({ batch_number: '9335 6375 1131', issue_date: '2024-01-05' });
  });

  it('is high, but below 0.9, for a date beside a signature without a rival', () => {
    const { fields, confidence } = read('CERTIFICATE OF ANALYSIS\n\nLaboratory Director - 2022-01-27');
    expect(fields.issue_date).to.equal('2022-01-27');
    expect(confidence.issue_date).to.be.within(0.75, 0.899);
  });

  it('rises with the weight of the label', () => {
    const exact = read('CERTIFICATE OF ANALYSIS\nBatch No.: AB1234').confidence.batch_number ?? 0;
    const weak = read('CERTIFICATE OF ANALYSIS\nHarvest lot: AB1234').confidence.batch_number ?? 0;
    expect(weak).to.be.within(0.9, exact - 0.02);
  });

  it('reads nothing from empty pages', () => {
    expect(readFields([]).confidence).to.deep.equal({});
    expect(readFields([printPage('')]).confidence).to.deep.equal({});
  });
});

describe('fields of data', () => {
  it('reads names of elements, columns and labels', () => {
    const { fields } = readFieldPairs(
      [
        { label: 'BatchNumber', value: 'ME450888' },
        { label: 'manufactured', value: '2024-05-15' },
        { label: 'expiry_date', value: '05/2027' },
        { label: 'Manufacturer', value: 'Muster Chemie AG, Werkstr. 1, 4000 Basel' },
        { label: 'Scope', value: 'all' },
      ],
      true,
    );
    expect(fields).to.deep.include({
      batch_number: 'ME450888',
      manufacturing_date: '2024-05-15',
      expiry_date: '2027-05-31',
      manufacturer: 'Muster Chemie AG',
      scope: null,
    });
  });

  it('reads nothing where neither results nor a word say that it is a certificate', () => {
    const pairs = [{ label: 'BatchNumber', value: 'ME450888' }];
    expect(readFieldPairs(pairs, false).fields.batch_number).to.equal(null);
    expect(readFieldPairs([...pairs, { label: 'Title', value: 'Certificate' }], false).fields.batch_number).to.equal(
      'ME450888',
    );
  });
});
