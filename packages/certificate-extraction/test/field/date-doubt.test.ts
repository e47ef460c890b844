import { expect } from 'chai';
import { extractFrom } from '../../src/extraction.ts';
import { csv, layOut } from '../table/lay-out.ts';

const readDates = (made: string, expiry: string) => {
  const rows = `
Certificate of Analysis
Manufacturing date: ${made}
Expiry date: ${expiry}

Test                 Specification        Result
Assay                98.0 - 102.0 %       99.6 %`;
  const data = csv(
    ['Manufacturing date', made],
    ['Expiry date', expiry],
    ['Test', 'Specification', 'Result'],
    ['Assay', '98.0 - 102.0 %', '99.6 %'],
  );
  return [data, { kind: 'pages', pages: [layOut(rows)] } as const].map(
    (document) => extractFrom(document, { filename: 'coa' }).extracted_data,
  );
};

describe('dates that leave a doubt', () => {
  it('have a confidence below 0.5 and a warning where nothing decides the order of day and month', () => {
    for (const { manufacturing_date, expiry_date, field_confidence, warnings } of readDates(
      '03/04/2026',
      '03/04/2028',
    )) {
      expect([manufacturing_date, expiry_date]).to.deep.equal(['2026-04-03', '2028-04-03']);
      expect(field_confidence.manufacturing_date).to.be.below(0.5);
      expect(field_confidence.expiry_date).to.be.below(0.5);
      expect(warnings.join('\n'))
        .to.match(/manufacturing_date: 2026-04-03.*nothing says/)
        .and.to.match(/expiry_date: /);
    }
  });

  it('leave none where one of them fits a single order', () => {
    for (const { expiry_date, field_confidence, warnings } of readDates('25/04/2026', '03/04/2028')) {
      expect(expiry_date).to.equal('2028-04-03');
      expect(field_confidence.expiry_date).to.be.above(0.9);
      expect(warnings).to.deep.equal([]);
    }
  });

  for (const date of ['29/02/2027', '2027-02-29', '31.04.2027', '29 February 2027', 'February 30, 2027', '0206-05-31'])
    it(`are null with a warning where there is no such day: ${date}`, () => {
      for (const { expiry_date, warnings } of readDates('2026-03-15', date)) {
        expect(expiry_date).to.equal(null);
        expect(warnings.join('\n')).to.include(`expiry_date: there is no day "${date}"`);
      }
    });
});
