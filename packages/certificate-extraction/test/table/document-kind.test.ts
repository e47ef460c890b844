import { expect } from 'chai';
import { kindOfDocument } from '../../src/table/document-kind.ts';
import { layOut } from './lay-out.ts';

describe('kind of a document', () => {
  const kinds: [string, string][] = [
    ['Certificate of Analysis', 'certificate'],
    ['Analytical Report', 'certificate'],
    ["MILL'S TEST CERTIFICATE (EN 10204 3.1)", 'certificate'],
    ['Prüfzeugnis', 'certificate'],
    ['Certificado de análisis', 'certificate'],
    ['INVOICE', 'other'],
    ['Price list 2024', 'other'],
    ['Safety Data Sheet', 'other'],
    ['Dear Ms Smith', 'unknown'],
  ];
  for (const [title, kind] of kinds)
    it(`is ${kind} for "${title}"`, () => expect(kindOfDocument([layOut(title)])).to.equal(kind));

  it('is that of the upper title where both stand in letters of one size', () => {
    expect(kindOfDocument([layOut('PURCHASE ORDER\n\nwith certificate of analysis')])).to.equal('other');
    expect(kindOfDocument([layOut('Certificate of Analysis\n\nOrder confirmation')])).to.equal('certificate');
  });

  it('is not decided by running text', () => {
    const prose = 'Please find enclosed the certificate of analysis for the batch that you ordered from us last week';
    expect(kindOfDocument([layOut(prose)])).to.equal('unknown');
  });

  it('is a certificate without the word where several groups of tests are titled', () => {
    expect(kindOfDocument([layOut('CANNABINOIDS\n\nTERPENES\n\nHEAVY METALS')])).to.equal('certificate');
    expect(kindOfDocument([layOut('MOISTURE\n\nTERPENES')])).to.equal('unknown');
  });
});
